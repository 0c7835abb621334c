import { randomBytes, randomUUID } from 'node:crypto'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Submission } from '../../../shared/contact/message-rules.ts'
import { after, expired, retried, revived, type Step } from '../life-cycle.ts'
import {
  type Backlog,
  type Claim,
  fingerprintOf,
  type KeepOutcome,
  leaseMs,
  type Message,
  type MessageState,
  type MessageStore,
  type Outcome,
  type PurgeOutcome,
  repeatWindowMs,
  StoreError,
} from '../message-store.ts'
import { afterLook, dayMs } from '../purge-guard.ts'
import { keyLifeMs, type SenderLimitRule, scopesOf } from '../sender-limit.ts'
import { identityOf, openDatabase, scrub } from './sqlite-database.ts'
import { messageOf, progressOf, type Row } from './sqlite-rows.ts'

/** How long a store waits for another process that is writing, in milliseconds. */
const lockTimeoutMs = 5_000

/** Where the messages are. @param folder DATA_DIR */
export const storeFile = (folder: string) => `${folder}/messages.sqlite`

/**
 * Messages in an SQLite file: the embedded store of one machine. Several processes may have it open. Each call does its
 * work before it returns, and waits for the disk: the server has it on a thread of its own (threaded-store.ts).
 */
export class SqliteStore implements MessageStore {
  readonly place: string
  readonly #database: DatabaseSync
  readonly #rule: SenderLimitRule
  readonly #now: () => number
  readonly #lockMs: number
  /** What tells the open file from another of its name. */
  readonly #identity: string | undefined
  readonly #statements = new Map<string, StatementSync>()

  /**
   * @param folder DATA_DIR, which must be there; or ':memory:'
   * @param now the store's clock, in milliseconds since 1970
   * @param lockMs how long to wait for another process that is writing, in milliseconds
   * @throws StoreError when the file is damaged, newer than this program, or cannot be opened; it is left as it is
   */
  constructor(
    folder: string | ':memory:',
    rule: SenderLimitRule,
    now: () => number = Date.now,
    lockMs = lockTimeoutMs,
  ) {
    this.place = folder === ':memory:' ? folder : storeFile(folder)
    this.#database = openDatabase(this.place, lockMs)
    this.#rule = rule
    this.#now = now
    this.#lockMs = lockMs
    this.#identity = identityOf(this.place)
  }

  async keep(submission: Submission, address: string): Promise<KeepOutcome> {
    const [outcome] = this.keepAll([{ submission, address }])
    return outcome as KeepOutcome
  }

  /** Keeps several in one transaction: they share one wait for the disk. */
  keepAll(arrivals: { submission: Submission; address: string }[]): KeepOutcome[] {
    return this.#transaction(() => {
      const now = this.#now()
      this.#forgetSenders(now)
      const key = this.#senderKey(now)
      return arrivals.map(({ submission, address }) => this.#keepOne(submission, address, key, now))
    })
  }

  #keepOne(submission: Submission, address: string, key: Buffer, now: number): KeepOutcome {
    const fingerprint = fingerprintOf(submission)
    const known = submission.id
      ? this.#get('SELECT id FROM messages WHERE submission_id = ? AND fingerprint = ?', [submission.id, fingerprint])
      : this.#get('SELECT id FROM messages WHERE fingerprint = ? AND received_at BETWEEN ? AND ?', [
          fingerprint,
          now - repeatWindowMs,
          now + repeatWindowMs,
        ])
    if (known) return { kind: 'repeat', id: String(known.id) }
    const retryAfterMs = this.#admit(address, key, now)
    if (retryAfterMs > 0) return { kind: 'too-many', retryAfterMs }
    const id = randomUUID()
    const isTrapped = submission.website !== ''
    this.#run(
      `INSERT INTO messages (id, submission_id, fingerprint, name, email, message, language, received_at, state, due_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        submission.id ?? null,
        fingerprint,
        submission.name,
        submission.email,
        submission.message,
        submission.language,
        now,
        isTrapped ? 'trapped' : 'waiting',
        isTrapped ? null : now,
      ],
    )
    // If the clock is behind now, this message looks old once it is right: with this time noted, the purge sees the leap.
    this.#run('UPDATE clock SET seen_at = ?1 WHERE seen_at IS NULL OR seen_at > ?1', [now])
    return { kind: 'kept', id }
  }

  /** Counts a message against its sender. @returns 0, or how long the sender must wait */
  #admit(address: string, key: Buffer, now: number): number {
    const scopes = scopesOf(address, this.#rule, key)
    // A time in the future was noted before the clock was set back: it counts against nobody.
    const waits = scopes.map(({ scope, most }) => {
      const oldest = this.#get(
        `SELECT received_at FROM senders WHERE scope = ? AND received_at BETWEEN ? AND ? ORDER BY received_at DESC LIMIT 1 OFFSET ${most - 1}`,
        [scope, now - this.#rule.windowMs + 1, now],
      )
      return oldest ? Number(oldest.received_at) + this.#rule.windowMs - now : 0
    })
    const longest = Math.max(0, ...waits)
    if (longest === 0)
      for (const { scope } of scopes) this.#run('INSERT INTO senders (scope, received_at) VALUES (?, ?)', [scope, now])
    return longest
  }

  /** Deletes senders who have sent nothing within the limit's window. */
  #forgetSenders(now: number): void {
    this.#run('DELETE FROM senders WHERE received_at <= ?', [now - this.#rule.windowMs])
  }

  /** The key of the senders' hashes: a new one each day. The senders that were hashed with the old one are deleted. */
  #senderKey(now: number): Buffer {
    const known = this.#get('SELECT key, made_at FROM sender_key', [])
    // A key from the future is one from a clock that was wrong: it would live too long.
    if (known && Math.abs(now - Number(known.made_at)) < keyLifeMs) return Buffer.from(known.key as Uint8Array)
    const key = randomBytes(32)
    this.#run('DELETE FROM senders', [])
    this.#run('DELETE FROM sender_key', [])
    this.#run('INSERT INTO sender_key (key, made_at) VALUES (?, ?)', [key, now])
    return key
  }

  async claim(first: number, again: number): Promise<Claim[]> {
    return this.#transaction(() => {
      const now = this.#now()
      this.#endClaims(now)
      // Only what is to be tried has a due_at: the index on it holds no message that is delivered. A value that is bound
      // to LIMIT would make SQLite prepare the statement anew each time, which was most of the work of a look.
      // A message waits only while the clock is within its pause, so that setting the clock back does not make it wait longer.
      const due = (tried: string, most: number) =>
        this.#all(
          `SELECT * FROM messages
           WHERE due_at IS NOT NULL AND claimed_until IS NULL AND attempts ${tried}
             AND (due_at <= ?1 OR due_at - pause_ms > ?1)
           ORDER BY due_at, received_at LIMIT ${Math.max(0, Math.trunc(most))}`,
          [now],
        )
      return [...due('= 0', first), ...due('> 0', again)].map((row) => {
        const token = randomUUID()
        this.#run('UPDATE messages SET token = ?, claimed_until = ?, attempts = attempts + 1 WHERE id = ?', [
          token,
          now + leaseMs,
          row.id as string,
        ])
        return { token, message: { ...messageOf(row), attempts: Number(row.attempts) + 1 } }
      })
    })
  }

  /** A claim ends with its lease, and never lasts longer than two, even when the clock is set back. */
  #endClaims(now: number): void {
    const ended = this.#all('SELECT * FROM messages WHERE claimed_until <= ?1 OR claimed_until > ?1 + 2 * ?2', [
      now,
      leaseMs,
    ])
    for (const row of ended) this.#write(row, expired(progressOf(row)), now, row.token as string | null)
  }

  async extend(tokens: string[]): Promise<void> {
    this.#transaction(() => {
      const now = this.#now()
      for (const token of tokens) {
        const row = this.#claimed(token)
        if (!row) continue
        const { state, possibleCopies } = row.claimed_until === null ? revived(progressOf(row)) : progressOf(row)
        this.#run('UPDATE messages SET state = ?, possible_copies = ?, claimed_until = ? WHERE token = ?', [
          state,
          possibleCopies,
          now + leaseMs,
          token,
        ])
      }
    })
  }

  async settle(token: string, outcome: Outcome): Promise<'settled' | 'lost'> {
    return this.#transaction(() => {
      const row = this.#claimed(token)
      if (!row) return 'lost'
      const progress = row.claimed_until === null ? revived(progressOf(row)) : progressOf(row)
      const now = this.#now()
      this.#write(row, after(progress, outcome), now, null)
      return 'settled'
    })
  }

  #claimed = (token: string) => this.#get('SELECT * FROM messages WHERE token = ?', [token])

  #write({ id }: Row, { pauseMs, ...step }: Step, now: number, token: string | null): void {
    this.#run(
      `UPDATE messages SET state = ?, deferrals = ?, refusals = ?, possible_copies = ?, reason = ?, due_at = ?,
         pause_ms = ?, delivered_at = ?, token = ?, claimed_until = NULL WHERE id = ?`,
      [
        step.state,
        step.deferrals,
        step.refusals,
        step.possibleCopies,
        step.reason,
        pauseMs === undefined ? null : now + pauseMs,
        pauseMs ?? 0,
        step.state === 'delivered' ? now : null,
        token,
        id as string,
      ],
    )
  }

  async list(state?: MessageState, textLength?: number): Promise<Message[]> {
    const rows = this.#all(
      `SELECT id, name, email, iif(?2 IS NULL, message, substr(message, 1, ?2)) AS message, language, received_at, state,
         attempts, possible_copies, due_at, reason, delivered_at
       FROM messages WHERE ?1 IS NULL OR state = ?1 ORDER BY received_at DESC, id`,
      [state ?? null, textLength ?? null],
    )
    return rows.map(messageOf)
  }

  async find(idBeginning: string): Promise<Message[]> {
    return this.#all('SELECT * FROM messages WHERE substr(id, 1, ?) = ?', [idBeginning.length, idBeginning]).map(
      messageOf,
    )
  }

  async retry(ids: string[]): Promise<number> {
    return this.#transaction(() => {
      const now = this.#now()
      this.#endClaims(now)
      const rows = this.#all(
        `SELECT id, state, deferrals, refusals, possible_copies, claimed_until, token FROM messages
         WHERE id IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(ids)],
      )
      for (const row of rows)
        if (row.claimed_until === null) this.#write(row, retried(progressOf(row)), now, row.token as string | null)
      return rows.length
    })
  }

  async erase(ids: string[]): Promise<number> {
    const erased = this.#transaction(() => {
      this.#run('UPDATE clock SET scrub_owed = 1', [])
      return this.#run('DELETE FROM messages WHERE id IN (SELECT value FROM json_each(?))', [JSON.stringify(ids)])
    })
    // Also when they are gone already: an erasure that was interrupted may have left them in the files.
    this.#scrub()
    return erased
  }

  async purge(days: number): Promise<PurgeOutcome> {
    const outcome = this.#transaction((): PurgeOutcome => {
      const now = this.#now()
      const seen = this.#get('SELECT seen_at, purge_wait_ms FROM clock', []) ?? {}
      const seenAt = seen.seen_at === null ? undefined : Number(seen.seen_at)
      const waitMs = afterLook({ seenAt, waitMs: Number(seen.purge_wait_ms) }, now)
      this.#run('UPDATE clock SET seen_at = ?, purge_wait_ms = ?', [now, waitMs])
      this.#forgetSenders(now)
      if (waitMs > 0) return { kind: 'clock in doubt', waitMs }
      const rows = this.#all('DELETE FROM messages WHERE received_at < ? RETURNING state', [now - days * dayMs])
      if (rows.length > 0) this.#run('UPDATE clock SET scrub_owed = 1', [])
      return {
        kind: 'purged',
        erased: rows.length,
        undelivered: rows.filter(({ state }) => state !== 'delivered').length,
      }
    })
    // Whatever the clock: a person has erased it, or a purge that trusted the clock.
    if (!this.#get('SELECT 1 FROM clock WHERE scrub_owed', [])) return outcome
    try {
      this.#scrub()
      return outcome
    } catch (error) {
      return { ...outcome, stillInFiles: (error as StoreError).message }
    }
  }

  /**
   * Writes the version that the file has already, and waits for the disk as every commit does. A transaction that is
   * rolled back would not do: SQLite writes nothing to a full disk before it commits.
   */
  async checkWritable(): Promise<void> {
    this.#transaction(() => {
      const version = Number(this.#get('PRAGMA user_version', [])?.user_version)
      this.#database.exec(`PRAGMA user_version = ${version}`)
    })
  }

  async backlog(): Promise<Backlog> {
    const rows = this.#all(
      `SELECT state, count(*) AS count, min(received_at) AS oldest_at FROM messages
       WHERE state IN ('waiting', 'unknown', 'refused') GROUP BY state`,
      [],
    )
    const of = (state: MessageState) => Number(rows.find((row) => row.state === state)?.count ?? 0)
    const ages = rows
      .filter(({ state }) => state !== 'refused')
      .map(({ oldest_at }) => Math.max(0, this.#now() - Number(oldest_at)))
    return {
      waiting: of('waiting'),
      unknown: of('unknown'),
      refused: of('refused'),
      oldestMs: ages.length > 0 ? Math.max(...ages) : undefined,
    }
  }

  async close(): Promise<void> {
    this.#database.close()
  }

  #scrub(): void {
    this.#guard(() => {
      scrub(this.#database, this.place, this.#lockMs)
      this.#run('UPDATE clock SET scrub_owed = 0', [])
    })
  }

  /** The write lock is taken at once: a transaction that reads first could not wait for it later. */
  #transaction<Result>(work: () => Result): Result {
    return this.#guard(() => {
      // What is written into a file that is no longer there is lost, though SQLite says that it was written.
      if (identityOf(this.place) !== this.#identity)
        throw new StoreError(
          `The message store ${this.place} was moved, replaced or deleted while this program had it open. Put the right file in its place and start the program again.`,
        )
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
