import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { Database, OpenDatabase } from '../../src/database/database.ts'
import { withTables } from '../../src/database/open-database.ts'
import { openPostgres } from '../../src/database/postgres/postgres-database.ts'
import { connectionTo } from '../../src/database/sqlite/connection.ts'
import { openSqlite, type SqliteOptions, sqliteDatabase, storeFile } from '../../src/database/sqlite/sqlite-database.ts'
import type { MessageStore } from '../../src/server/messages/message-store.ts'
import { Store } from '../../src/server/messages/store.ts'
import type { Submission } from '../../src/shared/contact/message-rules.ts'
import { makeDatabase } from './postgres-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type TestStores = Awaited<ReturnType<typeof makeStores>>

/** What a visitor sends. */
export const submission = (changes: Partial<Submission> = {}): Submission => ({
  name: 'Marie Durand',
  email: 'marie@example.org',
  message: 'Quels documents faut-il fournir ? 🎉',
  language: 'fr',
  website: '',
  ...changes,
})

/** The SQLite store in a folder. @param folder DATA_DIR, which must exist */
export const openSqliteStore = async (folder: string, options?: SqliteOptions): Promise<MessageStore> =>
  new Store(await withTables(await openSqlite(storeFile(folder), options)))

/** The same in the thread of the test, without waiting for the disk: quicker, where no two use it at once. */
export const openQuickStore = async (folder: string, now: () => number): Promise<MessageStore> =>
  new Store(await withTables(openHere(storeFile(folder), now)))

/** A store in memory. */
export const memoryStore = async (now?: () => number, connection = connectionTo(new DatabaseSync(':memory:'))) =>
  new Store(await withTables(sqliteDatabase(connection, now ? { now } : {})))

function openHere(file: string, now: () => number): OpenDatabase {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
  return sqliteDatabase(connectionTo(database), { file, now })
}

/** @param isShared whether several use it at once */
export async function sqliteStores(isShared = false) {
  const folder = temporaryFolder()
  const file = storeFile(folder.path)
  const open = async (now: () => number) => (isShared ? openSqlite(file, { now }) : openHere(file, now))
  return makeStores(open, async () => {}, folder.remove)
}

/** @param port where the server is, by `inject('postgres')` */
export async function postgresStores(port: number) {
  const { url } = await makeDatabase(port)
  const setter = new Client(url)
  await setter.connect()
  await setter.query('CREATE TABLE test_clock AS SELECT now()')
  const setClock = (time: number) => setter.query('UPDATE test_clock SET now = $1', [new Date(time).toISOString()])
  return makeStores(
    () => openPostgres(url, { clock: '(SELECT now FROM test_clock)' }),
    setClock,
    () => setter.end(),
  )
}

/** Stores over one database, with a clock that the test sets. */
async function makeStores(
  openDatabase: (now: () => number) => Promise<OpenDatabase>,
  setClock: (now: number) => Promise<unknown>,
  end: () => unknown,
) {
  const databases: Database[] = []
  let now = Date.parse('2026-03-01T09:00:00.000Z')
  await setClock(now)
  return {
    /** The database as another instance has it. */
    async openDatabase() {
      const database = await withTables(await openDatabase(() => now))
      databases.push(database)
      return database
    },
    /** Another instance that shares the messages. */
    async open() {
      return new Store(await this.openDatabase())
    },
    /** Another process begins a transaction, which all others wait for. @returns a function that ends it */
    async hold() {
      const database = await openDatabase(() => now)
      const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const ended = database.transaction(() => {
        begun.resolve()
        return held.promise
      })
      await begun.promise
      return async () => {
        held.resolve()
        await ended
        await database.close()
      }
    },
    /** The time there, in milliseconds since 1970. */
    get now() {
      return now
    },
    async setClock(time: number) {
      now = time
      await setClock(time)
    },
    async [Symbol.asyncDispose]() {
      for (const database of databases) await database.close().catch(() => undefined)
      await end()
    },
  }
}
