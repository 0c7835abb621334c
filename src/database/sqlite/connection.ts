import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Query } from '../database.ts'

/** A connection to an SQLite file, in this thread or in another. Its statements run in the order of the calls. */
export type Connection = { query: Query; close(): Promise<void> }

/** A connection in this thread: each statement blocks it until the disk has responded. */
export function connectionTo(database: DatabaseSync): Connection {
  const statements = new Map<string, StatementSync>()
  return {
    async query(sql, values) {
      if (!values) {
        database.exec(sql)
        return []
      }
      // In SQLite, $1 is a name.
      const statement = statements.get(sql) ?? database.prepare(sql.replaceAll('$', '?'))
      statements.set(sql, statement)
      return statement.all(...values)
    },
    async close() {
      database.close()
    },
  }
}
