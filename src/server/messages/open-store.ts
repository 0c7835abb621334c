import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Settings } from '../../settings.ts'
import { type MessageStore, StoreError } from './message-store.ts'
import { openSqlite, storeFile } from './sqlite/sqlite-database.ts'
import { Store } from './store.ts'
import { syncToDisk } from './sync-to-disk.ts'

/** Where it is, for the operator: a file, or a database without its password. */
export function storeLocation({ databaseUrl, dataDir }: Settings): string {
  if (!databaseUrl) return storeFile(dataDir)
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}

/**
 * Opens the store that the settings name: PostgreSQL at DATABASE_URL, or else an SQLite file under DATA_DIR.
 * @throws StoreError when it cannot be opened
 */
export async function openStore({ databaseUrl, dataDir }: Settings): Promise<MessageStore> {
  if (databaseUrl) {
    // Loaded where it is used: most sites run without it.
    const { openPostgres } = await import('./postgres/postgres-database.ts')
    return Store.open(await openPostgres(databaseUrl))
  }
  makeFolder(dataDir)
  return Store.open(await openSqlite(storeFile(dataDir)))
}

function makeFolder(folder: string): void {
  try {
    makeMissing(resolve(folder))
  } catch (error) {
    throw new StoreError(`DATA_DIR ${folder} cannot be made: ${(error as Error).message}.`, { cause: error })
  }
}

/** One by one: asked for all of them at once, Node tries for ever in a folder that takes no others, such as /proc. */
function makeMissing(folder: string): void {
  if (existsSync(folder)) return
  makeMissing(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another instance may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // After a power cut, a folder whose name is not on the disk is lost, and the messages with it.
  syncToDisk(dirname(folder))
}
