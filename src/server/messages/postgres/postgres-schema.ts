import { StoreError } from '../message-store.ts'
import { readMigrations } from '../migrations.ts'
import type { PostgresDatabase, Query } from './postgres-database.ts'

/** How long a statement of a migration may take, and with it the wait for another instance that is migrating. */
const migrationMs = 10 * 60_000

/**
 * Brings the tables up to date, whole or not at all; of several instances that start together, one does it.
 * @throws StoreError when the database cannot hold messages, or a newer version of this program has changed it
 */
export async function migrate(database: PostgresDatabase): Promise<void> {
  await checkEncoding(database)
  const migrations = readMigrations('postgres')
  // A user who may not create tables can still use those that are there and up to date.
  const { rows: found } = await database.query(`SELECT WHERE to_regclass('contact_schema') IS NOT NULL`)
  if (found.length > 0 && (await readVersion(database.query)) === migrations.length) return
  await database.transaction(async (query) => {
    await query('SET LOCAL lock_timeout = 0')
    await query(`SELECT pg_advisory_xact_lock(hashtextextended('contact schema', 0))`)
    // Not to_regclass again: it answers from a cache that does not know yet what was made during the wait.
    await query('CREATE TABLE IF NOT EXISTS contact_schema (version integer NOT NULL)')
    const version = await readVersion(query)
    if (version > migrations.length)
      throw new StoreError(
        `The message store ${database.place} was written by a newer version of this program (${version}; this one knows ${migrations.length}). Start that version instead.`,
      )
    for (const { sql } of migrations.slice(version)) await query(sql)
    await query('DELETE FROM contact_schema')
    await query('INSERT INTO contact_schema (version) VALUES ($1)', [migrations.length])
  }, migrationMs)
}

async function readVersion(query: Query): Promise<number> {
  const { rows } = await query<{ version: number }>('SELECT version FROM contact_schema')
  return rows[0]?.version ?? 0
}

async function checkEncoding({ query, place }: PostgresDatabase): Promise<void> {
  const { rows } = await query<{ server_encoding: string }>('SHOW server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8')
    throw new StoreError(
      `${place} is encoded in ${encoding}, which cannot hold every script. Name a database made with ENCODING 'UTF8'.`,
    )
}
