import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { execa, type Options } from 'execa'
import type { Problem, ProblemCode } from '../../content/problem.ts'
import { environmentWith } from '../../settings.ts'
import type { PublishingState } from '../api.ts'

const timeoutMs = 5 * 60_000

/** Why the last commit cannot be read, by what git writes, or Node if there is no git. */
const causes: [RegExp, ProblemCode][] = [
  [/ENOENT/, 'no_git'],
  [/dubious ownership/, 'not_owner'],
  [/argument 'HEAD'/, 'no_commit'],
]

/** The git repository of content/: its last commit is what is published. @param command EDIT_PUBLISH */
export function openRepository(content: string, command: string | undefined) {
  let fault: ProblemCode | undefined
  let headCommit = ''
  let head = new Map<string, string>()
  let isRunning = false
  /** In the folder .git: there while a commit waits to be published, so that a restart does not forget it. */
  let pendingFile = ''

  const git = (args: string[], env = {}) => run('git', args, { cwd: content, env })

  /** @returns the last commit, empty if there is none */
  async function findHead(): Promise<string> {
    try {
      const args = ['rev-parse', '--git-path', 'content-to-publish', 'HEAD', '--abbrev-ref', 'HEAD']
      const [file = '', commit = '', branch] = (await git(args)).split('\n')
      pendingFile = resolve(content, file)
      fault = branch === 'HEAD' ? 'detached' : undefined
      return commit
    } catch (error) {
      const { message } = error as Error
      fault = causes.find(([words]) => words.test(message))?.[1] ?? 'no_repository'
      return ''
    }
  }

  return {
    /** The files of content/ in the last commit, by their names below it. */
    head: () => head,

    /** Why nothing can be published from here. */
    faults: (): Problem[] => (fault ? [{ file: '', key: '', code: fault }] : []),

    publishing(): PublishingState {
      const pending = existsSync(pendingFile) ? readFileSync(pendingFile, 'utf8') : undefined
      return { hasCommand: command !== undefined, isRunning, pending }
    },

    /** Looks at what the repository can do now, and at its last commit. @returns whether either has changed */
    async follow(): Promise<boolean> {
      const before = fault
      const commit = await findHead()
      if (commit === headCommit) return fault !== before
      const listed = commit ? await git(['ls-tree', '-r', '-z', '--name-only', commit, '.']) : ''
      const names = listed.split('\0').filter((name) => /\.(yml|csv)$/.test(name))
      const read = async (name: string) => (await git(['show', `${commit}:./${name}`])).replaceAll('\r\n', '\n')
      head = new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)))
      headCommit = commit
      return true
    },

    /**
     * Commits content/ and nothing else, under a name.
     * @throws Error with the output of git
     */
    async commit(author: string, summary: string): Promise<void> {
      await git(['add', '--all', '--', '.'])
      const environment = { GIT_AUTHOR_NAME: author, GIT_COMMITTER_NAME: author }
      await git(['commit', '--quiet', '--only', '-m', summary, '--', '.'], environment)
    },

    /** Runs the command of EDIT_PUBLISH, and keeps what it said if it failed. */
    async publish(): Promise<void> {
      if (command === undefined) return
      writeFileSync(pendingFile, '')
      isRunning = true
      const outcome = await run(command, [], { shell: true, cwd: dirname(content) }).catch((error: Error) => error)
      if (outcome instanceof Error) writeFileSync(pendingFile, outcome.message.slice(-2000))
      else rmSync(pendingFile, { force: true })
      isRunning = false
    },
  }
}

/**
 * Runs a program.
 * @returns what it wrote
 * @throws Error with what it wrote, if it failed or did not end in time
 */
async function run(program: string, args: string[], { env = {}, ...options }: Options): Promise<string> {
  // Nobody can answer a prompt of git or of SSH here.
  const quiet = { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', SSH_ASKPASS_REQUIRE: 'never', LC_ALL: 'C', ...env }
  const usual = { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes', EMAIL: 'editor@localhost' }
  const limits = { timeout: timeoutMs, killDescendants: true, stdin: 'ignore', stripFinalNewline: false } as const
  const outcome = await execa(program, args, {
    ...options,
    ...limits,
    env: environmentWith(quiet, usual),
    reject: false,
    all: true,
  })
  const { failed, timedOut, all, message, stdout } = outcome
  if (failed) throw new Error(timedOut ? message : String(all).trim() || message)
  return String(stdout)
}
