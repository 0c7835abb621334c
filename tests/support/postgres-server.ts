import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { findPooler, findPostgres } from './programs.ts'
import { temporaryFolder } from './temporary-folder.ts'
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
ssl = on
timezone = 'Asia/Kathmandu'
datestyle = 'SQL, DMY'
`

/** Makes an empty database on the server at a port, which another process may have started. */
export async function makeDatabase(port: number, encoding = 'UTF8') {
  const name = `website_${randomUUID().replaceAll('-', '')}`
  await databaseAt(port, 'postgres').query(
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE 'C'`,
  )
  return databaseAt(port, name)
}

function databaseAt(port: number, name: string) {
  const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`
  return {
    /** Its address, for the superuser. */
    url,
    /** Runs SQL as the superuser, in a connection of its own. @returns the rows */
    async query(sql: string): Promise<Record<string, unknown>[]> {
      const client = new Client(url)
      await client.connect()
      return (await client.query(sql).finally(() => client.end())).rows
    },
  }
}

/** Starts a real PostgreSQL server. */
export const startPostgres = () =>
  start((cwd, port, account) => {
    const programs = findPostgres()
    writeFileSync(join(cwd, 'password'), password)
    const roles = [`--username=${superuser}`, '--pwfile=password', '--auth=scram-sha-256']
    const options = ['--pgdata=data', ...roles, '--encoding=UTF8', '--locale=C', '--no-sync']
    const { status, stderr } = spawnSync(join(programs, 'initdb'), options, { ...account, cwd })
    if (status !== 0) throw new Error(`initdb failed. ${stderr}`)
    writeFileSync(join(cwd, 'data/postgresql.auto.conf'), settings(port))
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'data/server.key']
    const certificate = ['-subj', '/CN=db', '-addext', 'subjectAltName=IP:127.0.0.1', '-out', 'data/server.crt']
    spawnSync('openssl', ['req', '-x509', ...key, ...certificate], { ...account, cwd })
    return ['QUIT', join(programs, 'postgres'), '-D', 'data']
  })

/** Two connections to the server for each database: a client has another one in each transaction. */
const poolerSettings = (port: number, serverPort: number) => `
[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = users
pool_mode = transaction
default_pool_size = 2
server_idle_timeout = 5
`

/** Starts a real PgBouncer, which pools by transaction, in front of a PostgreSQL server of this machine. */
export const startPooler = (serverPort: number) =>
  start((cwd, port) => {
    writeFileSync(join(cwd, 'users'), `"${superuser}" "${password}"`)
    writeFileSync(join(cwd, 'configuration'), poolerSettings(port, serverPort))
    return ['KILL', findPooler(), 'configuration']
  })

type Account = ReturnType<typeof unprivilegedAccount>

/**
 * Starts a server in a temporary folder and on a free port of this machine. It runs until its standard input ends, which it does even
 * if the process that started it was killed.
 * @param prepare returns the signal that ends it, the program and its arguments
 */
async function start(prepare: (cwd: string, port: number, account: Account) => string[]) {
  const { path: cwd, remove } = temporaryFolder()
  const port = await freePort()
  // None of them runs as root.
  const account = unprivilegedAccount()
  if (account) chownSync(cwd, account.uid, account.gid)
  const untilInputEnds = '"$@" >log 2>&1 & read -r _; kill -"$0" $!; wait'
  const running = spawn('sh', ['-c', untilInputEnds, ...prepare(cwd, port, account)], {
    ...account,
    cwd,
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl+C must not end the shell before it has ended the server.
    detached: true,
  })
  const isReady = () =>
    databaseAt(port, 'postgres')
      .query('SELECT 1')
      .then(Boolean, () => false)
  for (const deadline = Date.now() + 60_000; !(await isReady()); await pause(20))
    if (Date.now() > deadline) throw new Error(readFileSync(join(cwd, 'log'), 'utf8'))
  return {
    port,
    async [Symbol.asyncDispose]() {
      running.stdin.end()
      await once(running, 'exit')
      remove()
    },
  }
}
