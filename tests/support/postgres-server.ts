import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { findPostgres } from './programs.ts'
import { unprivilegedAccount } from './unprivileged-account.ts'

const superuser = 'postgres'
const password = 'test-password'

/**
 * The server's settings. It need not survive a power cut, so it does not wait for the disk. Its defaults for clients are
 * unusual on purpose, because the store must not rely on them.
 */
const settings = (port: number) => `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
fsync = off
synchronous_commit = off
wal_writer_delay = '10s'
default_transaction_isolation = 'serializable'
timezone = 'Asia/Kathmandu'
datestyle = 'SQL, DMY'
`

export type TestDatabase = {
  /** Its address, for the superuser. */
  url: string
  /** Runs SQL as the superuser, in a connection of its own. @returns the rows */
  query(sql: string): Promise<Record<string, unknown>[]>
}

/** The databases of a server on a port of this machine: another process may have started it. */
export class PostgresDatabases {
  readonly port: number

  constructor(port: number) {
    this.port = port
  }

  /** Makes an empty database, encoded in UTF-8 by default. */
  async makeDatabase(encoding = 'UTF8'): Promise<TestDatabase> {
    const name = `website_${randomUUID().replaceAll('-', '')}`
    await this.database('postgres').query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE 'C'`,
    )
    return this.database(name)
  }

  protected database(name: string): TestDatabase {
    const url = `postgres://${superuser}:${password}@127.0.0.1:${this.port}/${name}`
    return { url, query: (sql) => queryOnce(url, sql) }
  }
}

/** Runs the server until its standard input ends, which it does even if the process that started it was killed. */
const untilInputEnds = '"$0" -D data >log 2>&1 & read -r _; kill -QUIT $!; wait'

/** A real PostgreSQL server for tests, in a temporary folder and on a free port of this machine. */
export class PostgresServer extends PostgresDatabases {
  readonly #programs = findPostgres()
  readonly #folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  // PostgreSQL does not run as root.
  readonly #account = unprivilegedAccount('postgres')
  #running: ChildProcess | undefined

  static async start(): Promise<PostgresServer> {
    const server = new PostgresServer(await freePort())
    server.#initialise()
    await server.start()
    return server
  }

  #initialise(): void {
    const cwd = this.#folder
    writeFileSync(join(cwd, 'password'), password)
    if (this.#account) chownSync(cwd, this.#account.uid, this.#account.gid)
    const roles = [`--username=${superuser}`, '--pwfile=password', '--auth=scram-sha-256']
    const options = ['--pgdata=data', ...roles, '--encoding=UTF8', '--locale=C', '--no-sync']
    const { status, stderr } = spawnSync(join(this.#programs, 'initdb'), options, { ...this.#account, cwd })
    if (status !== 0) throw new Error(`initdb failed. ${stderr}`)
    writeFileSync(join(cwd, 'data/postgresql.auto.conf'), settings(this.port))
  }

  /** Starts the server, also after a stop, with the same data. */
  async start(): Promise<void> {
    this.#running = spawn('sh', ['-c', untilInputEnds, join(this.#programs, 'postgres')], {
      ...this.#account,
      cwd: this.#folder,
      stdio: ['pipe', 'ignore', 'ignore'],
      // Ctrl+C must not end the shell before it has ended the server.
      detached: true,
    })
    const isReady = () =>
      this.database('postgres')
        .query('SELECT 1')
        .then(Boolean, () => false)
    for (const deadline = Date.now() + 60_000; !(await isReady()); await pause(20))
      if (Date.now() > deadline) throw new Error(readFileSync(join(this.#folder, 'log'), 'utf8'))
  }

  /** As if the server had been killed. */
  async stop(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    if (!running) return
    running.stdin?.end()
    await once(running, 'exit')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true })
  }
}

async function queryOnce(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
