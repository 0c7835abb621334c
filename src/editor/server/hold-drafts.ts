import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../shared/command-error.ts'

/** Kept while the process runs, because the lock ends with the database that holds it. */
let lock: DatabaseSync | undefined

/**
 * Keeps the drafts for this process: two would write over each other. It is the system's own lock, so that it ends with the
 * process, however that ends, and none is left behind.
 * @throws CommandError when another editor has them
 */
export function holdDrafts(folder: string): void {
  mkdirSync(folder, { recursive: true })
  lock = new DatabaseSync(join(folder, 'editor.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new CommandError(
      'The editor is running already. Open the address that it gave when it started; or end it there with Ctrl+C, and start it again here.',
    )
  }
}

const sqliteBusy = 5
