import { after, expired, type Progress, retried, revived, type Step } from '../life-cycle.ts'
import { type Claim, leaseMs, type Message, type MessageState, type Outcome } from '../message-store.ts'
import type { Query } from './postgres-database.ts'

/** A row of contact_messages, as `pg` reads it. */
export type Row = {
  id: string
  name: string
  email: string
  message: string
  language: Message['language']
  received_at: Date
  state: MessageState
  attempts: number
  deferrals: number
  refusals: number
  possible_copies: number
  due_at: Date | null
  claimed_until: Date | null
  token: string | null
  reason: string | null
  delivered_at: Date | null
}

/** What of it decides how the delivery goes on. */
export type ProgressRow = Pick<
  Row,
  'id' | 'state' | 'deferrals' | 'refusals' | 'possible_copies' | 'claimed_until' | 'token'
>

export function messageOf(row: Row): Message {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    message: row.message,
    language: row.language,
    receivedAt: row.received_at,
    state: row.state,
    attempts: row.attempts,
    possibleCopies: row.possible_copies,
    dueAt: row.due_at ?? undefined,
    reason: row.reason ?? undefined,
    deliveredAt: row.delivered_at ?? undefined,
  }
}

/**
 * Makes messages `unknown` whose claim has ended unsettled. A claim ends with its lease, and never lasts longer than two,
 * even when the clock is set back. The token stays, so that a holder who comes back can still settle.
 */
export async function endClaims(query: Query, now: number): Promise<void> {
  const { rows } = await query<Row>(
    `SELECT * FROM contact_messages WHERE claimed_until <= $1 OR claimed_until > $2 FOR UPDATE SKIP LOCKED`,
    [new Date(now), new Date(now + 2 * leaseMs)],
  )
  for (const row of rows) await write(query, row, expired(progressOf(row)), now, row.token)
}

/**
 * Claims messages that are due.
 * @param tried whether those that were tried before, or those that never were
 */
export async function claimDue(query: Query, tried: boolean, most: number, now: number): Promise<Claim[]> {
  if (most === 0) return []
  // A message waits only while the clock is within its pause, so that setting the clock back does not make it wait longer.
  const { rows } = await query<Row & { token: string }>(
    `UPDATE contact_messages SET token = gen_random_uuid(), claimed_until = $2, attempts = attempts + 1
     WHERE id = ANY (ARRAY (
       SELECT id FROM contact_messages
       WHERE state IN ('waiting', 'unknown', 'refused') AND claimed_until IS NULL AND (attempts > 0) = $3
         AND (due_at <= $1 OR due_at - pause_ms * interval '1 millisecond' > $1)
       ORDER BY due_at, received_at LIMIT $4 FOR UPDATE SKIP LOCKED))
     RETURNING *`,
    [new Date(now), new Date(now + leaseMs), tried, most],
  )
  const inOrder = rows.sort((one, other) => dueOrder(one) - dueOrder(other) || +one.received_at - +other.received_at)
  return inOrder.map((row) => ({ token: row.token, message: messageOf(row) }))
}

const dueOrder = ({ due_at }: Row) => due_at?.getTime() ?? 0

/** Locks the rows of these claims, also of those that have ended, so that nobody else changes them. */
export async function lockClaims(query: Query, tokens: string[]): Promise<Row[]> {
  const { rows } = await query<Row>('SELECT * FROM contact_messages WHERE token = ANY($1) ORDER BY id FOR UPDATE', [
    tokens,
  ])
  return rows
}

export async function extendClaim(query: Query, row: Row, now: number): Promise<void> {
  const { state, possibleCopies } = progressNow(row)
  await query('UPDATE contact_messages SET state = $2, possible_copies = $3, claimed_until = $4 WHERE id = $1', [
    row.id,
    state,
    possibleCopies,
    new Date(now + leaseMs),
  ])
}

export const settleClaim = (query: Query, row: Row, outcome: Outcome, now: number) =>
  write(query, row, after(progressNow(row), outcome), now, null)

export const retryMessage = (query: Query, row: ProgressRow, now: number) =>
  write(query, row, retried(progressOf(row)), now, row.token)

function progressOf(row: ProgressRow): Progress {
  const { state, deferrals, refusals } = row
  return { state, deferrals, refusals, possibleCopies: row.possible_copies }
}

/** The progress for the holder of a claim: one that had ended counts again. */
const progressNow = (row: Row) => (row.claimed_until ? progressOf(row) : revived(progressOf(row)))

async function write(query: Query, { id }: ProgressRow, step: Step, now: number, token: string | null): Promise<void> {
  await query(
    `UPDATE contact_messages
     SET state = $2, deferrals = $3, refusals = $4, possible_copies = $5, reason = $6, due_at = $7, pause_ms = $8,
       delivered_at = $9, token = $10, claimed_until = NULL
     WHERE id = $1`,
    [
      id,
      step.state,
      step.deferrals,
      step.refusals,
      step.possibleCopies,
      step.reason,
      step.pauseMs === undefined ? null : new Date(now + step.pauseMs),
      step.pauseMs ?? 0,
      step.state === 'delivered' ? new Date(now) : null,
      token,
    ],
  )
}
