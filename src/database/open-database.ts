import { mkdir } from 'node:fs/promises'
import pLimit from 'p-limit'
import type { Settings } from '../settings.ts'
import { type Database, databaseName, type OpenDatabase, StoreError, throwIfAborted } from './database.ts'
import { migrate } from './migrations.ts'
import { openSqlite, storeFile } from './sqlite/sqlite-database.ts'

/**
 * The database that the settings name: PostgreSQL at DATABASE_URL, or else an SQLite file under DATA_DIR. It is opened at its first
 * use.
 */
export function openDatabase({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): Database {
  if (!databaseUrl)
    return openedWhenUsed(storeFile(dataDir), async () => {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      return openSqlite(storeFile(dataDir))
    })
  return openedWhenUsed(databaseName(databaseUrl), async () => {
    // Loaded only if it is used.
    const { openPostgres } = await import('./postgres/postgres-database.ts')
    return openPostgres(databaseUrl)
  })
}

/** An open database with its tables up to date. @throws StoreError when they cannot be brought up to date */
export async function withTables(open: OpenDatabase): Promise<Database> {
  const database = openedWhenUsed(open.location, async () => open)
  await database.transaction(async () => undefined)
  return database
}

/**
 * A database that is opened at its first use, and again after a failure, and does one thing at a time. Whatever is thrown becomes a
 * StoreError here. After an error that the database did not expect, its connection is not trusted any more: the next use opens another.
 * @param location for the operator: a file, or a database without its password
 */
function openedWhenUsed(location: string, open: () => Promise<OpenDatabase>): Database {
  const serialise = pLimit(1)
  let current: Promise<OpenDatabase> | undefined
  let isClosed = false

  async function use<Result>(work: (database: OpenDatabase) => Promise<Result>): Promise<Result> {
    if (isClosed) throw new StoreError(`The database ${location} is closed.`)
    current ??= open().then(migrated)
    const opening = current
    let database: OpenDatabase | undefined
    try {
      database = await opening
      return await serialise(work, database)
    } catch (error) {
      const isExpected = error instanceof StoreError
      if (current === opening && !(database && isExpected)) {
        current = undefined
        serialise(async () => database?.close()).catch(() => undefined)
      }
      if (isExpected) throw error
      const reason = error instanceof Error ? error.message : String(error)
      const fault = database
        ? `failed: ${reason}.`
        : `cannot be opened: ${reason}. Check that it is there, and that this account may read and write it.`
      throw new StoreError(`The database ${location} ${fault}`, { cause: error })
    }
  }

  return {
    location,
    transaction: (work, signal) =>
      use((database) => {
        throwIfAborted(signal, location)
        return database.transaction(work)
      }),
    clean: () => use((database) => database.clean()),
    async close() {
      isClosed = true
      const database = await current?.catch(() => undefined)
      await serialise(async () => database?.close())
    },
  }
}

/** Brings the tables up to date. @throws StoreError when that cannot be done; then the database is closed */
async function migrated(database: OpenDatabase): Promise<OpenDatabase> {
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
