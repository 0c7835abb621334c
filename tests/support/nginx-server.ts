import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNginx } from './programs.ts'
import { unprivilegedAccount } from './unprivileged-account.ts'

/** How long a start may take at most, in milliseconds, with fetching the program. */
export const nginxStartMs = 5 * 60_000

/** A folder of files that a server which is not root may read, wherever the project lies. */
export class ServedFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'nginx-'))

  constructor() {
    chmodSync(this.path, 0o755)
  }

  /** Copies a folder into this one. @returns where it is now */
  copy(folder: string, name: string): string {
    const target = join(this.path, name)
    cpSync(folder, target, { recursive: true })
    chmodSync(target, 0o755)
    for (const entry of readdirSync(target, { recursive: true, withFileTypes: true }))
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
    return target
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

/** A real nginx for tests, run by an account without rights, with nothing but the given `http` block. */
export class NginxServer {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #exited: Promise<unknown>
  readonly #end = () => this.#child.kill()
  #output = ''

  /**
   * @param http the contents of the `http` block
   * @param port one that it listens on
   * @throws Error with what nginx said, when it does not start
   */
  static async start(http: string, port: number): Promise<NginxServer> {
    const server = new NginxServer(http)
    while (!(await isListening(port))) {
      if (server.#child.exitCode !== null) throw new Error(`nginx did not start:\n${server.#output}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return server
  }

  private constructor(http: string) {
    this.#folder = mkdtempSync(join(tmpdir(), 'nginx-run-'))
    chmodSync(this.#folder, 0o777)
    const file = join(this.#folder, 'nginx.conf')
    writeFileSync(file, configuration(http, this.#folder))
    mkdirSync(join(this.#folder, 'logs'))
    this.#child = spawn(findNginx(), ['-e', 'stderr', '-p', this.#folder, '-c', file], {
      ...unprivilegedAccount(),
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child.stderr?.on('data', (part) => {
      this.#output += part
    })
    this.#exited = once(this.#child, 'exit')
    process.once('exit', this.#end)
  }

  /** What it has complained about. */
  get output(): string {
    return this.#output
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end()
    await this.#exited
    process.off('exit', this.#end)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const configuration = (http: string, folder: string) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${http}
}
`

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy())
    socket.once('error', () => resolve(false))
    socket.once('close', (hadError) => !hadError && resolve(true))
  })
}
