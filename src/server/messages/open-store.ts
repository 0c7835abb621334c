import { mkdir, open } from 'node:fs/promises'
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
      await makeFolder(resolve(dataDir))
      return openSqlite(storeFile(dataDir))
    })
  return new Store(locationOf(databaseUrl), async () => {
    // Loaded only if it is used.
    const { openPostgres } = await import('./postgres/postgres-database.ts')
    return openPostgres(databaseUrl)
  })
}

/** Makes a folder and those above it, and syncs them: after a power cut, the messages would be lost with a folder's name. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  // Windows and some mounts cannot sync a folder. SQLite ignores that, too.
  if (first)
    for (let made = folder; made.length >= first.length; made = dirname(made)) await sync(dirname(made)).catch(() => {})
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
