import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { execa, type Options } from 'execa'
import type { Problem, ProblemCode } from '../../shared/problem.ts'
import type { Author, Publication } from '../api.ts'
import { readSources, type Sources, siteFiles } from './content-files.ts'

const timeoutMs = 5 * 60_000

/** Why something could not be done, by what git or the system writes. On a Mac without git, Apple's stub answers. */
const causes: [RegExp, ProblemCode][] = [
  [/spawn git ENOENT|xcode-select|xcrun/, 'no_git'],
  [/dubious ownership/, 'not_owner'],
  [/not a git repository/, 'no_repository'],
  [/argument 'HEAD'/, 'no_commit'],
  [/index\.lock/, 'git_busy'],
  [/during a merge|unmerged/, 'merging'],
  // Another program has a file open (Windows), or this account may not write it.
  [/^(EPERM|EBUSY|EACCES|EROFS): /, 'file_locked'],
  [/gpg|failed to sign|passphrase|Load key/i, 'signing'],
  // What a push or a pull says.
  [/non-fast-forward|fetch first|CONFLICT|Automatic merge failed/, 'diverged'],
  [/Authentication failed|Permission denied|could not read Username|Host key verification/, 'no_access'],
  [/Could not resolve host|unable to access|Connection (refused|timed out|reset)|unreachable/i, 'no_network'],
]

/** Why something was not done. @param otherwise the code if the cause is none of those */
export function failureOf(error: unknown, otherwise: ProblemCode = 'failed'): Problem {
  const reason = (error as Error).message
  const [, code] = causes.find(([words]) => words.test(reason)) ?? []
  return { file: '', key: '', code: code ?? otherwise, values: { reason } }
}

/** The git repository of content/: its last commit is what is published. */
export type Repository = {
  /** The folder .git of this copy. */
  folder?: string
  commit?: string
  /** Whether a remote or this editor has said what is online: otherwise, nothing is known to wait. */
  isKnown?: boolean
  /** The files of content/ in the last commit, by their names below it. */
  head: Sources
  /** The commits made here that were not published by the command, nor are known to be in another copy. */
  waiting: number
  /** Changed and new files of content/ that the site does not read. */
  strays: string[]
  /** Why nothing can be published from here. */
  fault?: Problem | undefined
}

/** The last commit that was brought online from here; a ref, so that it is known after a restart. */
const onlineRef = 'refs/editor/online'
/** What is known not to wait: where the site is asked, what it shows; otherwise also what another copy has. */
const knownOf = (asksSite: boolean) => ['--glob=refs/editor', ...(asksSite ? [] : ['--remotes'])]

/** `siteFiles` as git reads them; not what a program hides beside them, such as `._hero.yml`. */
const readBySite = [...siteFiles.map((pattern) => `:(glob)${pattern}`), ':(exclude,glob)**/.*']

/**
 * Looks at what the repository can do now, and at its last commit.
 * @param published the folder to which the content of that commit is written
 * @returns what may differ from the last time
 */
export async function readRepository(
  content: string,
  published: string,
  last: Repository,
  asksSite: boolean,
): Promise<Partial<Repository>> {
  try {
    const known = knownOf(asksSite)
    const asked = ['--absolute-git-dir', 'HEAD', ...known, '--abbrev-ref', 'HEAD']
    const found = await runProgram('git', ['rev-parse', ...asked], { cwd: content })
    const [folder = '', commit = '', ...refs] = found.trim().split('\n')
    const branch = refs.pop() ?? ''
    const isRebasing = ['rebase-merge', 'rebase-apply'].some((state) => existsSync(join(folder, state)))
    const code = isRebasing ? 'merging' : branch === 'HEAD' && 'detached'
    if (commit !== last.commit) await exportHead(content, published)
    const [waiting, strays] = await Promise.all([
      refs.length > 0 ? countWaiting(content, known) : 0,
      listFiles(content, ['--modified', '--others'], ['.', ...siteFiles.map((pattern) => `:(exclude,glob)${pattern}`)]),
    ])
    return {
      folder,
      commit,
      isKnown: refs.length > 0,
      head: commit === last.commit ? last.head : readSources(published),
      waiting,
      strays,
      fault: code ? failureOf(new Error(branch), code) : undefined,
    }
  } catch (error) {
    // Perhaps a copy that is damaged, or going away.
    return { fault: failureOf(error, 'no_repository') }
  }
}

const countWaiting = async (cwd: string, known: string[]) =>
  Number(
    await runProgram('git', ['rev-list', '--count', '--first-parent', '--no-merges', 'HEAD', '--not', ...known], {
      cwd,
    }),
  )

async function listFiles(cwd: string, which: string[], paths: string[]): Promise<string[]> {
  const listed = await runProgram('git', ['ls-files', '-z', ...which, '--exclude-standard', '--', ...paths], { cwd })
  return [...new Set(listed.split('\0').filter(Boolean))]
}

/** Writes the content of the last commit to a folder, in place of what is there. */
export async function exportHead(content: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const found = await runProgram('git', ['rev-parse', '--absolute-git-dir', 'HEAD:./'], { cwd: content })
  const [own, tree = ''] = found.trim().split('\n')
  const env = { GIT_DIR: own, GIT_WORK_TREE: folder, GIT_INDEX_FILE: join(folder, '.index') }
  await runProgram('git', ['read-tree', '--reset', '-u', tree], { cwd: folder, env })
}

/**
 * Commits the files of content/ that the site reads, and nothing else, under a name.
 * @throws Error with the output of git
 */
export async function commit(content: string, { author, summary }: Publication): Promise<void> {
  const files = await listFiles(content, ['--cached', '--others'], readBySite)
  const options = { cwd: content, env: { ...as(author), GIT_LITERAL_PATHSPECS: '1' }, input: files.join('\0') }
  const these = ['--pathspec-from-file=-', '--pathspec-file-nul']
  await runProgram('git', ['add', '--all', ...these], options)
  await runProgram('git', ['commit', '--quiet', '--only', '-m', summary, ...these], options)
}

/** Remembers that the last commit is online. */
export const markOnline = (cwd: string, commit = 'HEAD') =>
  runProgram('git', ['update-ref', onlineRef, commit], { cwd })

/** @returns whether the branch follows one of another copy, which was asked for what is new in it */
export async function fetchOthers(cwd: string): Promise<boolean> {
  const hasOthers = await runProgram('git', ['rev-parse', '@{upstream}'], { cwd }).then(Boolean, () => false)
  // If it cannot be reached, the command will say so.
  if (hasOthers) await runProgram('git', ['fetch', '--quiet'], { cwd }).catch(() => {})
  return hasOthers
}

/**
 * Merges what others have published, as far as git can do it by itself.
 * @param resolve finishes what git has begun and cannot finish
 * @throws Error with the output of git; then everything is as before
 */
export async function mergeOthers<Result>(
  cwd: string,
  author: Author,
  resolve: (error: Error) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    await runProgram('git', ['merge', '--quiet', '--no-edit', '@{upstream}'], { cwd, env: as(author) })
  } catch (error) {
    try {
      return await resolve(error as Error)
    } catch {
      await runProgram('git', ['merge', '--abort'], { cwd }).catch(() => {})
      throw error
    }
  }
  return undefined
}

/** Takes away what a kill of git has left, a lock and half a merge: for a copy in which nobody else uses git. */
export async function clearLeftovers(cwd: string): Promise<void> {
  const folder = await runProgram('git', ['rev-parse', '--absolute-git-dir'], { cwd }).catch(() => '')
  if (folder) rmSync(join(folder.trim(), 'index.lock'), { force: true })
  await runProgram('git', ['merge', '--abort'], { cwd }).catch(() => {})
}

/** EMAIL counts only if git knows no address. */
export const as = ({ name, email }: Author) => ({
  ...{ GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: name, EMAIL: 'editor@localhost' },
  ...(email && { GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_EMAIL: email }),
})

/**
 * Runs git, or the command of EDIT_PUBLISH.
 * @returns what it wrote
 * @throws Error with what it wrote, if it failed or did not end in time
 */
export async function runProgram(program: string, args: string[], { env, ...options }: Options = {}): Promise<string> {
  const { failed, timedOut, all, message, stdout } = await execa(program, args, {
    input: '',
    timeout: timeoutMs,
    ...options,
    killDescendants: true,
    // Nobody can answer a prompt of git, of SSH or of a signing key here: without a terminal, they fail at once.
    detached: process.platform !== 'win32',
    env: { GIT_TERMINAL_PROMPT: '0', SSH_ASKPASS_REQUIRE: 'never', LC_ALL: 'C', ...env },
    stripFinalNewline: false,
    reject: false,
    all: true,
  })
  if (failed) throw new Error(timedOut ? message : String(all).trim().slice(-2000) || message)
  return String(stdout)
}
