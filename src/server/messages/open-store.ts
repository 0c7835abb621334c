import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
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
      makeFolder(resolve(dataDir))
      return openSqlite(storeFile(dataDir))
    })
  return new Store(locationOf(databaseUrl), async () => {
    // Loaded only if it is used.
    const { openPostgres } = await import('./postgres/postgres-database.ts')
    return openPostgres(databaseUrl)
  })
}

/** Makes a folder and those above it, and syncs them: after a power cut, the messages would be lost with a folder's name. */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first) for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made))
}

/** Waits until the disk has the names in a folder. Windows and some mounts cannot sync a folder; SQLite ignores that, too. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {}
}
