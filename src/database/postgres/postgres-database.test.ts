import { inspect } from 'node:util'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { makeDatabase } from '../../../tests/support/postgres-server.ts'
import { submission } from '../../../tests/support/test-stores.ts'
import type { MessageStore } from '../../server/messages/message-store.ts'
import { Store } from '../../server/messages/store.ts'
import { StoreError } from '../database.ts'
import { withTables } from '../open-database.ts'
import { openPostgres, type PostgresOptions } from './postgres-database.ts'

// What both kinds of store do is in ../message-store.test.ts.

const impatient = { connectMs: 2_000, lockMs: 300, statementMs: 2_000, silenceMs: 500 }

const numbered = (number: number) => submission({ name: `Nr. ${number}` })

const postgres = inject('postgres')
/** For all tests but those that change it, or its server's processes. */
const { url, query } = await makeDatabase(postgres)

async function open(url: string, limits?: PostgresOptions['limits']): Promise<MessageStore> {
  const store = new Store(await withTables(await openPostgres(url, limits && { limits })))
  onTestFinished(() => store.close().catch(() => undefined))
  return store
}

/** Why something failed, for the operator. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'nothing failed',
    (error) => error,
  )
  expect(error).toBeInstanceOf(StoreError)
  // A log prints the error with its causes: these must not hold secrets either.
  expect(inspect(error, { depth: 9 })).not.toMatch(/test-password|secret|Marie|marie@|documents/)
  return error.message
}

test('several instances that start at the same moment make the tables once', async () => {
  const { url, query } = await makeDatabase(postgres)
  const stores = await Promise.all(Array.from({ length: 6 }, () => open(url)))
  const { host, pathname } = new URL(url)
  for (const [number, store] of stores.entries()) {
    expect((await store.keep(numbered(number))).kind).toBe('kept')
    // The location is printed for the operator, so it must not hold user and password.
    expect(store.location).toBe(`PostgreSQL at ${host}${pathname}`)
  }
  expect(await query('SELECT * FROM contact_schema')).toEqual([{ version: expect.any(Number) }])
})

test.each(['postgres', 'pooler'] as const)(
  'each transaction has what the promises depend on, whatever the defaults, also behind a pooler (%s)',
  async (server) => {
    const { url, query } = await makeDatabase(inject(server))
    await query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`)
    const database = await openPostgres(url)
    const other = new Client(url)
    await other.connect()
    const names = '^(synchronous_commit|lock_timeout|statement_timeout|transaction_isolation|transaction_read_only)$'
    const sql = `SELECT string_agg(setting, ' ' ORDER BY name) AS settings FROM pg_settings WHERE name ~ $1`
    for (let times = 0; times < 6; times++) {
      // The pooler uses one of its connections for this, and another for a transaction of ours at the same time.
      const busy = other.query('SET synchronous_commit = off; SET lock_timeout = 0; SELECT pg_sleep(0.01)')
      const [row] = await database.transaction((query) => query(sql, [names]))
      expect(row).toEqual({ settings: '5000 10000 on read committed off' })
      await busy
    }
    await database.close()
    await other.end()
  },
)

test('sslmode means what it means in libpq, without a warning; a failure names the remedy', async () => {
  const warned = vi.spyOn(process, 'emitWarning')
  onTestFinished(() => warned.mockRestore())
  const [{ authority } = {}] = await query(`SELECT current_setting('data_directory') || '/server.crt' AS authority`)
  const own = `sslrootcert=${authority}`
  const isEncrypted = async (parameters: string) => {
    const database = await openPostgres(`${url}?${parameters}`)
    const [row] = await database.transaction((query) =>
      query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'),
    )
    await database.close()
    return row?.ssl
  }
  for (const mode of ['prefer', 'require', `require&${own}`, `verify-ca&${own}`, `verify-full&${own}`])
    expect([mode, await isEncrypted(`sslmode=${mode}`)]).toEqual([mode, true])
  for (const mode of ['verify-full', 'verify-full&sslrootcert=system', 'verify-ca'])
    expect(await failureOf(openPostgres(`${url}?sslmode=${mode}`))).toMatch(/Name its authority in DATABASE_URL/)
  const { url: pooled } = await makeDatabase(inject('pooler'))
  expect(await failureOf(openPostgres(`${pooled}?sslmode=require`))).toMatch(/Take sslmode out of DATABASE_URL/)
  expect(warned).not.toHaveBeenCalled()
})

test('what cannot be used is a clear failure: no server, a wrong password, no database, no certificate, one that holds no script', async () => {
  for (const [right, wrong, reason] of [
    [/:\d+\//, ':1/', /127\.0\.0\.1:1\/.*ECONNREFUSED.*Check DATABASE_URL/],
    ['test-password', 'secret', /password authentication failed.*Check user and password/],
    [/\w+$/, 'elsewhere', /"elsewhere" does not exist.*Create the database/],
    [/$/, '?sslrootcert=no.pem', /ENOENT.*no\.pem.*Check DATABASE_URL/],
  ] as const)
    expect(await failureOf(open(url.replace(right, wrong)))).toMatch(reason)
  const latin = await makeDatabase(postgres, 'LATIN1')
  expect(await failureOf(open(latin.url))).toMatch(/is encoded in LATIN1.*ENCODING 'UTF8'/)
})

test('it goes by the database’s clock, whatever time an instance has', async () => {
  const [right, wrong] = [await open(url), await open(url)]
  await right.keep(numbered(1))
  expect((await right.claim(9, 9)).claims).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * 24 * 60 * 60_000 })
  try {
    expect((await wrong.claim(9, 9)).claims).toEqual([])
    expect((await wrong.keep(numbered(1))).kind).toBe('repeat')
    expect(await right.list('unknown')).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('nothing waits for ever: neither for a lock, nor for a server that fell silent', async () => {
  const { url, query } = await makeDatabase(postgres)
  const store = await open(url, impatient)
  await store.keep(numbered(1))
  // The processes that serve its connections fall silent, as behind a broken network.
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of serving) process.kill(Number(pid), name)
  }
  const serving = await query(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  expect(serving).not.toEqual([])
  signal('SIGSTOP')
  onTestFinished(() => signal('SIGCONT'))
  expect(await failureOf(store.keep(numbered(2)))).toMatch(/timeout/)
  expect((await store.keep(numbered(2))).kind).toBe('kept')

  const other = new Client(url)
  await other.connect()
  await other.query('BEGIN; LOCK TABLE contact_messages IN ACCESS EXCLUSIVE MODE')
  for (const reason of await Promise.all([store.keep(numbered(3)), store.list(), store.claim(1, 1)].map(failureOf)))
    expect(reason).toMatch(/lock timeout/)
  await other.end()
})

test('what PostgreSQL reports of a message that it rejects is not repeated', async () => {
  const store = await open(url)
  await query(`ALTER TABLE contact_messages ADD CHECK (name <> 'Marie')`)
  expect(await failureOf(store.keep(submission({ name: 'Marie' })))).toMatch(/rejected the data \(23514\)/)
})
