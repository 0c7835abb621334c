import { randomBytes } from 'node:crypto'
import { keyLifeMs, type SenderLimitRule, scopesOf } from '../sender-limit.ts'
import type { PostgresDatabase, Query } from './postgres-database.ts'

/**
 * Counts a message against its sender, in the transaction that keeps it. So that parallel messages do not slip through,
 * whoever calls this holds a lock that all instances share.
 * @returns 0, or for how many milliseconds the sender must wait, and then nothing is counted
 */
export async function admit(query: Query, address: string, rule: SenderLimitRule, key: Buffer, now: number) {
  const scopes = scopesOf(address, rule, key)
  const names = scopes.map(({ scope }) => scope)
  // A time in the future was noted before the clock was set back: it counts against nobody.
  const { rows } = await query<{ oldest_at: Date | null }>(
    `SELECT max(oldest.received_at) AS oldest_at
     FROM unnest($1::text[], $2::integer[]) AS scope (name, most), LATERAL (
       SELECT received_at FROM contact_senders WHERE sender = scope.name AND received_at > $3 AND received_at <= $4
       ORDER BY received_at DESC OFFSET scope.most - 1 LIMIT 1) AS oldest`,
    [names, scopes.map(({ most }) => most), new Date(now - rule.windowMs), new Date(now)],
  )
  const oldestAt = rows[0]?.oldest_at
  if (oldestAt) return oldestAt.getTime() + rule.windowMs - now
  await query('INSERT INTO contact_senders (sender, received_at) SELECT unnest($1::text[]), $2', [names, new Date(now)])
  return 0
}

/**
 * The key of the senders' hashes: a new one each day. The senders that were hashed with the old one are deleted.
 * @returns also whether an old one was forgotten
 */
export async function senderKey(query: Query, rule: SenderLimitRule, now: number) {
  const isForgotten = await forgetSenders(query, rule, now)
  const { rows } = await query<{ key: Buffer }>('SELECT key FROM contact_sender_key')
  if (rows[0]) return { key: rows[0].key, isForgotten }
  const key = randomBytes(32)
  await query('INSERT INTO contact_sender_key (key, made_at) VALUES ($1, $2)', [key, new Date(now)])
  return { key, isForgotten }
}

/**
 * Forgets senders whose window has passed, and all of them with their key when that is older than it may get.
 * @returns whether a key was forgotten
 */
export async function forgetSenders(query: Query, { windowMs }: SenderLimitRule, now: number): Promise<boolean> {
  await query('DELETE FROM contact_senders WHERE received_at <= $1', [new Date(now - windowMs)])
  // A key from the future is one from a clock that was wrong: it would live too long.
  const { rowCount } = await query('DELETE FROM contact_sender_key WHERE made_at <= $1 OR made_at >= $2', [
    new Date(now - keyLifeMs),
    new Date(now + keyLifeMs),
  ])
  if (rowCount > 0) await query('DELETE FROM contact_senders')
  return rowCount > 0
}

/**
 * Takes deleted senders out of the tables' files. While somebody is reading the tables, they stay there until the next key
 * is forgotten: no message should have to wait for it.
 */
export async function scrubSenders(database: PostgresDatabase): Promise<void> {
  await database.query('VACUUM (FULL, SKIP_LOCKED) contact_senders, contact_sender_key').catch(() => undefined)
}
