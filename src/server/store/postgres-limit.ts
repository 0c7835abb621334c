import { randomBytes } from 'node:crypto'
import type { SenderLimitRule } from './message-store.ts'
import type { PostgresDatabase, Query } from './postgres-database.ts'
import { hashSender } from './sender-address.ts'

type SharedAdmission = { kind: 'admitted' } | { kind: 'too-many'; retryAfterMs: number }

/** How long one key stands for the senders; after that nobody can tell who they were. */
const keyLifeMs = 24 * 60 * 60_000

/** The limit on senders that all instances share: keyed hashes of their addresses, and the key, in the database. */
export class SharedSenderLimit {
  readonly #database: PostgresDatabase
  readonly #rule: SenderLimitRule
  #key: { key: Buffer; from: number; until: number } | undefined

  constructor(database: PostgresDatabase, rule: SenderLimitRule) {
    this.#database = database
    this.#rule = rule
  }

  /** What stands for a sender in the limit; nothing where there is no limit. */
  async identify(address: string, at: Date): Promise<string | undefined> {
    if (this.#rule.count === 0) return undefined
    const now = at.getTime()
    if (!this.#key || now < this.#key.from || now >= this.#key.until) {
      const { key, madeAt } = await this.tidy(at)
      // Read anew each window, and at the end of its life: by then another instance may have made the next.
      this.#key = { key, from: now, until: Math.min(now + this.#rule.windowMs, madeAt.getTime() + keyLifeMs) }
    }
    return hashSender(address, this.#key.key)
  }

  /** Admits a message and counts it, unless the sender has had as many as it may. It counts once it is committed. */
  async admit(query: Query, sender: string, at: Date): Promise<SharedAdmission> {
    await query(`SELECT pg_advisory_xact_lock(hashtextextended('contact sender ' || $1, 0))`, [sender])
    const { rows } = await query<{ received_at: Date }>(
      `SELECT received_at FROM contact_senders WHERE sender = $1 AND received_at > $2
       ORDER BY received_at DESC OFFSET $3 LIMIT 1`,
      [sender, this.#windowBefore(at), this.#rule.count - 1],
    )
    const oldest = rows[0]?.received_at
    if (oldest) return { kind: 'too-many', retryAfterMs: oldest.getTime() + this.#rule.windowMs - at.getTime() }
    await query('INSERT INTO contact_senders (sender, received_at) VALUES ($1, $2)', [sender, at])
    return { kind: 'admitted' }
  }

  /** Forgets senders whose window has passed, and all of them with their key when that is older than a day. */
  async tidy(at: Date): Promise<{ key: Buffer; madeAt: Date }> {
    const { isNew, ...known } = await this.#database.transaction(async (query) => {
      await query(`SELECT pg_advisory_xact_lock(hashtextextended('contact sender key', 0))`)
      const { rows } = await query<{ key: Buffer; made_at: Date }>('SELECT key, made_at FROM contact_sender_key')
      // A key from the future is one from a clock that was wrong: it would live too long.
      const current = rows.find(({ made_at }) => Math.abs(at.getTime() - made_at.getTime()) < keyLifeMs)
      if (current) {
        await query('DELETE FROM contact_senders WHERE received_at <= $1', [this.#windowBefore(at)])
        return { key: current.key, madeAt: current.made_at, isNew: false }
      }
      const key = randomBytes(32)
      await query('DELETE FROM contact_senders')
      await query('DELETE FROM contact_sender_key')
      await query('INSERT INTO contact_sender_key (key, made_at) VALUES ($1, $2)', [key, at])
      return { key, madeAt: at, isNew: true }
    })
    // What was deleted stays in the files until they are rewritten. When somebody reads them just now, it waits for the
    // next key: no message should have to wait for it.
    if (isNew)
      await this.#database
        .query('VACUUM (FULL, SKIP_LOCKED) contact_senders, contact_sender_key')
        .catch(() => undefined)
    return known
  }

  #windowBefore = (at: Date) => new Date(at.getTime() - this.#rule.windowMs)
}
