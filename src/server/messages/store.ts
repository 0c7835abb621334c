import { randomUUID } from 'node:crypto'
import { type Database, type Query, type Row, StoreError, throwIfAborted } from '../../database/database.ts'
import type { Submission } from '../../shared/contact/message-rules.ts'
import { dayMs } from '../../shared/durations.ts'
import { after, expired, type Progress, retried, revived, type Step } from './life-cycle.ts'
import {
  type Backlog,
  type Claim,
  type ClaimOutcome,
  type Expired,
  fingerprintOf,
  type KeepOutcome,
  leaseMs,
  type Message,
  type MessageState,
  type MessageStore,
  type Outcome,
  repeatWindowMs,
} from './message-store.ts'

/** The messages in a database of either kind. */
export class Store implements MessageStore {
  readonly location: string
  readonly #database: Database
  readonly #transaction: Database['transaction']

  constructor(database: Database) {
    this.location = database.location
    this.#database = database
    this.#transaction = database.transaction
  }

  async keep(submission: Submission, signal?: AbortSignal): Promise<KeepOutcome> {
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(new StoreError(`The database ${this.location} does not answer.`))
    signal?.addEventListener('abort', abort)
    const keeping = this.#transaction(async (query, now) => {
      const outcome = await keepOne(query, submission, now)
      throwIfAborted(signal, this.location)
      // The commit follows at once: from here on, only its own outcome counts.
      signal?.removeEventListener('abort', abort)
      return outcome
    }, signal)
    return Promise.race([keeping, aborted.promise]).finally(() => signal?.removeEventListener('abort', abort))
  }

  claim(fresh: number, retried: number): Promise<ClaimOutcome> {
    return this.#transaction(async (query, now) => {
      await expireClaims(query, now)
      const claims: Claim[] = []
      const dueTimes: number[] = []
      for (const [tried, most] of [
        ['= 0', fresh],
        ['> 0', retried],
      ] as const) {
        const unclaimed = `due_at IS NOT NULL AND claimed_until IS NULL AND attempts ${tried}`
        // A message waits only while the clock is within its pause: if the clock is set back, it does not wait longer.
        const due = await query(
          `SELECT * FROM contact_messages WHERE ${unclaimed} AND (due_at <= $1 OR due_at - pause_ms > $1)
           ORDER BY due_at, received_at LIMIT ${Math.max(0, Math.trunc(most))}`,
          [now],
        )
        for (const row of due) claims.push(await claimOne(query, row, now))
        if (due.length >= most) continue
        const [next] = await query(`SELECT min(due_at) AS at FROM contact_messages WHERE ${unclaimed}`, [])
        if (next?.at) dueTimes.push(next.at)
      }
      const [claimed] = await query('SELECT min(claimed_until) AS until FROM contact_messages', [])
      if (claimed?.until) dueTimes.push(claimed.until)
      return { claims, dueInMs: dueTimes.length > 0 ? Math.max(0, Math.min(...dueTimes) - now) : undefined }
    })
  }

  extend(tokens: string[]): Promise<void> {
    return this.#transaction(async (query, now) => {
      for (const token of tokens) {
        const row = await findClaimed(query, token)
        if (!row) continue
        const { state, possibleCopies } = progressOfHolder(row)
        await query('UPDATE contact_messages SET state = $1, possible_copies = $2, claimed_until = $3 WHERE id = $4', [
          state,
          possibleCopies,
          now + leaseMs,
          row.id,
        ])
      }
    })
  }

  settle(token: string, outcome: Outcome): Promise<'settled' | 'lost'> {
    return this.#transaction(async (query, now) => {
      const row = await findClaimed(query, token)
      if (!row) return 'lost'
      await recordStep(query, row, after(progressOfHolder(row), outcome), now, null)
      return 'settled'
    })
  }

  async list(state?: MessageState, textLength?: number): Promise<Message[]> {
    const text = textLength === undefined ? 'message' : `substr(message, 1, ${Math.trunc(textLength)})`
    const sql = `SELECT id, name, email, ${text} AS message, language, received_at, state, attempts, possible_copies, due_at, reason,
        delivered_at
      FROM contact_messages ${state ? 'WHERE state = $1' : ''} ORDER BY received_at DESC, id`
    return (await this.#transaction((query) => query(sql, state ? [state] : []))).map(messageOf)
  }

  async find(idBeginning: string): Promise<Message[]> {
    const sql = `SELECT * FROM contact_messages WHERE substr(id, 1, ${idBeginning.length}) = $1`
    return (await this.#transaction((query) => query(sql, [idBeginning]))).map(messageOf)
  }

  retry(ids: string[]): Promise<number> {
    return this.#transaction(async (query, now) => {
      await expireClaims(query, now)
      let count = 0
      for (const id of ids)
        for (const row of await query('SELECT * FROM contact_messages WHERE id = $1', [id])) {
          count++
          if (row.claimed_until === null) await recordStep(query, row, retried(progressOf(row)), now, row.token)
        }
      return count
    })
  }

  async erase(ids: string[]): Promise<number> {
    const erased = await this.#transaction(async (query) => {
      let count = 0
      for (const id of ids)
        count += (await query('DELETE FROM contact_messages WHERE id = $1 RETURNING id', [id])).length
      return count
    })
    await this.#database.clean()
    return erased
  }

  expired(days: number): Promise<Expired[]> {
    return this.#transaction(async (query, now) => {
      const before = [now - days * dayMs]
      await query('UPDATE contact_messages SET overdue_hours = 0 WHERE overdue_hours > 0 AND received_at >= $1', before)
      const rows = await query('SELECT id, state, overdue_hours FROM contact_messages WHERE received_at < $1', before)
      return rows.map(({ id, state, overdue_hours: overdueHours }) => ({ id, state, overdueHours }))
    })
  }

  recordOverdue(hours: Map<string, number>): Promise<void> {
    return this.#transaction(async (query) => {
      for (const [id, count] of hours)
        await query('UPDATE contact_messages SET overdue_hours = $1 WHERE id = $2 AND overdue_hours < $1', [count, id])
    })
  }

  /** Runs in a transaction, though it writes nothing, to find out whether one can begin. */
  backlog(): Promise<Backlog> {
    return this.#transaction(async (query, now) => {
      const rows = await query(
        `SELECT state, count(*) AS count, min(received_at) AS oldest_at FROM contact_messages
         WHERE state IN ('waiting', 'unknown', 'refused') GROUP BY state`,
        [],
      )
      const of = (state: MessageState): number => rows.find((row) => row.state === state)?.count ?? 0
      const ages = rows.filter(({ state }) => state !== 'refused').map(({ oldest_at }) => Math.max(0, now - oldest_at))
      const oldestMs = ages.length > 0 ? Math.max(...ages) : undefined
      return { waiting: of('waiting'), unknown: of('unknown'), refused: of('refused'), oldestMs }
    })
  }

  /** Writes the version again, because a transaction that writes nothing would succeed on a full disk. */
  checkWritable(): Promise<void> {
    return this.#transaction(async (query) => void (await query('UPDATE contact_schema SET version = version', [])))
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}

/** Stores a message unless the same submission is stored already. */
async function keepOne(query: Query, submission: Submission, now: number): Promise<KeepOutcome> {
  const fingerprint = fingerprintOf(submission)
  const [isSame, key] = submission.id
    ? ['fingerprint = $1 AND submission_id = $2', [fingerprint, submission.id]]
    : ['fingerprint = $1 AND received_at BETWEEN $2 AND $3', [fingerprint, now - repeatWindowMs, now + repeatWindowMs]]
  const [known] = await query(`SELECT id FROM contact_messages WHERE ${isSame} ORDER BY received_at LIMIT 1`, key)
  if (known) return { kind: 'repeat', id: known.id }
  const isTrapped = submission.website !== ''
  const row = {
    id: randomUUID(),
    submission_id: submission.id ?? null,
    fingerprint,
    name: submission.name,
    email: submission.email,
    message: submission.message,
    language: submission.language,
    received_at: now,
    state: isTrapped ? 'trapped' : 'waiting',
    due_at: isTrapped ? null : now,
  }
  const columns = Object.keys(row)
  const values = columns.map((_, index) => `$${index + 1}`)
  await query(`INSERT INTO contact_messages (${columns.join(', ')}) VALUES (${values.join(', ')})`, Object.values(row))
  return { kind: 'kept', id: row.id }
}

/** Ends claims whose lease has expired; after two leases at most, even if the clock was set back. Their tokens stay. */
async function expireClaims(query: Query, now: number): Promise<void> {
  const ended = await query('SELECT * FROM contact_messages WHERE claimed_until <= $1 OR claimed_until > $2', [
    now,
    now + 2 * leaseMs,
  ])
  for (const row of ended) await recordStep(query, row, expired(progressOf(row)), now, row.token)
}

async function claimOne(query: Query, row: Row, now: number): Promise<Claim> {
  const [token, attempts] = [randomUUID(), row.attempts + 1]
  await query('UPDATE contact_messages SET token = $1, claimed_until = $2, attempts = $3 WHERE id = $4', [
    token,
    now + leaseMs,
    attempts,
    row.id,
  ])
  return { token, message: { ...messageOf(row), attempts } }
}

async function findClaimed(query: Query, token: string): Promise<Row | undefined> {
  const [row] = await query('SELECT * FROM contact_messages WHERE token = $1', [token])
  return row
}

const progressOf = ({ state, deferrals, refusals, possible_copies: possibleCopies }: Row): Progress => ({
  state,
  deferrals,
  refusals,
  possibleCopies,
})

/** The progress for the holder of a claim: an expired one is valid again. */
const progressOfHolder = (row: Row) => (row.claimed_until === null ? revived(progressOf(row)) : progressOf(row))

async function recordStep(query: Query, { id }: Row, step: Step, now: number, token: string | null): Promise<void> {
  const { state, deferrals, refusals, possibleCopies, pauseMs } = step
  const dueAt = pauseMs === undefined ? null : now + pauseMs
  const deliveredAt = state === 'delivered' ? now : null
  // A mail server's reply may contain a NUL, which PostgreSQL cannot store.
  const reason = step.reason?.replaceAll('\0', '\uFFFD') ?? null
  await query(
    `UPDATE contact_messages SET state = $1, deferrals = $2, refusals = $3, possible_copies = $4, reason = $5, due_at = $6,
       pause_ms = $7, delivered_at = $8, token = $9, claimed_until = NULL WHERE id = $10`,
    [state, deferrals, refusals, possibleCopies, reason, dueAt, pauseMs ?? 0, deliveredAt, token, id],
  )
}

const timeOf = (value: number | null) => (value === null ? undefined : new Date(value))

const messageOf = (row: Row): Message => ({
  id: row.id,
  name: row.name,
  email: row.email,
  message: row.message,
  language: row.language,
  receivedAt: new Date(row.received_at),
  state: row.state,
  attempts: row.attempts,
  possibleCopies: row.possible_copies,
  dueAt: timeOf(row.due_at),
  reason: row.reason ?? undefined,
  deliveredAt: timeOf(row.delivered_at),
})
