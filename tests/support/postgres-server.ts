import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { findPostgres } from './programs.ts'
import { type Account, unprivilegedAccount } from './unprivileged-account.ts'

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

/** Where a server of this machine runs. */
export type PostgresHome = { folder: string; port: number }

/** The databases of a server that runs already: it may be another process that started it. */
export class PostgresDatabases {
  readonly home: PostgresHome

  constructor(home: PostgresHome) {
    this.home = home
  }

  /** Makes an empty database, encoded in UTF-8 where nothing else is asked for. */
  async makeDatabase(encoding = 'UTF8'): Promise<TestDatabase> {
    const name = `website_${randomUUID().replaceAll('-', '')}`
    await this.#database('postgres').query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE 'C'`,
    )
    return this.#database(name)
  }

  #database(name: string): TestDatabase {
    const url = `postgres://${superuser}:${password}@127.0.0.1:${this.home.port}/${name}`
    return { url, query: (sql) => queryOnce(url, sql) }
  }
}

/** A real PostgreSQL server for tests, in a temporary folder and on a free port of this machine. */
export class PostgresServer extends PostgresDatabases {
  readonly #programs: string
  readonly #account: Account | undefined
  readonly #stopper: ChildProcess

  static async start(): Promise<PostgresServer> {
    const server = new PostgresServer(await freePort())
    const passwordFile = join(server.home.folder, 'password')
    writeFileSync(passwordFile, password)
    server.#run('initdb', [
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ])
    writeFileSync(join(server.home.folder, 'data/postgresql.auto.conf'), settings(server.home.port))
    server.start()
    return server
  }

  private constructor(port: number) {
    super({ folder: mkdtempSync(join(tmpdir(), 'postgres-')), port })
    // PostgreSQL refuses to run as root.
    this.#account = unprivilegedAccount('postgres')
    if (this.#account) chownSync(this.home.folder, this.#account.uid, this.#account.gid)
    this.#programs = findPostgres()
    const { uid = '', gid = '' } = this.#account ?? {}
    this.#stopper = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('stop-postgres.ts', import.meta.url)),
        join(this.#programs, 'pg_ctl'),
        this.home.folder,
        `${uid}`,
        `${gid}`,
      ],
      { stdio: ['pipe', 'ignore', 'ignore'], detached: true },
    )
  }

  /** Starts the server, also again after a stop: with what was committed before. */
  start(): void {
    this.#run('pg_ctl', ['start', `--log=${join(this.home.folder, 'log')}`, '--wait'])
  }

  /** As if the server had been killed. */
  stop(): void {
    this.#run('pg_ctl', ['stop', '--mode=immediate', '--wait'])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const stopped = new Promise((resolve) => this.#stopper.once('exit', resolve))
    this.#stopper.stdin?.end()
    await stopped
  }

  #run(program: string, options: string[]): void {
    const { status, stderr } = spawnSync(
      join(this.#programs, program),
      [...options, `--pgdata=${join(this.home.folder, 'data')}`],
      // The server inherits the output of pg_ctl: a pipe would stay open as long as the server runs.
      {
        ...this.#account,
        cwd: this.home.folder,
        stdio: ['ignore', 'ignore', program === 'initdb' ? 'pipe' : 'ignore'],
      },
    )
    if (status === 0) return
    throw new Error(`${program} ${options[0]} failed. ${stderr ?? readFileSync(join(this.home.folder, 'log'), 'utf8')}`)
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
