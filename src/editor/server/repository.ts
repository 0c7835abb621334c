import { type ExecFileException, type ExecFileOptions, execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { environmentWith } from '../../settings.ts'
import type { PublishingState, RepositoryState } from '../api.ts'

const timeoutMs = 5 * 60_000

/** Why the last commit cannot be read, by what git writes, or Node if there is no git. */
const faults: [RegExp, RepositoryState][] = [
  [/ENOENT/, 'no git'],
  [/dubious ownership/, 'not owner'],
  [/argument 'HEAD'/, 'no commit'],
]

/** The git repository of content/: its last commit is what is published. */
export class Repository {
  readonly #content: string
  readonly #command: string | undefined
  #headCommit = ''
  #isRunning = false
  /** In the folder .git: there while a commit waits to be published, so that a restart does not forget it. */
  #pendingFile = ''
  #state: RepositoryState = 'no repository'
  /** The files of content/ in the last commit, by their names below it. */
  head = new Map<string, string>()

  /** @param command EDIT_PUBLISH */
  constructor(content: string, command: string | undefined) {
    this.#content = content
    this.#command = command
  }

  get publishing(): PublishingState {
    return {
      repository: this.#state,
      hasCommand: this.#command !== undefined,
      isRunning: this.#isRunning,
      pending: existsSync(this.#pendingFile) ? readFileSync(this.#pendingFile, 'utf8') : undefined,
    }
  }

  /** Looks at what the repository can do now, and at its last commit. @returns whether that is another one */
  async follow(): Promise<boolean> {
    const commit = await this.#findHead()
    if (commit === this.#headCommit) return false
    const listed = commit ? await this.#git(['ls-tree', '-r', '-z', '--name-only', commit, '.']) : ''
    const names = listed.split('\0').filter((name) => name.endsWith('.yml'))
    const read = (name: string) => this.#git(['show', `${commit}:./${name}`])
    const files = names.map(async (name) => [name, (await read(name)).replaceAll('\r\n', '\n')] as const)
    this.head = new Map(await Promise.all(files))
    this.#headCommit = commit
    return true
  }

  /** @returns the last commit, empty if there is none */
  async #findHead(): Promise<string> {
    try {
      const args = ['rev-parse', '--git-path', 'content-to-publish', 'HEAD', '--abbrev-ref', 'HEAD']
      const [file = '', commit = '', branch] = (await this.#git(args)).split('\n')
      this.#pendingFile = resolve(this.#content, file)
      this.#state = branch === 'HEAD' ? 'detached' : 'ready'
      return commit
    } catch (error) {
      const { message } = error as Error
      this.#state = faults.find(([fault]) => fault.test(message))?.[1] ?? 'no repository'
      return ''
    }
  }

  /**
   * Commits content/ and nothing else, under a name.
   * @throws Error with the output of git
   */
  async commit(author: string, summary: string): Promise<void> {
    await this.#git(['add', '--all', '--', '.'])
    const environment = { GIT_AUTHOR_NAME: author, GIT_COMMITTER_NAME: author }
    await this.#git(['commit', '--quiet', '--only', '-m', summary, '--', '.'], environment)
  }

  /** Runs the command of EDIT_PUBLISH beside the server. @param onEnd called when it has ended, with any outcome */
  async publish(onEnd: () => void): Promise<void> {
    if (this.#command === undefined) return
    writeFileSync(this.#pendingFile, '')
    this.#isRunning = true
    try {
      await run(this.#command, [], { shell: true, cwd: dirname(this.#content) })
      rmSync(this.#pendingFile)
    } catch (error) {
      writeFileSync(this.#pendingFile, (error as Error).message)
    }
    this.#isRunning = false
    onEnd()
  }

  #git = (args: string[], env = {}): Promise<string> => run('git', args, { cwd: this.#content, env })
}

/**
 * Runs a program. @returns what it wrote
 * @throws Error with what it wrote, if it failed or did not end in time
 */
async function run(program: string, args: string[], options: ExecFileOptions): Promise<string> {
  const env = environmentWith(
    // Nobody can answer a prompt of git or of SSH here.
    { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', SSH_ASKPASS_REQUIRE: 'never', LC_ALL: 'C', ...options.env },
    { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes', EMAIL: 'editor@localhost' },
  )
  const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: Number.POSITIVE_INFINITY } as const
  const running = promisify(execFile)(program, args, { ...options, ...limits, env, encoding: 'utf8' })
  running.child.stdin?.end()
  try {
    return (await running).stdout
  } catch (error) {
    const { stdout = '', stderr = '', killed, message } = error as ExecFileException
    const limit = killed ? `> ${timeoutMs / 60_000} min` : ''
    throw new Error([stdout, stderr, limit].join('\n').trim().slice(-2000) || message)
  }
}
