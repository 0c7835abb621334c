import { chmod, stat, writeFile } from 'node:fs/promises'
import { type OpenDatabase, type Query, StoreError } from '../database.ts'
import type { Connection } from './connection.ts'
import { openOnThread } from './threaded-connection.ts'

export type SqliteOptions = {
  /** The clock, in milliseconds since 1970. */
  now?: () => number
  /** How long to wait for another process's lock, in milliseconds. */
  lockMs?: number
}

/** The file with messages and acts. @param folder DATA_DIR */
export const storeFile = (folder: string) => `${folder}/messages.sqlite`

/**
 * Opens an SQLite file, makes it if there is none, and checks that it is not damaged. Several processes may have it open.
 * @throws Error when that cannot be done; the file is left as it is
 */
export async function openSqlite(file: string, { now, lockMs = 5_000 }: SqliteOptions = {}): Promise<OpenDatabase> {
  // Only this user may read what visitors wrote. SQLite would open a file that may only be read, and never write to it.
  await writeFile(file, '', { flag: 'ax', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  await chmod(file, 0o600)
  const connection = openOnThread({ file, lockMs })
  try {
    const [fault] = await connection.query('PRAGMA quick_check(1)', [])
    if (fault?.quick_check !== 'ok') throw damaged(file, String(fault?.quick_check))
    // FULL waits for the disk at every commit: an acknowledged message survives a power cut. Deleted pages are overwritten.
    await connection.query('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    return sqliteDatabase(connection, { file, ...(now && { now }) })
  } catch (error) {
    await connection.close()
    throw sqliteErrorOf(file, error as SqliteError)
  }
}

/** A database over a connection. @param file undefined for a database in memory */
export function sqliteDatabase(
  connection: Connection,
  { file, now = Date.now }: { file?: string; now?: () => number },
): OpenDatabase {
  const location = file ?? ':memory:'
  const identity = file && identityOf(file)

  const query: Query = async (sql, values) => {
    try {
      return await connection.query(sql, values)
    } catch (error) {
      throw sqliteErrorOf(location, error as SqliteError)
    }
  }
  /** SQLite reports success for a file that was deleted or replaced, but what is written to it is lost. */
  const checkFile = async () => {
    if (file && (await identityOf(file)) !== (await identity))
      throw new StoreError(
        `The database ${file} was moved, replaced or deleted while this program had it open. Put the right file back and start the program again.`,
      )
  }
  async function transaction<Result>(work: (query: Query, now: number) => Promise<Result>): Promise<Result> {
    try {
      // Takes the write lock at once: a transaction that reads first could not wait for it later.
      await Promise.all([query('BEGIN IMMEDIATE'), checkFile()])
      const result = await work(query, now())
      await query('COMMIT')
      return result
    } catch (error) {
      await query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  return {
    location,
    transaction,
    kind: 'sqlite',
    findTable: 'SELECT 1 FROM sqlite_schema WHERE name = $1',
    // Empties the write-ahead log, unless another program is reading it.
    clean: async () => void (await query('PRAGMA wal_checkpoint(TRUNCATE)')),
    close: connection.close,
  }
}

/** Distinguishes a file from another one that has replaced it; undefined if there is none. */
async function identityOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined)
  return found && `${found.dev} ${found.ino}`
}

type SqliteError = Error & { errcode?: number }

/** SQLite's own errors as StoreErrors; any other as it is. */
function sqliteErrorOf(location: string, error: SqliteError): Error {
  if (error.errcode === undefined) return error
  // SQLITE_CORRUPT and SQLITE_NOTADB (sqlite.org/rescode.html).
  if ([11, 26].includes(error.errcode & 0xff)) return damaged(location, error.message, error)
  return new StoreError(`The database ${location} failed: ${error.message}.`, { cause: error })
}

const damaged = (file: string, fault: string, cause?: unknown) =>
  new StoreError(
    `The database ${file} is damaged (${fault}). It was left as it is. Put a backup in its place, or move it away together with ${file}-wal to begin an empty one; docs/runbook.md explains how to save what it holds.`,
    { cause },
  )
