import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { MessageStore } from '../../src/server/messages/message-store.ts'
import { openPostgres } from '../../src/server/messages/postgres/postgres-database.ts'
import { openSqlite, type SqliteOptions, storeFile } from '../../src/server/messages/sqlite/sqlite-database.ts'
import { Store } from '../../src/server/messages/store.ts'
import type { PostgresDatabases, TestDatabase } from './postgres-server.ts'

/** Stores over one database, with a clock that the test sets. */
export type TestStores = {
  /** Another instance that shares the messages. */
  open(): Promise<MessageStore>
  /** The time there, in milliseconds since 1970. */
  readonly now: number
  setClock(now: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const start = Date.parse('2026-03-01T09:00:00.000Z')

/** The SQLite store in a folder. @param folder DATA_DIR, which must exist */
export const openSqliteStore = async (folder: string, options?: SqliteOptions): Promise<MessageStore> =>
  Store.open(await openSqlite(storeFile(folder), options))

export async function sqliteStores(): Promise<TestStores> {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  const stores: MessageStore[] = []
  let now = start
  return {
    async open() {
      const store = await openSqliteStore(folder, { now: () => now })
      stores.push(store)
      return store
    },
    get now() {
      return now
    },
    async setClock(time) {
      now = time
    },
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store.close().catch(() => undefined)
      rmSync(folder, { recursive: true })
    },
  }
}

/** Databases of finished tests, emptied for the next one: that takes a tenth of the time of creating one. */
const emptied: TestDatabase[] = []

export async function postgresStores(server: PostgresDatabases): Promise<TestStores> {
  const database = emptied.pop() ?? (await server.makeDatabase())
  const { url } = database
  const stores: MessageStore[] = []
  const setter = new Client(url)
  let now = start
  await setter.connect()
  await setter.query('CREATE TABLE test_clock (now timestamptz)')
  await setter.query('INSERT INTO test_clock VALUES ($1)', [new Date(now).toISOString()])
  return {
    async open() {
      const store = await Store.open(await openPostgres(url, { clock: '(SELECT now FROM test_clock)' }))
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
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store.close().catch(() => undefined)
      await setter.query('TRUNCATE contact_messages; DROP TABLE test_clock')
      emptied.push(database)
      await setter.end()
    },
  }
}
