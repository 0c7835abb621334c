import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { Client } from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { noLimit, postgresPlace } from '../../../../tests/support/message-places.ts'
import { PostgresDatabases, type TestDatabase } from '../../../../tests/support/postgres-server.ts'
import type { Submission } from '../../../shared/contact/message-rules.ts'
import { type MessageStore, StoreError } from '../message-store.ts'
import { readMigrations } from '../migrations.ts'
import type { SenderLimitRule } from '../sender-limit.ts'
import type { TimeLimits } from './postgres-database.ts'
import { openPostgresStore } from './postgres-store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const two: SenderLimitRule = { count: 2, windowMs: 10 * minuteMs }
const impatient: TimeLimits = { connectMs: 2_000, lockMs: 300, statementMs: 2_000, silenceMs: 500 }
const sender = '203.0.113.77'

const message = (number: number, changes: Partial<Submission> = {}): Submission => ({
  id: `3f2b6f0e-9d0c-4c46-8a53-${String(number).padStart(12, '0')}`,
  name: `Nr. ${number}`,
  email: 'marie@example.org',
  message: 'Quels documents faut-il fournir ?',
  language: 'fr',
  website: '',
  ...changes,
})

const server = new PostgresDatabases(inject('postgres'))

async function open(url: string, rule = noLimit, limits?: TimeLimits): Promise<MessageStore> {
  const store = await openPostgresStore(url, rule, limits && { limits })
  onTestFinished(() => store.close().catch(() => undefined))
  return store
}

/** A database with an account of its own, of the same name, which may do no more than make tables there. */
async function makeOwnedDatabase() {
  const { url, query } = await server.makeDatabase()
  const name = new URL(url).pathname.slice(1)
  await query(`CREATE ROLE ${name} LOGIN PASSWORD 'test-password'; GRANT ALL ON SCHEMA public TO ${name}`)
  return { url: Object.assign(new URL(url), { username: name }).href, query, name }
}

const endConnections = (query: TestDatabase['query'], user: string) =>
  query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${user}'`)

/** Another program's connection, in the middle of a transaction, until it is disposed of. */
async function openTransaction(url: string, sql: string): Promise<AsyncDisposable> {
  const client = new Client(url)
  await client.connect()
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; ${sql}`)
  return { [Symbol.asyncDispose]: () => client.end() }
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

describe('opening', () => {
  test('several instances that start at the same moment make the tables once', async () => {
    const { url, query } = await server.makeDatabase()
    const stores = await Promise.all(Array.from({ length: 6 }, () => open(url)))
    const { host, pathname } = new URL(url)
    for (const [number, store] of stores.entries()) {
      expect((await store.keep(message(number), sender)).kind).toBe('kept')
      // The place is printed for the operator, so it must not hold user and password.
      expect(store.place).toBe(`PostgreSQL at ${host}${pathname}`)
    }
    expect(await query('SELECT * FROM contact_schema')).toEqual([{ version: 2 }])
  })

  test('messages of the version before are kept; what it had refused, or had under way, is tried again', async () => {
    await using place = await postgresPlace(server, await server.makeDatabase())
    const [first] = readMigrations('postgres')
    await place.query(first?.sql ?? '')
    await place.query('CREATE TABLE contact_schema AS SELECT 1 AS version')
    const receivedAt = new Date(place.now - 3 * dayMs).toISOString()
    // As the previous version writes rows, also while its instances still run beside new ones.
    const insert = (name: string, state: string, claimedUntil: number | null) =>
      place.query(`INSERT INTO contact_messages
          (id, fingerprint, name, email, message, language, received_at, state, due_at, attempts, claimed_until)
        VALUES ('${name}', '${name}', '${name}', '', '', 'fr', '${receivedAt}', '${state}', '${receivedAt}', 1,
          ${claimedUntil === null ? 'NULL' : `'${new Date(claimedUntil).toISOString()}'`})`)
    for (const state of ['waiting', 'delivered', 'refused', 'trapped']) await insert(state, state, null)
    await insert('lost', 'waiting', place.now - 1)
    await insert('under way', 'waiting', place.now + minuteMs)

    const store = await place.open()
    await insert('late', 'waiting', null)
    const claimed = await store.claim(9, 9)
    expect(claimed.map(({ message }) => [message.name, message.state]).sort()).toEqual([
      ['late', 'waiting'],
      ['refused', 'refused'],
      ['waiting', 'waiting'],
    ])
    await place.setClock(place.now + minuteMs)
    await store.claim(0, 0)
    const unknown = await store.list('unknown')
    expect(unknown.map(({ name, possibleCopies }) => [name, possibleCopies]).sort()).toEqual([
      ['lost', 1],
      ['under way', 1],
    ])
    // After the migration, the time of the newest message counts as the time that the store saw last.
    expect(await store.purge(365)).toMatchObject({ kind: 'clock in doubt' })
  })

  test('a database that a newer version has changed is left alone', async () => {
    const { url, query } = await server.makeDatabase()
    await (await open(url)).keep(message(1), sender)
    await query('UPDATE contact_schema SET version = 99')
    expect(await failureOf(open(url))).toMatch(/newer version.*\(99; this one knows 2\)\. Start that version/)
    expect(await query('SELECT version FROM contact_schema')).toEqual([{ version: 99 }])
    expect(await query('SELECT name FROM contact_messages')).toEqual([{ name: 'Nr. 1' }])
  })

  test('a database that cannot hold every script is refused', async () => {
    const { url } = await server.makeDatabase('LATIN1')
    expect(await failureOf(open(url))).toMatch(/is encoded in LATIN1.*ENCODING 'UTF8'/)
  })

  test.each([
    ['a server that is not there', /:\d+\//, ':1/', /127\.0\.0\.1:1\/.*ECONNREFUSED.*Check DATABASE_URL/],
    ['a wrong password', 'test-password', 'secret', /password authentication failed.*Check user and password/],
    ['a database that is not there', /\w+$/, 'elsewhere', /"elsewhere" does not exist.*Create the database/],
    ['a certificate that is not there', /$/, '?sslrootcert=no.pem', /DATABASE_URL cannot be used: ENOENT.*no\.pem/],
  ])('%s is a clear refusal', async (_case, right, wrong, reason) => {
    const { url } = await server.makeDatabase()
    expect(await failureOf(open(url.replace(right, wrong)))).toMatch(reason)
  })

  test('a server that never answers is given up', async () => {
    const port = await listen(createServer())
    expect(await failureOf(open(`postgres://user:secret@127.0.0.1:${port}/website`, noLimit, impatient))).toMatch(
      /cannot be reached.*timeout/,
    )
  })
})

test('it goes by the database’s clock, whatever an instance takes the time to be', async () => {
  const { url } = await server.makeDatabase()
  const [right, wrong] = [await open(url, two), await open(url, two)]
  const asWrong = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * dayMs })
    try {
      return await work()
    } finally {
      vi.useRealTimers()
    }
  }
  await right.keep(message(1), sender)
  await asWrong(() => wrong.keep(message(2), sender))
  expect((await right.keep(message(3), sender)).kind).toBe('too-many')
  expect(await right.claim(9, 9)).toHaveLength(2)
  expect(await asWrong(() => wrong.claim(9, 9))).toEqual([])
  expect(await asWrong(() => wrong.purge(365))).toEqual({ kind: 'purged', erased: 0, undelivered: 0 })
  expect(await right.list('unknown')).toEqual([])
})

describe('the limit on senders', () => {
  test('holds no sender longer than it must: rows for a window, the key for a day', async () => {
    await using place = await postgresPlace(server)
    const stores = [await place.open(two), await place.open(two)] as const
    const rows = () => place.query(`SELECT sender, encode(key, 'hex') AS key FROM contact_senders, contact_sender_key`)
    const start = place.now
    await stores[0].keep(message(1), sender)
    await place.setClock(start + 1)
    await stores[1].keep(message(2), '203.0.113.78')
    const first = await rows()
    // One row for each sender, and one for all senders together.
    expect(new Set(first.map((row) => row.sender)).size).toBe(3)

    await place.setClock(start + 11 * minuteMs)
    await stores[0].keep(message(3), sender)
    expect(await rows()).toHaveLength(2)
    expect(first).toEqual(expect.arrayContaining(await rows()))

    await place.setClock(start + dayMs)
    await stores[1].keep(message(4), sender)
    const next = await rows()
    expect(next).toHaveLength(2)
    for (const row of next) {
      expect(row.key).not.toBe(first[0]?.key)
      expect(first.map((row) => row.sender)).not.toContain(row.sender)
    }
    // The other instance, too, uses the new key.
    const kindOf = async (number: number) => (await stores[0].keep(message(number), sender)).kind
    expect([await kindOf(5), await kindOf(6)]).toEqual(['kept', 'too-many'])
    // As docs/runbook.md says, the key can be deleted at any time: only the limit begins anew.
    await place.query('DELETE FROM contact_sender_key; DELETE FROM contact_senders')
    expect([await kindOf(7), await kindOf(8), await kindOf(9)]).toEqual(['kept', 'kept', 'too-many'])
    // A purge deletes the key as well, when no message comes that would.
    await place.setClock(start + 2 * dayMs)
    await stores[0].purge(365)
    expect(await rows()).toEqual([])
  })
})

describe('erasing', () => {
  const kept = 'bleibt'
  const taken = 'ZURÜCKGENOMMEN'

  /** Messages to keep and to erase, short ones and such as PostgreSQL stores apart, and the ids of the latter. */
  async function fill(store: MessageStore): Promise<string[]> {
    const ids: string[] = []
    for (let number = 0; number < 40; number++) {
      const word = number % 2 === 0 ? taken : kept
      // Long and without repetition, so that it is stored apart and not compressed.
      const noise = Array.from({ length: number * 20 }, (_, index) => ((index * 7919 + number) % 99991).toString(36))
      const changes = { name: word, email: `${word}@example.org`, message: `${noise.join(' ')} ${word}` }
      const outcome = await store.keep(message(number, changes), sender)
      if (word === taken && 'id' in outcome) ids.push(outcome.id)
    }
    return ids
  }

  test('leaves nothing in statistics, in what is stored apart, or for transactions that began before', async () => {
    const { url, query, bytes } = await server.makeDatabase()
    const store = await open(url)
    const ids = await fill(store)
    const [claim] = await store.claim(1, 0)
    await store.settle(claim?.token ?? '', { kind: 'refused', reason: `550 ${taken}` })
    await query('CREATE TABLE elsewhere (number integer)')
    await query('ANALYZE')
    await using _other = await openTransaction(url, 'SELECT * FROM elsewhere')

    expect((await bytes()).includes(taken)).toBe(true)
    expect(await store.erase(ids)).toBe(20)
    await query('ANALYZE')
    const left = await bytes()
    expect(left.includes(taken)).toBe(false)
    expect(ids.filter((id) => left.includes(id))).toEqual([])
    expect(left.includes(kept)).toBe(true)
    expect((await store.list()).map(({ name }) => name)).toEqual(Array(20).fill(kept))
  })

  test('is done whole or not at all, and says when it cannot', async () => {
    const { url, query } = await server.makeDatabase()
    const store = await open(url, noLimit, impatient)
    const ids = await fill(store)
    {
      await using _backup = await openTransaction(url, 'SELECT * FROM contact_messages')
      expect(await failureOf(store.erase(ids))).toMatch(/lock timeout/)
      expect(await failureOf(store.purge(0))).toMatch(/lock timeout/)
      expect(await store.list()).toHaveLength(40)
    }

    await query(`CREATE ROLE writer LOGIN PASSWORD 'test-password'`)
    await query('GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA public TO writer')
    const writer = await open(Object.assign(new URL(url), { username: 'writer' }).href)
    expect((await writer.keep(message(99), sender)).kind).toBe('kept')
    expect(await failureOf(writer.erase(ids))).toMatch(/must be owner.*must own the tables/)
    expect(await store.list()).toHaveLength(41)
  })
})

describe('failures', () => {
  test('nothing waits for ever: neither for a lock, nor for a server that fell silent', async () => {
    const { url } = await server.makeDatabase()
    const line = await openLine(Number(new URL(url).port))
    const store = await open(Object.assign(new URL(url), { port: line.port }).href, two, impatient)
    await store.keep(message(1), sender)
    line.isCut = true
    for (const reason of await Promise.all([store.keep(message(2), sender), store.list()].map(failureOf)))
      expect(reason).toMatch(/timeout/)
    line.isCut = false
    expect((await store.keep(message(2), sender)).kind).toBe('kept')

    await using _other = await openTransaction(url, 'LOCK TABLE contact_messages IN ACCESS EXCLUSIVE MODE')
    for (const reason of await Promise.all(
      [store.keep(message(3), sender), store.list(), store.claim(1, 1)].map(failureOf),
    ))
      expect(reason).toMatch(/lock timeout/)
  })

  test('a password that changes is told, once open connections have ended, and the new one is all it takes', async () => {
    const { url, query, name } = await makeOwnedDatabase()
    const store = await open(url)
    await store.keep(message(1), sender)
    await query(`ALTER ROLE ${name} PASSWORD 'new'`)
    // Open connections go on, so that the operator has time for a restart.
    expect((await store.keep(message(2), sender)).kind).toBe('kept')
    await endConnections(query, name)
    await vi.waitFor(async () => expect(await failureOf(store.list())).toMatch(/Check user and password/), 5_000)
    expect(await (await open(url.replace('test-password', 'new'))).list()).toHaveLength(2)
  })

  test('a user who owns nothing but the tables is enough, and a database set to read only is noticed', async () => {
    const { url, query, name } = await makeOwnedDatabase()
    const store = await open(url)
    await store.checkWritable()
    await query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    await endConnections(query, name)
    await vi.waitFor(async () => expect(await failureOf(store.checkWritable())).toMatch(/is set to read only/), 5_000)
  })

  test('what PostgreSQL says of a message that it refused is not repeated', async () => {
    const { url, query } = await server.makeDatabase()
    const store = await open(url)
    await query(`ALTER TABLE contact_messages ADD CHECK (name <> 'Marie')`)
    expect(await failureOf(store.keep(message(1, { name: 'Marie' }), sender))).toMatch(/refused the data \(23514\)/)
  })

  test('closing lets what is under way end; after that nothing is taken', async () => {
    const { url } = await server.makeDatabase()
    const store = await open(url)
    const keeping = Promise.all(Array.from({ length: 50 }, (_, number) => store.keep(message(number), sender)))
    await store.close()
    expect(await keeping).toHaveLength(50)
    await failureOf(store.keep(message(51), sender))
    expect(await (await open(url)).list()).toHaveLength(50)
  })
})

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return String((server.address() as AddressInfo).port)
}

/** A proxy to the server that can stop passing data without closing the connection, as a broken network does. */
async function openLine(serverPort: number): Promise<{ port: string; isCut: boolean }> {
  const line = { port: '', isCut: false }
  const proxy = createServer((near: Socket) => {
    const far = openSocket(serverPort, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('data', (data) => line.isCut || other.write(data))
      one.on('close', () => other.destroy()).on('error', () => other.destroy())
    }
    onTestFinished(() => void near.destroy())
  })
  line.port = await listen(proxy)
  return line
}
