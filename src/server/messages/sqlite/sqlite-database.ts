import { chmodSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../message-store.ts'
import { readMigrations } from '../migrations.ts'

/**
 * Opens the database, makes it where there is none, checks that it is whole and brings its tables up to date.
 * @param lockMs how long to wait for another process that is writing, in milliseconds
 * @throws StoreError when that cannot be done; the file is left as it is
 */
export function openDatabase(file: string, lockMs: number): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: lockMs })
    // Nobody but this user may read what visitors wrote.
    if (file !== ':memory:') chmodSync(file, 0o600)
    checkIntegrity(database, file)
    // FULL waits for the disk at every commit: an acknowledged message survives a power cut.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    migrate(database, file)
    return database
  } catch (error) {
    if (database?.isOpen) database.close()
    if (error instanceof StoreError) throw error
    if (isDamage(error)) throw damaged(file, (error as Error).message, error)
    throw new StoreError(
      `The message store ${file} cannot be opened: ${(error as Error).message}. Check that the folder is there and may be written to.`,
      { cause: error },
    )
  }
}

function checkIntegrity(database: DatabaseSync, file: string): void {
  const faults = database.prepare('PRAGMA quick_check(1)').all()
  const [fault] = faults.map(({ quick_check }) => String(quick_check))
  if (fault !== 'ok') throw damaged(file, fault ?? 'no answer')
}

/** SQLITE_CORRUPT and SQLITE_NOTADB (sqlite.org/rescode.html). */
const isDamage = (error: unknown) => [11, 26].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

const damaged = (file: string, fault: string, cause?: unknown) =>
  new StoreError(
    `The message store ${file} is damaged (${fault}). It was left as it is. Put a backup in its place, or move it away together with ${file}-wal to begin an empty one; docs/runbook.md says how to save what it holds.`,
    { cause },
  )

/** Each migration is applied whole or not at all, by one process at a time. */
function migrate(database: DatabaseSync, file: string): void {
  const migrations = readMigrations('sqlite')
  const versionNow = () => Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (versionNow() === migrations.length) return
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = versionNow()
    if (version > migrations.length)
      throw new StoreError(
        `The message store ${file} was written by a newer version of this program (${version}; this one knows ${migrations.length}). Start that version instead.`,
      )
    for (const migration of migrations.slice(version)) database.exec(migration.sql)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** What tells an open file from another that has its name now; nothing when there is none. */
export function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

/** How long to wait before the write-ahead file is tried again: its lock is held for moments, and SQLite does not wait. */
const checkpointPauseMs = 50

/**
 * Takes what was deleted out of the files too. Pages are overwritten as they are freed (secure_delete); VACUUM leaves out
 * what remains between the rows of pages that are still in use; the checkpoint empties the write-ahead file.
 * @param waitMs how long to wait for another program that reads, in milliseconds
 * @throws StoreError when it reads for longer
 */
export function scrub(database: DatabaseSync, file: string, waitMs: number): void {
  database.exec('VACUUM')
  const giveUpAt = performance.now() + waitMs
  while (database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0) {
    if (performance.now() > giveUpAt)
      throw new StoreError(
        `The messages were erased, but another program is reading ${file}, whose files hold a copy until it ends. The server tries again within the hour; for it to be now, run "npm run inbox -- purge".`,
      )
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, checkpointPauseMs)
  }
}
