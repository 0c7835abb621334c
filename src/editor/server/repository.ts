import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { execa, type Options } from 'execa'
import type { Problem, ProblemCode } from '../../content/problem.ts'
import { environmentWith } from '../../settings.ts'
import type { PublishingState } from '../api.ts'
import { isSource, type Sources } from './content-files.ts'

const timeoutMs = 5 * 60_000

/** Why git cannot be used, by what it writes, or Node if there is no git. On a Mac without it, Apple's stub answers. */
const causes: [RegExp, ProblemCode][] = [
  [/ENOENT|xcode-select|xcrun/, 'no_git'],
  [/dubious ownership/, 'not_owner'],
  [/not a git repository/, 'no_repository'],
  [/argument 'HEAD'/, 'no_commit'],
  [/index\.lock/, 'git_busy'],
  [/during a merge|unmerged/, 'merging'],
  [/gpg|failed to sign|passphrase|Load key/i, 'signing'],
]

/** Why git did not do something, for whoever reads `editor.yml`: a code of its problems, or what git wrote. */
export const causeOf = (error: unknown): ProblemCode | undefined =>
  causes.find(([words]) => words.test((error as Error).message))?.[1]

/** The folder .git of this copy, and the one that all copies share (git worktree). */
export type GitFolders = { own: string; common: string }

/** The git repository of content/: its last commit is what is published. @param command EDIT_PUBLISH */
export function openRepository(content: string, command: string | undefined) {
  let fault: ProblemCode | undefined
  let headCommit = ''
  let head: Sources = new Map()
  let isRunning = false
  let folders: GitFolders | undefined

  const git = (args: string[], options: Options = {}) => run('git', args, { cwd: content, ...options })

  /** In the folder .git: there while a commit waits to be published, so that a restart does not forget it. */
  const pendingFile = () => folders && join(folders.own, 'content-to-publish')

  /** @returns the last commit, empty if there is none */
  async function findHead(): Promise<string> {
    try {
      const args = ['rev-parse', '--absolute-git-dir', '--git-common-dir', 'HEAD', '--abbrev-ref', 'HEAD']
      const [own = '', common = '', commit = '', branch] = (await git(args)).split('\n')
      folders = { own, common: resolve(content, common) }
      const isMerging = existsSync(join(own, 'MERGE_HEAD'))
      fault = isMerging ? 'merging' : branch === 'HEAD' ? 'detached' : undefined
      return commit
    } catch (error) {
      fault = causeOf(error) ?? 'no_repository'
      return ''
    }
  }

  /** Reads the content files of a commit, all in one process. */
  async function readCommit(commit: string): Promise<Sources> {
    const listed = (await git(['ls-tree', '-r', '-z', commit, '.'])).split('\0')
    const files = listed.flatMap((line) => {
      const [, id = '', file = ''] = /^\d+ blob (\w+)\t(.+)$/s.exec(line) ?? []
      return isSource(file) ? [{ id, file }] : []
    })
    const written = await git(['cat-file', '--batch'], {
      input: files.map(({ id }) => `${id}\n`).join(''),
      encoding: 'latin1',
    })
    // Each is a line "<id> blob <size>", its bytes, and a line break.
    let bytes = Buffer.from(written, 'latin1')
    const sources: Sources = new Map()
    for (const { file } of files) {
      const start = bytes.indexOf('\n') + 1
      const end = start + Number(bytes.subarray(0, start).toString().split(' ')[2])
      sources.set(file, bytes.toString('utf8', start, end).replaceAll('\r\n', '\n'))
      bytes = bytes.subarray(end + 1)
    }
    return sources
  }

  return {
    /** The files of content/ in the last commit, by their names below it. */
    head: () => head,

    folders: () => folders,

    /** Why nothing can be published from here. */
    faults: (): Problem[] => (fault ? [{ file: '', key: '', code: fault }] : []),

    publishing(): PublishingState {
      const file = pendingFile()
      const pending = file && existsSync(file) ? readFileSync(file, 'utf8') : undefined
      return { hasCommand: command !== undefined, isRunning, pending }
    },

    /** Looks at what the repository can do now, and at its last commit. @returns whether either has changed */
    async follow(): Promise<boolean> {
      const before = fault
      const commit = await findHead()
      if (commit === headCommit) return fault !== before
      try {
        head = commit ? await readCommit(commit) : new Map()
        headCommit = commit
      } catch (error) {
        // A copy that is damaged, or going away.
        fault = causeOf(error) ?? 'no_repository'
      }
      return true
    },

    /**
     * Commits content/ and nothing else, under a name.
     * @throws Error with the output of git
     */
    async commit(author: string, summary: string): Promise<void> {
      await git(['add', '--all', '--', '.'])
      const env = { GIT_AUTHOR_NAME: author, GIT_COMMITTER_NAME: author }
      await git(['commit', '--quiet', '--only', '-m', summary, '--', '.'], { env })
    },

    /** Runs the command of EDIT_PUBLISH, and keeps what it said if it failed. */
    async publish(): Promise<void> {
      const file = pendingFile()
      if (command === undefined || !file) return
      writeFileSync(file, '')
      isRunning = true
      try {
        await run(command, [], { shell: true, cwd: dirname(content) })
        rmSync(file, { force: true })
      } catch (error) {
        writeFileSync(file, (error as Error).message.slice(-2000))
      } finally {
        isRunning = false
      }
    },
  }
}

/**
 * Runs a program.
 * @returns what it wrote
 * @throws Error with what it wrote, if it failed or did not end in time
 */
async function run(program: string, args: string[], { env = {}, ...options }: Options): Promise<string> {
  // Nobody can answer a prompt of git, of SSH or of a signing key here: without a terminal, they fail at once.
  const quiet = { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', SSH_ASKPASS_REQUIRE: 'never', LC_ALL: 'C', ...env }
  const usual = { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes', EMAIL: 'editor@localhost' }
  const outcome = await execa(program, args, {
    ...options,
    ...(options.input === undefined && { stdin: 'ignore' }),
    timeout: timeoutMs,
    killDescendants: true,
    detached: process.platform !== 'win32',
    stripFinalNewline: false,
    env: environmentWith(quiet, usual),
    reject: false,
    all: true,
  })
  const { failed, timedOut, all, message, stdout } = outcome
  if (failed) throw new Error(timedOut ? message : String(all).trim() || message)
  return String(stdout)
}
