import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { environmentWith } from '../../settings.ts'
import type { PublishingState, RepositoryState } from '../api.ts'

const gitTimeoutMs = 60_000
const commandTimeoutMs = 5 * 60_000

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
    const files = await Promise.all(names.map((name) => this.#git(['show', `${commit}:./${name}`])))
    this.head = new Map(names.map((name, index) => [name, (files[index] as string).replaceAll('\r\n', '\n')]))
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
      const { code, message } = error as Error & { code?: string }
      if (code === 'ENOENT') this.#state = 'no git'
      else if (message.includes('dubious ownership')) this.#state = 'not owner'
      else this.#state = message.includes("argument 'HEAD'") ? 'no commit' : 'no repository'
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
  publish(onEnd: () => void): void {
    if (this.#command === undefined) return
    writeFileSync(this.#pendingFile, '')
    this.#isRunning = true
    void run(this.#command, { cwd: dirname(this.#content), shell: true, timeoutMs: commandTimeoutMs })
      .then(() => rmSync(this.#pendingFile))
      .catch((error: Error) => writeFileSync(this.#pendingFile, error.message))
      .then(() => {
        this.#isRunning = false
        onEnd()
      })
  }

  #git = (args: string[], environment = {}): Promise<string> =>
    run('git', { args, environment, cwd: this.#content, timeoutMs: gitTimeoutMs })
}

type RunOptions = {
  args?: string[]
  environment?: Record<string, string>
  cwd: string
  shell?: boolean
  timeoutMs: number
}

/**
 * Runs a program. @returns what it wrote
 * @throws Error with what it wrote, if it failed or did not end in time
 */
async function run(program: string, { args = [], environment, cwd, shell = false, timeoutMs }: RunOptions) {
  const isGroup = process.platform !== 'win32'
  const env = environmentWith(
    // Nobody can answer a prompt of git or of SSH here.
    { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', SSH_ASKPASS_REQUIRE: 'never', LC_ALL: 'C', ...environment },
    { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes', EMAIL: 'editor@localhost' },
  )
  const child = spawn(program, args, { cwd, shell, env, stdio: ['ignore', 'pipe', 'pipe'], detached: isGroup })
  const timer = setTimeout(() => {
    // The shell's children too.
    if (isGroup && child.pid) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  }, timeoutMs)
  try {
    const [[code], ...output] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
    if (code === 0) return output[0]
    if (code === null) output.push(`${program}: > ${timeoutMs / 60_000} min`)
    throw new Error(output.join('\n').trim().slice(-2000) || `${program}: ${code}`)
  } finally {
    clearTimeout(timer)
  }
}
