import { DatabaseSync } from 'node:sqlite'
import type { SenderLimitRule } from '../../../src/server/messages/sender-limit.ts'
import { SqliteStore } from '../../../src/server/messages/sqlite/sqlite-store.ts'

export const limitWindowMs = 10 * 60_000

/**
 * The real store, in memory. Opening one takes as long as a short history, so one serves all of them; in between its
 * tables are emptied.
 */
export class SharedStore {
  readonly store: SqliteStore
  readonly #database: DatabaseSync
  readonly #tables: string[]
  readonly #initial = new Map<string, Record<string, never>[]>()
  #now: () => number = Date.now
  readonly #rule: SenderLimitRule = { count: 5, windowMs: limitWindowMs }

  constructor() {
    const { store, database } = captured(() => new SqliteStore(':memory:', this.#rule, () => this.#now()))
    this.store = store
    this.#database = database
    this.#tables = database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
      .all()
      .map(({ name }) => String(name))
    for (const table of this.#tables)
      this.#initial.set(table, database.prepare(`SELECT * FROM ${table}`).all() as Record<string, never>[])
  }

  /** As on the first day. */
  reset(count: number): void {
    this.#rule.count = count
    this.#database.exec(this.#tables.map((table) => `DELETE FROM ${table}`).join(';'))
    for (const [table, rows] of this.#initial)
      for (const row of rows) {
        const names = Object.keys(row)
        this.#database
          .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
          .run(...Object.values(row))
      }
  }

  /** Whose clock the store goes by for the next call. */
  set now(now: () => number) {
    this.#now = now
  }
}

/** The database that a store opens for itself, and shows to nobody. */
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
