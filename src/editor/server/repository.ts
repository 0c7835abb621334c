import { execFile, spawn } from 'node:child_process'
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
      await this.#git([
        ...identity,
        'commit',
        '--quiet',
        '--only',
        `--author=${author} <${email}>`,
        '-m',
        summary,
        '--',
        '.',
      ])
    } catch (error) {
      if (!wasPending) rmSync(this.#pendingFile, { force: true })
      throw error
    }
  }

  /** Runs the command of EDIT_PUBLISH beside the server, one at a time. @param onEnd called when it has ended, with any outcome */
  publish(onEnd: () => void): void {
    if (this.#command === undefined || this.#running) return
    this.#running = runCommand(this.#command, dirname(this.#content)).then((failure) => {
      this.#running = undefined
      if (failure === undefined) rmSync(this.#pendingFile, { force: true })
      else writeFileSync(this.#pendingFile, failure)
      onEnd()
    })
  }

  #git(args: string[], input = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const options = { cwd: this.#content, env: withoutPrompts(), timeout: gitTimeoutMs, maxBuffer: 64 * 1024 * 1024 }
      const child = execFile('git', args, options, (error, stdout, stderr) => {
        if (!error) return resolve(stdout)
        const reason = error.killed ? 'git did not end within a minute.' : stderr.trim() || error.message
        reject(Object.assign(new Error(reason), { code: error.code }))
      })
      child.stdin?.on('error', () => undefined).end(input)
    })
  }
}

/** @returns why it failed, or nothing */
function runCommand(command: string, folder: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const isGroup = process.platform !== 'win32'
    const child = spawn(command, {
      cwd: folder,
      shell: true,
      env: withoutPrompts(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: isGroup,
    })
    let output = ''
    const timer = setTimeout(() => {
      output += `\n${command}: ${commandTimeoutMs / 60_000} min`
      // The shell's children too.
      if (isGroup && child.pid) process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    }, commandTimeoutMs)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        output = (output + part).slice(-2000)
      })
    const end = (failure: string | undefined) => {
      clearTimeout(timer)
      resolve(failure)
    }
    child.on('error', (error) => end(error.message))
    child.on('close', (code, signal) => end(code === 0 ? undefined : output.trim() || `${command}: ${code ?? signal}`))
  })
}
