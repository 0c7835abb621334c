import { mkdir } from 'node:fs/promises'
import type { Settings } from '../../settings.ts'
import { locationOf } from './database.ts'
import type { MessageStore } from './message-store.ts'
import { openSqlite, storeFile } from './sqlite/sqlite-database.ts'
import { Store } from './store.ts'

/**
 * The store that the settings name: PostgreSQL at DATABASE_URL, or else an SQLite file under DATA_DIR. It is opened at its first
 * use.
 */
export function openStore({ databaseUrl, dataDir }: Settings): MessageStore {
  if (!databaseUrl)
    return new Store(storeFile(dataDir), async () => {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      return openSqlite(storeFile(dataDir))
    })
  return new Store(locationOf(databaseUrl), async () => {
    // Loaded only if it is used.
    const { openPostgres } = await import('./postgres/postgres-database.ts')
    return openPostgres(databaseUrl)
  })
}
