import { randomUUID } from 'node:crypto'
import type { Language } from '../../shared/languages.ts'
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
import { PostgresDatabase, type Query, type TimeLimits } from './postgres-database.ts'
import { SharedSenderLimit } from './postgres-limit.ts'
import { migrate } from './postgres-schema.ts'

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
  limits?: TimeLimits,
): Promise<MessageStore> {
  const database = new PostgresDatabase(databaseUrl, limits)
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
  readonly #limit: SharedSenderLimit

  constructor(database: PostgresDatabase, rule: SenderLimitRule) {
    this.place = database.place
    this.#database = database
    this.#limit = new SharedSenderLimit(database, rule)
  }

  /** When the connection is lost in the middle of the commit, the message may be there: repeating it finds out. */
  keep(message: NewMessage, address: string, at: Date): Promise<KeepOutcome> {
    return this.#database.watch(async () => {
      const sender = await this.#limit.identify(address, at)
      return this.#database.transaction((query) => this.#keepIn(query, message, sender, at))
    })
  }

  async #keepIn(query: Query, message: NewMessage, sender: string | undefined, at: Date): Promise<KeepOutcome> {
    const fingerprint = fingerprintOf(message)
    // A statement of its own: the next one sees what whoever held the lock before has committed.
    await query(`SELECT pg_advisory_xact_lock(hashtextextended('contact message ' || $1, 0))`, [fingerprint])
    const known = await findRepeat(query, message, fingerprint, at)
    if (known) return { kind: 'repeat', id: known }
    if (sender !== undefined) {
      const admission = await this.#limit.admit(query, sender, at)
      if (admission.kind === 'too-many') return admission
    }
    return { kind: 'kept', id: await insert(query, message, fingerprint, at) }
  }

  async claimDue(at: Date, leaseMs: number): Promise<StoredMessage | undefined> {
    const { rows } = await this.#database.query<Row>(
      `UPDATE contact_messages SET claimed_until = $2, attempts = attempts + 1
       WHERE id = (SELECT id FROM contact_messages
                   WHERE state = 'waiting' AND due_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1)
                   ORDER BY due_at, received_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [at, new Date(at.getTime() + leaseMs)],
    )
    return rows[0] && messageOf(rows[0])
  }

  async markDelivered(id: string, at: Date): Promise<void> {
    await this.#database.query(
      `UPDATE contact_messages SET state = 'delivered', delivered_at = $2, claimed_until = NULL, reason = NULL
       WHERE id = $1`,
      [id, at],
    )
  }

  async postpone(id: string, reason: string, until: Date): Promise<void> {
    await this.#database.query(
      'UPDATE contact_messages SET due_at = $3, claimed_until = NULL, reason = $2 WHERE id = $1',
      [id, reason, until],
    )
  }

  async refuse(id: string, reason: string): Promise<void> {
    await this.#database.query(
      `UPDATE contact_messages SET state = 'refused', claimed_until = NULL, reason = $2 WHERE id = $1`,
      [id, reason],
    )
  }

  async list(state?: MessageState): Promise<StoredMessage[]> {
    const { rows } = await this.#database.query<Row>(
      'SELECT * FROM contact_messages WHERE $1::text IS NULL OR state = $1 ORDER BY received_at DESC, id',
      [state ?? null],
    )
    return rows.map(messageOf)
  }

  async find(idBeginning: string): Promise<StoredMessage[]> {
    const { rows } = await this.#database.query<Row>('SELECT * FROM contact_messages WHERE starts_with(id, $1)', [
      idBeginning,
    ])
    return rows.map(messageOf)
  }

  async requeue(ids: string[], at: Date): Promise<number> {
    const { rowCount } = await this.#database.query(
      `UPDATE contact_messages SET state = 'waiting', due_at = $2, claimed_until = NULL, delivered_at = NULL
       WHERE id = ANY($1)`,
      [ids, at],
    )
    return rowCount
  }

  async erase(ids: string[]): Promise<number> {
    const erased = await this.#eraseWhere('id = ANY($1)', ids)
    return erased.length
  }

  purge(before: Date): Promise<{ erased: number; undelivered: number }> {
    return this.#database.watch(async () => {
      await this.#limit.tidy(new Date())
      const erased = await this.#eraseWhere('received_at < $1', before)
      return { erased: erased.length, undelivered: erased.filter((state) => state !== 'delivered').length }
    })
  }

  /**
   * Commits a record of the write-ahead log that belongs to no table, so that there is nothing to tidy up after it. A
   * database that was set to read only, as some services do when its disk is full, would still take that.
   */
  async checkWritable(): Promise<void> {
    const { rows } = await this.#database.query<{ read_only: string }>(
      `SELECT current_setting('transaction_read_only') AS read_only,
              pg_logical_emit_message(true, 'contact messages', 'check')`,
    )
    if (rows[0]?.read_only !== 'off') throw new StoreError(`The message store ${this.place} is set to read only.`)
  }

  async backlog(): Promise<Backlog> {
    const { rows } = await this.#database.query<{ waiting: string; oldest_at: Date | null }>(
      `SELECT count(*) AS waiting, min(received_at) AS oldest_at FROM contact_messages WHERE state = 'waiting'`,
    )
    return { waiting: Number(rows[0]?.waiting), oldestAt: rows[0]?.oldest_at ?? undefined }
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

async function findRepeat(
  query: Query,
  { submissionId }: NewMessage,
  fingerprint: string,
  at: Date,
): Promise<string | undefined> {
  const { rows } = submissionId
    ? await query<{ id: string }>('SELECT id FROM contact_messages WHERE submission_id = $1 AND fingerprint = $2', [
        submissionId,
        fingerprint,
      ])
    : await query<{ id: string }>(
        'SELECT id FROM contact_messages WHERE fingerprint = $1 AND received_at > $2 LIMIT 1',
        [fingerprint, new Date(at.getTime() - repeatWindowMs)],
      )
  return rows[0]?.id
}

async function insert(query: Query, message: NewMessage, fingerprint: string, at: Date): Promise<string> {
  const id = randomUUID()
  await query(
    `INSERT INTO contact_messages
       (id, submission_id, fingerprint, name, email, message, language, received_at, state, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8)`,
    [
      id,
      message.submissionId ?? null,
      fingerprint,
      message.name,
      message.email,
      message.message,
      message.language,
      at,
      message.isTrapped ? 'trapped' : 'waiting',
    ],
  )
  return id
}

/** A row as `pg` reads it. */
type Row = {
  id: string
  name: string
  email: string
  message: string
  language: Language
  received_at: Date
  state: MessageState
  attempts: number
  due_at: Date
  reason: string | null
  delivered_at: Date | null
}

function messageOf(row: Row): StoredMessage {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    message: row.message,
    language: row.language,
    receivedAt: row.received_at,
    state: row.state,
    attempts: row.attempts,
    dueAt: row.due_at,
    reason: row.reason ?? undefined,
    deliveredAt: row.delivered_at ?? undefined,
  }
}
