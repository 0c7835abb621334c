import { mkdirSync } from 'node:fs'
import type { Settings } from '../../settings.ts'
import { type MessageStore, StoreError } from './message-store.ts'
import { SqliteStore } from './sqlite-store.ts'

const limitWindowMs = 10 * 60_000

/**
 * Opens the store that the settings name: PostgreSQL at DATABASE_URL, or else an SQLite file under DATA_DIR.
 * @throws StoreError when it cannot be opened
 */
export async function openStore(settings: Settings): Promise<MessageStore> {
  const rule = { count: settings.contactLimit, windowMs: limitWindowMs }
  if (settings.databaseUrl) {
    // Loaded where it is used: most sites run without it.
    const { openPostgresStore } = await import('./postgres-store.ts')
    return openPostgresStore(settings.databaseUrl, rule)
  }
  makeFolder(settings.dataDir)
  return new SqliteStore(settings.dataDir, rule)
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StoreError(`DATA_DIR ${folder} cannot be made: ${(error as Error).message}.`, { cause: error })
  }
}
