import { execa, type Options } from 'execa'
import type { Problem, ProblemCode } from '../../content/problem.ts'
import type { Sources } from './content-files.ts'

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
  /** The files of content/ in the last commit, by their names below it. */
  head: Sources
  /** Why nothing can be published from here. */
  fault?: Problem | undefined
}

/** Looks at what the repository can do now, and at its last commit. @returns what may differ from the last time */
export async function readRepository(content: string, last: Repository): Promise<Partial<Repository>> {
  try {
    const asked = ['--absolute-git-dir', 'HEAD', '--abbrev-ref', 'HEAD']
    const found = await run('git', ['rev-parse', ...asked], { cwd: content })
    const [folder = '', commit = '', branch] = found.split('\n')
    const fault = branch === 'HEAD' ? failureOf(new Error(branch), 'detached') : undefined
    return { folder, commit, fault, head: commit === last.commit ? last.head : await readCommit(content, commit) }
  } catch (error) {
    // Perhaps a copy that is damaged, or going away.
    return { fault: failureOf(error, 'no_repository') }
  }
}

/** Reads the content files of a commit, all in one process. */
async function readCommit(content: string, commit: string): Promise<Sources> {
  const listed = await run('git', ['ls-tree', '-r', '-z', commit, '.'], { cwd: content })
  const files = [...listed.matchAll(/ blob (\w+)\t([^\0]+\.yml|register\.csv)\0/g)]
  // Each comes after a line with the hash of the commit, which no file in that commit can contain.
  const input = files.map(([, hash]) => `${hash}\n`).join('')
  const written = await run('git', ['cat-file', `--batch=${commit}`], { cwd: content, input })
  const texts = written.replaceAll('\r\n', '\n').split(`${commit}\n`).slice(1)
  if (texts.length < files.length) throw new Error('A file of the last commit is missing.')
  return new Map(files.map(([, , file = ''], index) => [file, texts[index]?.slice(0, -1) ?? '']))
}

/**
 * Commits content/ and nothing else, under a name.
 * @throws Error with the output of git
 */
export async function commit(content: string, author: string, summary: string): Promise<void> {
  await run('git', ['add', '--all', '--', '.'], { cwd: content })
  // EMAIL counts only if git knows no address.
  const env = { GIT_AUTHOR_NAME: author, GIT_COMMITTER_NAME: author, EMAIL: 'editor@localhost' }
  await run('git', ['commit', '--quiet', '--only', '-m', summary, '--', '.'], { cwd: content, env })
}

/**
 * Runs git, or the command of EDIT_PUBLISH.
 * @returns what it wrote
 * @throws Error with what it wrote, if it failed or did not end in time
 */
export async function run(program: string, args: string[], { env, ...options }: Options = {}): Promise<string> {
  const { failed, timedOut, all, message, stdout } = await execa(program, args, {
    input: '',
    ...options,
    timeout: timeoutMs,
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
