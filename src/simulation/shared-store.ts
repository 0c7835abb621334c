import { DatabaseSync } from 'node:sqlite'
import { connectionTo } from '../server/messages/sqlite/connection.ts'
import { sqliteDatabase } from '../server/messages/sqlite/sqlite-database.ts'
import { Store } from '../server/messages/store.ts'

/**
 * The real store, in memory. Opening one takes as long as a short history, so one serves all of them; in between it is
 * emptied.
 */
export class SharedStore {
  readonly store: Store
  readonly #database: DatabaseSync
  readonly #clock: { now: () => number }

  private constructor(store: Store, database: DatabaseSync, clock: { now: () => number }) {
    this.store = store
    this.#database = database
    this.#clock = clock
  }

  static async open(): Promise<SharedStore> {
    const clock = { now: Date.now }
    const database = new DatabaseSync(':memory:')
    const store = await Store.open(sqliteDatabase(connectionTo(database), { now: () => clock.now() }))
    return new SharedStore(store, database, clock)
  }

  reset(): void {
    this.#database.exec('DELETE FROM contact_messages')
  }

  /** Whose clock the store goes by for the next call. */
  set now(now: () => number) {
    this.#clock.now = now
  }
}
