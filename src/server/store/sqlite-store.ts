import { randomUUID } from 'node:crypto'
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { Language } from '../../shared/languages.ts'
import { DeliveryLock } from './delivery-lock.ts'
import {
  type Backlog,
  fingerprintOf,
  type KeepOutcome,
  type MessageState,
  type MessageStore,
  type NewMessage,
  repeatWindowMs,
  type SenderLimitRule,
  type StoredMessage,
  StoreError,
} from './message-store.ts'
import { SenderLimit } from './sender-limit.ts'
import { lockTimeoutMs, openDatabase } from './sqlite-database.ts'

type Arrival = {
  message: NewMessage
  address: string
  at: Date
  resolve: (outcome: KeepOutcome) => void
  reject: (error: StoreError) => void
}

/** How long a check waits for another process that is writing, in milliseconds. */
const checkTimeoutMs = 200

/** Where the messages are. @param folder DATA_DIR */
export const storeFile = (folder: string) => `${folder}/messages.sqlite`

/** Messages in an SQLite file: the embedded store of one machine. Several processes may have it open. */
export class SqliteStore implements MessageStore {
  readonly place: string
  readonly #database: DatabaseSync
  readonly #limit: SenderLimit
  readonly #deliveryLock: DeliveryLock
  readonly #statements = new Map<string, StatementSync>()
  #arrivals: Arrival[] = []

  /**
   * @param folder DATA_DIR, which must be there
   * @throws StoreError when the file is damaged, newer than this program, or cannot be opened; it is left as it is
   */
  constructor(folder: string, rule: SenderLimitRule) {
    this.place = storeFile(folder)
    this.#database = openDatabase(this.place)
    this.#limit = new SenderLimit(rule)
    this.#deliveryLock = new DeliveryLock(`${folder}/delivery.lock`)
  }

  /** Messages that arrive in the same turn of the event loop share one transaction, so one wait for the disk. */
  keep(message: NewMessage, address: string, at: Date): Promise<KeepOutcome> {
    return new Promise((resolve, reject) => {
      if (this.#arrivals.length === 0) setImmediate(() => this.#keepArrivals())
      this.#arrivals.push({ message, address, at, resolve, reject })
    })
  }

  #keepArrivals(): void {
    const arrivals = this.#arrivals
    this.#arrivals = []
    const withdrawals: (() => void)[] = []
    try {
      const outcomes = this.#transaction(() => arrivals.map((arrival) => this.#keepOne(arrival, withdrawals)))
      for (const [index, { resolve }] of arrivals.entries()) resolve(outcomes[index] as KeepOutcome)
    } catch (error) {
      // What was not kept counts against nobody.
      for (const withdraw of withdrawals) withdraw()
      for (const { reject } of arrivals) reject(error as StoreError)
    }
  }

  #keepOne({ message, address, at }: Arrival, withdrawals: (() => void)[]): KeepOutcome {
    const fingerprint = fingerprintOf(message)
    const known = message.submissionId
      ? this.#get('SELECT id FROM messages WHERE submission_id = ? AND fingerprint = ?', [
          message.submissionId,
          fingerprint,
        ])
      : this.#get('SELECT id FROM messages WHERE fingerprint = ? AND received_at > ?', [
          fingerprint,
          at.getTime() - repeatWindowMs,
        ])
    if (known) return { kind: 'repeat', id: String(known.id) }
    const admission = this.#limit.admit(address, at)
    if (admission.kind === 'too-many') return admission
    withdrawals.push(admission.withdraw)
    const id = randomUUID()
    this.#run(
      `INSERT INTO messages (id, submission_id, fingerprint, name, email, message, language, received_at, state, due_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        message.submissionId ?? null,
        fingerprint,
        message.name,
        message.email,
        message.message,
        message.language,
        at.getTime(),
        message.isTrapped ? 'trapped' : 'waiting',
        at.getTime(),
      ],
    )
    return { kind: 'kept', id }
  }

  /** One process at a time delivers. Whoever did before has ended, so what it had claimed is free again. */
  async claimDue(at: Date, leaseMs: number): Promise<StoredMessage | undefined> {
    const lock = this.#deliveryLock.acquire()
    if (lock === 'held by another') return undefined
    const now = at.getTime()
    return this.#transaction(() => {
      if (lock === 'acquired') this.#run('UPDATE messages SET claimed_until = NULL WHERE claimed_until IS NOT NULL', [])
      const row = this.#get(
        `UPDATE messages SET claimed_until = ?, attempts = attempts + 1
         WHERE id = (SELECT id FROM messages
                     WHERE state = 'waiting' AND due_at <= ? AND (claimed_until IS NULL OR claimed_until <= ?)
                     ORDER BY due_at, received_at LIMIT 1)
         RETURNING *`,
        [now + leaseMs, now, now],
      )
      return row && messageOf(row)
    })
  }

  async markDelivered(id: string, at: Date): Promise<void> {
    this.#write(
      `UPDATE messages SET state = 'delivered', delivered_at = ?, claimed_until = NULL, reason = NULL WHERE id = ?`,
      [at.getTime(), id],
    )
  }

  async postpone(id: string, reason: string, until: Date): Promise<void> {
    this.#write('UPDATE messages SET due_at = ?, claimed_until = NULL, reason = ? WHERE id = ?', [
      until.getTime(),
      reason,
      id,
    ])
  }

  async refuse(id: string, reason: string): Promise<void> {
    this.#write(`UPDATE messages SET state = 'refused', claimed_until = NULL, reason = ? WHERE id = ?`, [reason, id])
  }

  async list(state?: MessageState): Promise<StoredMessage[]> {
    const rows = this.#all('SELECT * FROM messages WHERE ?1 IS NULL OR state = ?1 ORDER BY received_at DESC, id', [
      state ?? null,
    ])
    return rows.map(messageOf)
  }

  async find(idBeginning: string): Promise<StoredMessage[]> {
    return this.#all('SELECT * FROM messages WHERE substr(id, 1, ?) = ?', [idBeginning.length, idBeginning]).map(
      messageOf,
    )
  }

  async requeue(ids: string[], at: Date): Promise<number> {
    return this.#write(
      `UPDATE messages SET state = 'waiting', due_at = ?, claimed_until = NULL, delivered_at = NULL
       WHERE id IN (SELECT value FROM json_each(?))`,
      [at.getTime(), JSON.stringify(ids)],
    )
  }

  async erase(ids: string[]): Promise<number> {
    const erased = this.#write('DELETE FROM messages WHERE id IN (SELECT value FROM json_each(?))', [
      JSON.stringify(ids),
    ])
    // Also when they are gone already: an erasure that was interrupted may have left them in the files.
    this.#scrub()
    return erased
  }

  async purge(before: Date): Promise<{ erased: number; undelivered: number }> {
    const rows = this.#transaction(() =>
      this.#all('DELETE FROM messages WHERE received_at < ? RETURNING state', [before.getTime()]),
    )
    if (rows.length > 0) this.#scrub()
    return { erased: rows.length, undelivered: rows.filter(({ state }) => state !== 'delivered').length }
  }

  /**
   * Commits the number that the file has already, and waits for the disk as every commit does. A transaction that is
   * rolled back would not do: SQLite writes nothing to a full disk before it commits.
   */
  async checkWritable(): Promise<void> {
    // Waiting for another process would hold up pages too: whoever checks can come again.
    this.#database.exec(`PRAGMA busy_timeout = ${checkTimeoutMs}`)
    try {
      this.#transaction(() => {
        const version = Number(this.#get('PRAGMA user_version', [])?.user_version)
        this.#database.exec(`PRAGMA user_version = ${version}`)
      })
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${lockTimeoutMs}`)
    }
  }

  async backlog(): Promise<Backlog> {
    const [row] = this.#all(
      `SELECT count(*) AS waiting, min(received_at) AS oldest_at FROM messages WHERE state = 'waiting'`,
      [],
    )
    const oldestAt = row?.oldest_at
    return { waiting: Number(row?.waiting), oldestAt: oldestAt ? new Date(Number(oldestAt)) : undefined }
  }

  async close(): Promise<void> {
    if (this.#arrivals.length > 0) this.#keepArrivals()
    this.#deliveryLock.release()
    this.#database.close()
  }

  /**
   * Takes what was deleted out of the files too. Pages are overwritten as they are freed (secure_delete); VACUUM leaves
   * out what remains between the rows of pages that are still in use; the checkpoint empties the write-ahead file.
   */
  #scrub(): void {
    this.#guard(() => {
      this.#database.exec('VACUUM')
      const checkpoint = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
      if (checkpoint?.busy !== 0)
        throw new StoreError(
          `The messages were erased, but another program is reading ${this.place}, whose files hold a copy until it ends. Then run "npm run inbox -- purge".`,
        )
    })
  }

  #write(sql: string, values: SQLInputValue[]): number {
    return this.#transaction(() => this.#run(sql, values))
  }

  /** The write lock is taken at once: a transaction that reads first could not wait for it later. */
  #transaction<Result>(work: () => Result): Result {
    return this.#guard(() => {
      this.#database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        this.#database.exec('COMMIT')
        return result
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
        throw error
      }
    })
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      if (error instanceof StoreError) throw error
      throw new StoreError(`The message store ${this.place} failed: ${(error as Error).message}.`, { cause: error })
    }
  }

  #run = (sql: string, values: SQLInputValue[]) => Number(this.#statement(sql).run(...values).changes)
  #get = (sql: string, values: SQLInputValue[]): Row | undefined => this.#statement(sql).get(...values)
  #all = (sql: string, values: SQLInputValue[]): Row[] => this.#guard(() => this.#statement(sql).all(...values))

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

type Row = Record<string, SQLOutputValue>

function messageOf(row: Row): StoredMessage {
  return {
    id: String(row.id),
    name: String(row.name),
    email: String(row.email),
    message: String(row.message),
    language: String(row.language) as Language,
    receivedAt: new Date(Number(row.received_at)),
    state: String(row.state) as MessageState,
    attempts: Number(row.attempts),
    dueAt: new Date(Number(row.due_at)),
    reason: row.reason === null ? undefined : String(row.reason),
    deliveredAt: row.delivered_at === null ? undefined : new Date(Number(row.delivered_at)),
  }
}
