import { DatabaseSync } from 'node:sqlite'
import type { MessageStore } from '../server/messages/message-store.ts'
import { connectionTo } from '../server/messages/sqlite/connection.ts'
import { sqliteDatabase } from '../server/messages/sqlite/sqlite-database.ts'
import { Store } from '../server/messages/store.ts'

/** The real store, in memory. @property clock is what it goes by, and may be replaced */
export type SharedStore = { store: MessageStore; clock: { now: () => number }; empty(): void }

/** Opening a store takes as long as a short history: one serves all histories and is emptied between them. */
export async function openSharedStore(): Promise<SharedStore> {
  const connection = new DatabaseSync(':memory:')
  const clock = { now: Date.now }
  const store = await Store.open(sqliteDatabase(connectionTo(connection), { now: () => clock.now() }))
  return { store, clock, empty: () => connection.exec('DELETE FROM contact_messages') }
}
