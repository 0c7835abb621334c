import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { openDatabase } from '../../database/open-database.ts'
import { storeFile } from '../../database/sqlite/sqlite-database.ts'
import type { MessageStore } from '../../server/messages/message-store.ts'
import { Store } from '../../server/messages/store.ts'
import type { Settings } from '../../settings.ts'
import { CommandError } from '../../shared/command-error.ts'

/**
 * Opens the store that the settings name, but creates none: in the wrong folder, the operator would see an empty inbox.
 * @throws CommandError when there is none
 * @throws StoreError when it cannot be opened
 */
export async function openExistingStore(settings: Settings): Promise<MessageStore> {
  const file = resolve(storeFile(settings.dataDir))
  if (!settings.databaseUrl && !existsSync(file))
    throw new CommandError(
      `There is no message store at ${file}. The server makes it at its first start; if it is elsewhere, set DATA_DIR or DATABASE_URL as for the server.`,
    )
  return new Store(openDatabase(settings))
}
