import { randomUUID } from 'node:crypto'
import type { Submission } from '../../../shared/contact/message-rules.ts'
import {
  type Backlog,
  type Claim,
  fingerprintOf,
  type KeepOutcome,
  type Message,
  type MessageState,
  type MessageStore,
  type Outcome,
  type PurgeOutcome,
  repeatWindowMs,
  StoreError,
} from '../message-store.ts'
import { afterLook, dayMs } from '../purge-guard.ts'
import type { SenderLimitRule } from '../sender-limit.ts'
import {
  claimDue,
  endClaims,
  extendClaim,
  lockClaims,
  messageOf,
  type ProgressRow,
  type Row,
  retryMessage,
  settleClaim,
} from './postgres-claims.ts'
import { PostgresDatabase, type PostgresOptions, type Query } from './postgres-database.ts'
import { migrate } from './postgres-schema.ts'
import { admit, forgetSenders, scrubSenders, senderKey } from './postgres-senders.ts'

/** How long a statement of erasing may take: it writes every message that is left anew. */
const erasureMs = 10 * 60_000

/**
 * Opens messages in a PostgreSQL database, and brings its tables up to date.
 * @param databaseUrl DATABASE_URL
 * @throws StoreError when the database cannot be reached or used, or is newer than this program
 */
export async function openPostgresStore(
  databaseUrl: string,
  rule: SenderLimitRule,
  options?: PostgresOptions,
): Promise<MessageStore> {
  const database = new PostgresDatabase(databaseUrl, options)
  try {
    await migrate(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return new PostgresStore(database, rule)
}

/** Messages in PostgreSQL: the store that several instances share. */
class PostgresStore implements MessageStore {
  readonly place: string
  readonly #database: PostgresDatabase
  readonly #rule: SenderLimitRule

  constructor(database: PostgresDatabase, rule: SenderLimitRule) {
    this.place = database.place
    this.#database = database
    this.#rule = rule
  }

  /** When the connection is lost in the middle of the commit, the message may be there: repeating it finds out. */
  keep(submission: Submission, address: string): Promise<KeepOutcome> {
    return this.#database.watch(async () => {
      let isKeyForgotten = false
      const outcome = await this.#database.transaction(async (query): Promise<KeepOutcome> => {
        const fingerprint = fingerprintOf(submission)
        // Each lock is a statement of its own, so that the next one sees what the holder before it has committed.
        await lock(query, `message ${fingerprint}`)
        const isLimited = this.#rule.count > 0
        if (isLimited) await lock(query, 'senders')
        const now = await this.#database.now(query)
        const senders = isLimited ? await senderKey(query, this.#rule, now) : undefined
        isKeyForgotten = senders?.isForgotten ?? false
        const known = await findRepeat(query, submission, fingerprint, now)
        if (known) return { kind: 'repeat', id: known }
        const retryAfterMs = senders ? await admit(query, address, this.#rule, senders.key, now) : 0
        if (retryAfterMs > 0) return { kind: 'too-many', retryAfterMs }
        return { kind: 'kept', id: await insert(query, submission, fingerprint, now) }
      })
      if (isKeyForgotten) await scrubSenders(this.#database)
      return outcome
    })
  }

  claim(first: number, again: number): Promise<Claim[]> {
    return this.#database.transaction(async (query) => {
      const now = await this.#database.now(query)
      await endClaims(query, now)
      return [...(await claimDue(query, false, first, now)), ...(await claimDue(query, true, again, now))]
    })
  }

  extend(tokens: string[]): Promise<void> {
    return this.#database.transaction(async (query) => {
      const rows = await lockClaims(query, tokens)
      const now = await this.#database.now(query)
      for (const row of rows) await extendClaim(query, row, now)
    })
  }

  settle(token: string, outcome: Outcome): Promise<'settled' | 'lost'> {
    return this.#database.transaction(async (query) => {
      const [row] = await lockClaims(query, [token])
      if (!row) return 'lost'
      await settleClaim(query, row, outcome, await this.#database.now(query))
      return 'settled'
    })
  }

  async list(state?: MessageState, textLength?: number): Promise<Message[]> {
    const { rows } = await this.#database.query<Row>(
      `SELECT id, name, email, CASE WHEN $2::integer IS NULL THEN message ELSE left(message, $2) END AS message, language,
         received_at, state, attempts, possible_copies, due_at, reason, delivered_at
       FROM contact_messages WHERE $1::text IS NULL OR state = $1 ORDER BY received_at DESC, id`,
      [state ?? null, textLength ?? null],
    )
    return rows.map(messageOf)
  }

  async find(idBeginning: string): Promise<Message[]> {
    const { rows } = await this.#database.query<Row>('SELECT * FROM contact_messages WHERE starts_with(id, $1)', [
      idBeginning,
    ])
    return rows.map(messageOf)
  }

  retry(ids: string[]): Promise<number> {
    return this.#database.transaction(async (query) => {
      await endClaims(query, await this.#database.now(query))
      const { rows } = await query<ProgressRow>(
        `SELECT id, state, deferrals, refusals, possible_copies, claimed_until, token FROM contact_messages
         WHERE id = ANY($1) ORDER BY id FOR UPDATE`,
        [ids],
      )
      const now = await this.#database.now(query)
      for (const row of rows) if (!row.claimed_until) await retryMessage(query, row, now)
      return rows.length
    })
  }

  async erase(ids: string[]): Promise<number> {
    const erased = await this.#eraseWhere('id = ANY($1)', ids)
    return erased.length
  }

  purge(days: number): Promise<PurgeOutcome> {
    return this.#database.watch(async () => {
      const { now, waitMs } = await this.#look()
      if (waitMs > 0) return { kind: 'clock in doubt', waitMs }
      const erased = await this.#eraseWhere('received_at < $1', new Date(now - days * dayMs))
      const undelivered = erased.filter((state) => state !== 'delivered').length
      return { kind: 'purged', erased: erased.length, undelivered }
    })
  }

  /** Notes the time for the purge, and forgets old senders even when no new message comes. */
  async #look(): Promise<{ now: number; waitMs: number }> {
    const { isKeyForgotten, ...seen } = await this.#database.transaction(async (query) => {
      await lock(query, 'senders')
      const { rows } = await query<{ seen_at: Date | null; purge_wait_ms: number }>(
        'SELECT seen_at, purge_wait_ms FROM contact_clock FOR UPDATE',
      )
      const now = await this.#database.now(query)
      const [known] = rows
      const waitMs = afterLook({ seenAt: known?.seen_at?.getTime(), waitMs: known?.purge_wait_ms ?? 0 }, now)
      await query('UPDATE contact_clock SET seen_at = $1, purge_wait_ms = $2', [new Date(now), waitMs])
      return { now, waitMs, isKeyForgotten: await forgetSenders(query, this.#rule, now) }
    })
    if (isKeyForgotten) await scrubSenders(this.#database)
    return seen
  }

  /**
   * Commits a record of the write-ahead log that belongs to no table, so that there is nothing to tidy up after it. A
   * database that was set to read only, as some services do when its disk is full, would still take that: so this is asked too.
   */
  async checkWritable(): Promise<void> {
    const { rows } = await this.#database.query<{ read_only: string }>(
      `SELECT current_setting('transaction_read_only') AS read_only,
              pg_logical_emit_message(true, 'contact messages', 'check')`,
    )
    if (rows[0]?.read_only !== 'off') throw new StoreError(`The message store ${this.place} is set to read only.`)
  }

  async backlog(): Promise<Backlog> {
    const { rows } = await this.#database.query<
      Record<'waiting' | 'unknown' | 'refused', number> & { oldest: Date | null }
    >(
      `SELECT count(*) FILTER (WHERE state = 'waiting')::integer AS waiting,
              count(*) FILTER (WHERE state = 'unknown')::integer AS unknown,
              count(*) FILTER (WHERE state = 'refused')::integer AS refused,
              min(received_at) FILTER (WHERE state <> 'refused') AS oldest
       FROM contact_messages WHERE state IN ('waiting', 'unknown', 'refused')`,
    )
    const { oldest = null, waiting = 0, unknown = 0, refused = 0 } = rows[0] ?? {}
    const oldestMs = oldest
      ? Math.max(0, (await this.#database.now(this.#database.query)) - oldest.getTime())
      : undefined
    return { waiting, unknown, refused, oldestMs }
  }

  close(): Promise<void> {
    return this.#database.close()
  }

  /**
   * Deletes messages and takes them out of the table's files, both or neither. The write-ahead log and backups hold
   * them until they are recycled: no client can change that.
   * @returns the states they were in
   */
  #eraseWhere(condition: string, value: string[] | Date): Promise<MessageState[]> {
    return this.#database.watch(async () => {
      const found = await this.#database.query(`SELECT FROM contact_messages WHERE ${condition} LIMIT 1`, [value])
      return found.rowCount === 0 ? [] : this.#eraseNow(condition, value)
    })
  }

  #eraseNow(condition: string, value: string[] | Date): Promise<MessageState[]> {
    return this.#database.transaction(async (query) => {
      await query('LOCK TABLE contact_messages IN ACCESS EXCLUSIVE MODE')
      const { rows } = await query<Row>(`DELETE FROM contact_messages WHERE ${condition} RETURNING state`, [value])
      // Writes the table and its indexes anew, with what is left. VACUUM FULL would not do: it copies deleted rows too
      // as long as any transaction in the database, a backup of other tables say, began before.
      await query(`ALTER TABLE contact_messages ALTER COLUMN message TYPE text USING message || ''`)
      return rows.map(({ state }) => state)
    }, erasureMs)
  }
}

/** Waits until no other transaction, of any instance, holds the same lock; until the end of this one. */
async function lock(query: Query, name: string): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`contact ${name}`])
}

async function findRepeat(query: Query, { id }: Submission, fingerprint: string, now: number) {
  const { rows } = id
    ? await query<{ id: string }>('SELECT id FROM contact_messages WHERE submission_id = $1 AND fingerprint = $2', [
        id,
        fingerprint,
      ])
    : await query<{ id: string }>(
        'SELECT id FROM contact_messages WHERE fingerprint = $1 AND received_at BETWEEN $2 AND $3 LIMIT 1',
        [fingerprint, new Date(now - repeatWindowMs), new Date(now + repeatWindowMs)],
      )
  return rows[0]?.id
}

async function insert(query: Query, submission: Submission, fingerprint: string, now: number): Promise<string> {
  const id = randomUUID()
  const isTrapped = submission.website !== ''
  await query(
    `INSERT INTO contact_messages
       (id, submission_id, fingerprint, name, email, message, language, received_at, state, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      submission.id ?? null,
      fingerprint,
      submission.name,
      submission.email,
      submission.message,
      submission.language,
      new Date(now),
      isTrapped ? 'trapped' : 'waiting',
      isTrapped ? null : new Date(now),
    ],
  )
  // If the clock is behind now, this message looks old once it is right: with this time noted, the purge sees the leap.
  await query('UPDATE contact_clock SET seen_at = $1 WHERE seen_at IS NULL OR seen_at > $1', [new Date(now)])
  return id
}
