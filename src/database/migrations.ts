import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type OpenDatabase, StoreError } from './database.ts'

/** The migrations in their order: 0001_messages.sql leads to version 1. Some are for one kind of database: 0003_append_only.sqlite.sql. */
function readMigrations(kind: OpenDatabase['kind']): string[] {
  const folder = fileURLToPath(new URL('../../migrations', import.meta.url))
  const names = readdirSync(folder).filter((name) => new RegExp(`^\\w+(\\.${kind})?\\.sql$`).test(name))
  return names.sort().map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
}

/**
 * Brings the tables up to date in one transaction; if several instances start together, one of them does it. An account that
 * may not create tables can use tables that are up to date.
 * @throws StoreError if a newer version of this program has changed them
 */
export async function migrate(database: OpenDatabase): Promise<void> {
  const migrations = readMigrations(database.kind)
  await database.transaction(async (query) => {
    const [table] = await query(database.findTable, ['contact_schema'])
    const [{ version } = { version: 0 }] = table ? await query('SELECT version FROM contact_schema', []) : []
    if (version > migrations.length)
      throw new StoreError(
        `The database ${database.location} was written by a newer version of this program (${version}; this one knows ${migrations.length}). Start that version instead.`,
      )
    if (version === migrations.length) return
    for (const sql of migrations.slice(version)) await query(sql)
    await query('UPDATE contact_schema SET version = $1', [migrations.length])
  })
}
