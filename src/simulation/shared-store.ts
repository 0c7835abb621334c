import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { SenderLimitRule } from '../server/messages/sender-limit.ts'
import { SqliteStore } from '../server/messages/sqlite/sqlite-store.ts'

export const limitWindowMs = 10 * 60_000

/**
 * The real store, in memory. Opening one takes as long as a short history, so one serves all of them; in between its
 * tables are emptied.
 */
export class SharedStore {
  readonly store: SqliteStore
  readonly #database: DatabaseSync
  readonly #tables: string[]
  readonly #dueTimes: StatementSync
  /** Each puts back a row that the tables had when the store was new. */
  readonly #putBack: (() => void)[] = []
  #now: () => number = Date.now
  readonly #rule: SenderLimitRule = { count: 5, windowMs: limitWindowMs }

  constructor() {
    const { store, database } = captured(() => new SqliteStore(':memory:', this.#rule, () => this.#now()))
    this.store = store
    this.#database = database
    this.#dueTimes = database.prepare(
      'SELECT id, iif(due_at - pause_ms > ?1, ?1, due_at) AS at FROM messages WHERE due_at IS NOT NULL',
    )
    this.#tables = database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
      .all()
      .map(({ name }) => String(name))
    for (const table of this.#tables)
      for (const row of database.prepare(`SELECT * FROM ${table}`).all()) {
        const names = Object.keys(row)
        const insertion = database.prepare(
          `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        )
        this.#putBack.push(() => insertion.run(...Object.values(row)))
      }
  }

  /**
   * When each message is due by the store's clock: at once if that was set back to before its pause. A query of its own,
   * because it is asked so often that reading whole messages would cost too much.
   */
  dueTimes(now: number): { id: string; at: number }[] {
    return this.#dueTimes.all(now).map(({ id, at }) => ({ id: String(id), at: Number(at) }))
  }

  /** Empties the store to what it held when it was new. @param count how many messages a sender may send */
  reset(count: number): void {
    this.#rule.count = count
    this.#database.exec(this.#tables.map((table) => `DELETE FROM ${table}`).join(';'))
    for (const putBack of this.#putBack) putBack()
  }

  /** Whose clock the store goes by for the next call. */
  set now(now: () => number) {
    this.#now = now
  }
}

/** A store, with the database that it opens and does not expose. */
function captured(open: () => SqliteStore): { store: SqliteStore; database: DatabaseSync } {
  const { exec } = DatabaseSync.prototype
  let database: DatabaseSync | undefined
  DatabaseSync.prototype.exec = function (sql) {
    database = this
    return exec.call(this, sql)
  }
  try {
    const store = open()
    if (!database) throw new Error('The store has opened no database.')
    return { store, database }
  } finally {
    DatabaseSync.prototype.exec = exec
  }
}
