import { randomBytes } from 'node:crypto'
import type { SenderLimitRule } from './message-store.ts'
import { hashSender } from './sender-address.ts'

export type Admission = { kind: 'admitted'; withdraw: () => void } | { kind: 'too-many'; retryAfterMs: number }

/** The limit on senders in the memory of one process. */
export class SenderLimit {
  readonly #rule: SenderLimitRule
  readonly #key = randomBytes(32)
  /** When each sender's messages within the window came, the oldest first. */
  readonly #times = new Map<string, number[]>()
  #sweptAt = 0

  constructor(rule: SenderLimitRule) {
    this.#rule = rule
  }

  /** Admits a message and counts it, unless the sender has had as many as it may. */
  admit(address: string, at: Date): Admission {
    if (this.#rule.count === 0) return { kind: 'admitted', withdraw: () => undefined }
    const now = at.getTime()
    const start = now - this.#rule.windowMs
    this.#sweep(now)
    const sender = hashSender(address, this.#key)
    const times = (this.#times.get(sender) ?? []).filter((time) => time > start)
    this.#times.set(sender, times)
    const oldest = times[times.length - this.#rule.count]
    if (oldest !== undefined) return { kind: 'too-many', retryAfterMs: oldest + this.#rule.windowMs - now }
    times.push(now)
    return { kind: 'admitted', withdraw: () => void times.splice(times.indexOf(now), 1) }
  }

  /** Forgets senders whose window has passed, at most once a window. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < this.#rule.windowMs) return
    this.#sweptAt = now
    for (const [sender, times] of this.#times)
      if ((times.at(-1) ?? 0) <= now - this.#rule.windowMs) this.#times.delete(sender)
  }
}
