import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Database, Query } from './database.ts'
import { StoreError } from './message-store.ts'

/** The migrations in their order: 0001_messages.sql leads to version 1. */
function readMigrations(): string[] {
  const folder = fileURLToPath(new URL('../../../migrations', import.meta.url))
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
}

/**
 * Brings the tables up to date in one transaction; if several instances start together, one of them does it. An account that
 * may not create tables can use tables that are up to date.
 * @throws StoreError if a newer version of this program has changed them
 */
export async function migrate(database: Database): Promise<void> {
  const migrations = readMigrations()
  const versionIn = async (query: Query): Promise<number> => {
    if (!(await database.hasTable(query, 'contact_schema'))) return 0
    const [row] = await query('SELECT version FROM contact_schema', [])
    return row?.version ?? 0
  }
  if ((await versionIn(database.query)) === migrations.length) return
  await database.transaction(async (query) => {
    const version = await versionIn(query)
    if (version > migrations.length)
      throw new StoreError(
        `The message store ${database.location} was written by a newer version of this program (${version}; this one knows ${migrations.length}). Start that version instead.`,
      )
    for (const sql of migrations.slice(version)) await query(sql)
    await query('UPDATE contact_schema SET version = $1', [migrations.length])
  })
}
