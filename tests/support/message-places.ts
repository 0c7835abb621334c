import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { MessageStore } from '../../src/server/messages/message-store.ts'
import { openPostgresStore } from '../../src/server/messages/postgres/postgres-store.ts'
import type { SenderLimitRule } from '../../src/server/messages/sender-limit.ts'
import { SqliteStore } from '../../src/server/messages/sqlite/sqlite-store.ts'
import type { PostgresDatabases, TestDatabase } from './postgres-server.ts'

/** A place for messages of one kind, with a clock that the test sets. */
export type MessagePlace = {
  /** Another instance at the same messages; without a limit on senders where none is given. */
  open(rule?: SenderLimitRule): Promise<MessageStore>
  /** The time there, in milliseconds since 1970. */
  readonly now: number
  setClock(now: number): Promise<void>
  /** Everything that the store has written to disk. */
  bytes(): Promise<Buffer>
  [Symbol.asyncDispose](): Promise<void>
}

export const noLimit: SenderLimitRule = { count: 0, windowMs: 600_000 }

const start = Date.parse('2026-03-01T09:00:00.000Z')

/** @param folder ':memory:' for a store that is as fast as can be, and has one instance and no files */
export async function sqlitePlace(folder = mkdtempSync(join(tmpdir(), 'store-'))): Promise<MessagePlace> {
  const stores: MessageStore[] = []
  let now = start
  return {
    async open(rule = noLimit) {
      const store = new SqliteStore(folder, rule, () => now)
      stores.push(store)
      return store
    },
    get now() {
      return now
    },
    async setClock(time) {
      now = time
    },
    bytes: async () => Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file)))),
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store.close().catch(() => undefined)
      if (folder !== ':memory:') rmSync(folder, { recursive: true })
    },
  }
}

/** Databases whose test is over, emptied for the next one: that takes a tenth of the time of making one. */
const emptied: TestDatabase[] = []

const empty = `TRUNCATE contact_messages, contact_senders, contact_sender_key;
  UPDATE contact_clock SET seen_at = NULL, purge_wait_ms = 0; DROP TABLE test_clock`

/** @param database one without tables; else any that is free is taken */
export async function postgresPlace(
  server: PostgresDatabases,
  database?: TestDatabase,
): Promise<MessagePlace & Pick<TestDatabase, 'query'>> {
  const { url, query, bytes } = database ?? emptied.pop() ?? (await server.makeDatabase())
  const stores: MessageStore[] = []
  const setter = new Client(url)
  let now = start
  await setter.connect()
  await setter.query('CREATE TABLE test_clock (now timestamptz)')
  await setter.query('INSERT INTO test_clock VALUES ($1)', [new Date(now).toISOString()])
  return {
    async open(rule = noLimit) {
      const store = await openPostgresStore(url, rule, { clock: '(SELECT now FROM test_clock)' })
      stores.push(store)
      return store
    },
    get now() {
      return now
    },
    async setClock(time) {
      now = time
      await setter.query('UPDATE test_clock SET now = $1', [new Date(now).toISOString()])
    },
    // The write-ahead log, which is the whole server's, is left out: it holds what was erased until it is recycled.
    bytes,
    query,
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store.close().catch(() => undefined)
      if (!database) {
        await setter.query(empty)
        emptied.push({ url, query, bytes })
      }
      await setter.end()
    },
  }
}
