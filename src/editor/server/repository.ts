import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { environmentWith } from '../../settings.ts'
import type { PublishingState, RepositoryState } from '../api.ts'

const gitTimeoutMs = 60_000
const commandTimeoutMs = 5 * 60_000

/** Nobody can answer a prompt of git or of SSH here. */
const withoutPrompts = () =>
  environmentWith(
    { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', SSH_ASKPASS_REQUIRE: 'never', LC_ALL: 'C' },
    { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' },
  )

/** The git repository of content/: its last commit is what is published. */
export class Repository {
  readonly #content: string
  readonly #command: string | undefined
  #headCommit = ''
  #running: Promise<void> | undefined
  /** In the folder .git: there while a commit waits to be published, so that a restart does not forget it. */
  #pendingFile = ''
  /** The files of content/ in the last commit, by their names below it. */
  head = new Map<string, string>()
  state: RepositoryState = 'no repository'
  author = ''

  /** @param command EDIT_PUBLISH */
  constructor(content: string, command: string | undefined) {
    this.#content = content
    this.#command = command
  }

  get publishing(): PublishingState {
    const isPending = this.#pendingFile !== '' && existsSync(this.#pendingFile)
    return {
      repository: this.state,
      author: this.author,
      hasCommand: this.#command !== undefined,
      isRunning: this.#running !== undefined,
      pending: isPending ? { reason: readFileSync(this.#pendingFile, 'utf8') } : undefined,
    }
  }

  /** Looks at what the repository can do now, and at its last commit. @returns whether that is another one */
  async follow(): Promise<boolean> {
    const commit = await this.#findHead()
    if (commit === this.#headCommit) return false
    const listed = commit ? await this.#git(['ls-tree', '-r', '-z', '--name-only', 'HEAD', '.']) : ''
    const names = listed.split('\0').filter((name) => name.endsWith('.yml'))
    // One call of git for all files, each after a random line that no text holds.
    const line = randomUUID()
    const asked = names.map((name) => `HEAD:./${name}\n`).join('')
    const [, ...parts] =
      names.length > 0 ? (await this.#git(['cat-file', `--batch=${line}`], asked)).split(`${line}\n`) : []
    this.head = new Map(names.map((name, index) => [name, parts[index]?.slice(0, -1).replaceAll('\r\n', '\n') ?? '']))
    this.#headCommit = commit
    return true
  }

  /** @returns the last commit, empty if there is none */
  async #findHead(): Promise<string> {
    try {
      if (!this.#pendingFile) {
        const path = (await this.#git(['rev-parse', '--git-path', 'content-to-publish'])).trim()
        this.#pendingFile = resolve(this.#content, path)
        this.author = (await this.#git(['config', 'user.name']).catch(() => '')).trim()
      }
      const commit = (await this.#git(['rev-parse', '--verify', '--quiet', 'HEAD']).catch(() => '')).trim()
      const isOnBranch = await this.#git(['symbolic-ref', '--quiet', 'HEAD']).then(Boolean, () => false)
      this.state = !commit ? 'no commit' : isOnBranch ? 'ready' : 'detached'
      return commit
    } catch (error) {
      const { code, message } = error as Error & { code?: string }
      this.state = code === 'ENOENT' ? 'no git' : message.includes('dubious ownership') ? 'not owner' : 'no repository'
      return ''
    }
  }

  /**
   * Commits content/ and nothing else, under a name.
   * @throws Error with the output of git
   */
  async commit(author: string, summary: string): Promise<void> {
    const email = (await this.#git(['config', 'user.email']).catch(() => '')).trim() || 'editor@localhost'
    const identity = ['-c', `user.name=${author}`, '-c', `user.email=${email}`]
    const wasPending = existsSync(this.#pendingFile)
    // Before the commit: whatever ends the program in between, the commit is not forgotten.
    if (this.#command !== undefined && !wasPending) writeFileSync(this.#pendingFile, '')
    try {
      await this.#git(['add', '--all', '--', '.'])
      const options = ['--quiet', '--only', `--author=${author} <${email}>`, '-m', summary, '--', '.']
      await this.#git([...identity, 'commit', ...options])
    } catch (error) {
      if (!wasPending) rmSync(this.#pendingFile, { force: true })
      throw error
    }
  }

  /** Runs the command of EDIT_PUBLISH beside the server, one at a time. @param onEnd called when it has ended, with any outcome */
  publish(onEnd: () => void): void {
    if (this.#command === undefined || this.#running) return
    const [command, cwd] = [this.#command, dirname(this.#content)]
    this.#running = run(command, [], { cwd, shell: true, timeoutMs: commandTimeoutMs })
      .then(() => rmSync(this.#pendingFile, { force: true }))
      .catch((error: Error) => writeFileSync(this.#pendingFile, error.message))
      .then(() => {
        this.#running = undefined
        onEnd()
      })
  }

  #git = (args: string[], input?: string): Promise<string> =>
    run('git', args, { cwd: this.#content, timeoutMs: gitTimeoutMs, input })
}

type RunOptions = { cwd: string; timeoutMs: number; shell?: boolean; input?: string | undefined }

/**
 * Runs a program. @returns what it wrote
 * @throws Error with what it wrote, if it failed or did not end in time
 */
function run(
  program: string,
  args: string[],
  { cwd, timeoutMs, shell = false, input = '' }: RunOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const isGroup = process.platform !== 'win32'
    const child = spawn(program, args, { cwd, shell, env: withoutPrompts(), detached: isGroup })
    const output = { stdout: '', stderr: '' }
    const timer = setTimeout(() => {
      output.stderr += `\n${program}: ${timeoutMs / 60_000} min`
      // The shell's children too.
      if (isGroup && child.pid) process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    }, timeoutMs).unref()
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (part) => {
        output[stream] += part
      })
    child.stdin.on('error', () => undefined).end(input)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      const reason = `${output.stdout}\n${output.stderr}`.trim().slice(-2000)
      if (code === 0) resolve(output.stdout)
      else reject(new Error(reason || `${program}: ${code ?? signal}`))
    })
  })
}
