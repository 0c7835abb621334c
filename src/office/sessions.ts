import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { sha256 } from '../register/acts.ts'
import { hourMs, minuteMs } from '../shared/durations.ts'

/** A session ends after an hour without a request, and after twelve hours. */
const idleMs = hourMs
export const wholeMs = 12 * hourMs

/** Who has signed in, by the secret in the cookie, of which only a hash is stored. A removed person's sessions are deleted with the act. */
export class Sessions {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** @returns the secret for the cookie */
  begin(person: string): Promise<string> {
    const secret = randomBytes(32).toString('base64url')
    return this.#database.transaction(async (query, now) => {
      await query('DELETE FROM office_sessions WHERE began_at <= $1 OR used_at <= $2', [now - wholeMs, now - idleMs])
      const sql = 'INSERT INTO office_sessions (hash, person, began_at, used_at) VALUES ($1, $2, $3, $3)'
      await query(sql, [sha256(secret), person, now])
      return secret
    })
  }

  /** @param isUse whether somebody asks, and not only a page that is open @returns the person's id */
  find(secret: string, isUse = true): Promise<string | undefined> {
    return this.#database.transaction(async (query, now) => {
      const sql = 'SELECT person, used_at FROM office_sessions WHERE hash = $1 AND began_at > $2 AND used_at > $3'
      const [session] = await query(sql, [sha256(secret), now - wholeMs, now - idleMs])
      if (session && isUse && now - session.used_at > minuteMs)
        await query('UPDATE office_sessions SET used_at = $1 WHERE hash = $2', [now, sha256(secret)])
      return session?.person
    })
  }

  end(secret: string): Promise<void> {
    return this.#database.transaction(
      async (query) => void (await query('DELETE FROM office_sessions WHERE hash = $1', [sha256(secret)])),
    )
  }
}
