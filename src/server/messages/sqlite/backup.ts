import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../message-store.ts'
import { syncToDisk } from '../sync-to-disk.ts'

/** How long to wait for a process that is writing, in milliseconds. */
const lockTimeoutMs = 30_000

/**
 * Copies the messages to a new file as they are at one moment, while the server goes on. The copy holds nothing that was
 * erased before and nothing of who sent them, and is on the disk when this returns.
 * @returns how many messages it holds
 * @throws StoreError when it cannot be made, or is not whole; what is half made never has its name
 */
export function backUp(source: string, target: string): number {
  if (existsSync(target)) throw new StoreError(`The backup ${target} cannot be made: there is a file of that name.`)
  const partial = `${target}.partial`
  try {
    remove(partial)
    // Readable by its owner alone from the first byte on; SQLite fills a file that is there and empty.
    closeSync(openSync(partial, 'wx', 0o600))
  } catch (error) {
    throw new StoreError(`The backup ${target} cannot be made: ${(error as Error).message}.`, { cause: error })
  }
  try {
    copy(source, partial)
    forgetSenders(partial)
    const count = check(partial)
    syncToDisk(partial)
    renameSync(partial, target)
    // After a power cut, a file whose name is not on the disk is lost.
    syncToDisk(dirname(resolve(target)))
    return count
  } catch (error) {
    remove(partial)
    if (error instanceof StoreError) throw error
    throw new StoreError(`The backup ${target} failed: ${(error as Error).message}.`, { cause: error })
  }
}

/** With the journal that SQLite leaves when it is cut off. */
function remove(partial: string): void {
  for (const file of [partial, `${partial}-journal`]) rmSync(file, { force: true })
}

function copy(source: string, target: string): void {
  const database = new DatabaseSync(source, { timeout: lockTimeoutMs })
  try {
    database.prepare('VACUUM INTO ?').run(target)
  } finally {
    database.close()
  }
}

/**
 * With the key that stands beside them, the senders' hashes could be traced back to addresses for as long as the backup is
 * kept. A store that an earlier version wrote may not have these tables yet.
 */
function forgetSenders(file: string): void {
  const database = new DatabaseSync(file)
  try {
    // No journal on the disk, and no trace in pages that are free afterwards.
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA secure_delete = ON')
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE name IN ('senders', 'sender_key')").all()
    for (const { name } of tables) database.exec(`DELETE FROM ${name}`)
  } finally {
    database.close()
  }
}

/** Reads the backup, so that damage shows now and not when it is needed. @returns how many messages it holds */
function check(file: string): number {
  const database = new DatabaseSync(file)
  try {
    const [fault] = database.prepare('PRAGMA integrity_check(1)').all()
    if (fault?.integrity_check !== 'ok') throw new StoreError(`The backup ${file} is not whole.`)
    return Number(database.prepare('SELECT count(*) AS count FROM messages').get()?.count)
  } finally {
    database.close()
  }
}
