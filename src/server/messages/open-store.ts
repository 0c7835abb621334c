import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Settings } from '../../settings.ts'
import { type MessageStore, StoreError } from './message-store.ts'
import { SqliteStore } from './sqlite/sqlite-store.ts'
import { openThreadedStore } from './sqlite/threaded-store.ts'
import { syncToDisk } from './sync-to-disk.ts'

const limitWindowMs = 10 * 60_000

/**
 * Opens the store that the settings name: PostgreSQL at DATABASE_URL, or else an SQLite file under DATA_DIR.
 * @param mayWait whether the process may stand still while the disk writes: a command may, a server may not
 * @throws StoreError when it cannot be opened
 */
export async function openStore(settings: Settings, mayWait = false): Promise<MessageStore> {
  const rule = { count: settings.contactLimit, windowMs: limitWindowMs }
  if (settings.databaseUrl) {
    // Loaded where it is used: most sites run without it.
    const { openPostgresStore } = await import('./postgres/postgres-store.ts')
    return openPostgresStore(settings.databaseUrl, rule)
  }
  makeFolder(settings.dataDir)
  return mayWait ? new SqliteStore(settings.dataDir, rule) : openThreadedStore(settings.dataDir, rule)
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
