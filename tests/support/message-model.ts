import type { Backlog, MessageState, Outcome, PurgeOutcome } from '../../src/server/messages/message-store.ts'
import type { SenderLimitRule } from '../../src/server/messages/sender-limit.ts'
import type { Submission } from '../../src/shared/contact/message-rules.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const dayMs = 24 * 60 * minuteMs
const leaseMs = 90 * secondMs

type Kept = {
  submission: Submission
  receivedAt: number
  state: MessageState
  attempts: number
  deferrals: number
  refusals: number
  copies: number
  pause: { from: number; ms: number } | undefined
  /** The last claim that is not settled, held or ended. */
  claim: { number: number; until: number | undefined } | undefined
  reason: string | undefined
  deliveredAt: number | undefined
}

/** What a message looks like from outside, with a number in place of an id. */
export type Seen = { number: number } & Pick<Kept, 'state' | 'attempts' | 'copies' | 'reason' | 'deliveredAt'> & {
    dueAt: number | undefined
  }

/** `among` is the number of the new message, or those of all messages that it may repeat. */
type Answer = { kind: 'kept' | 'repeat'; among: number[] } | { kind: 'too-many'; retryAfterMs: number }

/**
 * What DESIGN.md section 5 asks of a message store, in the simplest code: stores are compared with it, so it shares neither
 * database nor rules with them. Messages and claims are numbered in the order in which they came.
 */
export class MessageModel {
  now: number
  readonly #rule: SenderLimitRule
  readonly #kept = new Map<number, Kept>()
  /** Who sent when: the sender's network, its site, and everybody. */
  #counted: { scope: string; at: number }[] = []
  #keyMadeAt: number | undefined
  #seenAt: number | undefined
  #purgeWaitMs = 0
  #messages = 0
  #claims = 0

  constructor(rule: SenderLimitRule, now: number) {
    this.#rule = rule
    this.now = now
  }

  /** @param scopes the sender and what it belongs to, and the most messages of each */
  keep(submission: Submission, scopes: { scope: string; most: number }[]): Answer {
    if (this.#keyMadeAt === undefined || Math.abs(this.now - this.#keyMadeAt) >= dayMs) {
      this.#keyMadeAt = this.now
      this.#counted = []
    }
    const same = [...this.#kept].filter(([, kept]) => {
      const isSameText = (['name', 'email', 'message'] as const).every((it) => kept.submission[it] === submission[it])
      const isSameTime = Math.abs(kept.receivedAt - this.now) <= 10 * minuteMs
      const isSameTrap = (kept.submission.website === '') === (submission.website === '')
      return isSameText && isSameTrap && (submission.id ? submission.id === kept.submission.id : isSameTime)
    })
    if (same.length > 0) return { kind: 'repeat', among: same.map(([number]) => number) }
    const waits = scopes.map(({ scope, most }) => {
      const times = this.#counted.filter((it) => it.scope === scope && this.#isWithinWindow(it.at)).map(({ at }) => at)
      const oldest = times.sort((one, other) => other - one)[most - 1]
      return oldest === undefined ? 0 : oldest + this.#rule.windowMs - this.now
    })
    const retryAfterMs = Math.max(0, ...waits)
    if (retryAfterMs > 0) return { kind: 'too-many', retryAfterMs }
    this.#counted.push(...scopes.map(({ scope }) => ({ scope, at: this.now })))
    const isTrapped = submission.website !== ''
    this.#seenAt = Math.min(this.#seenAt ?? this.now, this.now)
    this.#kept.set(this.#messages, {
      submission,
      receivedAt: this.now,
      state: isTrapped ? 'trapped' : 'waiting',
      attempts: 0,
      deferrals: 0,
      refusals: 0,
      copies: 0,
      pause: isTrapped ? undefined : { from: this.now, ms: 0 },
      claim: undefined,
      reason: undefined,
      deliveredAt: undefined,
    })
    return { kind: 'kept', among: [this.#messages++] }
  }

  #isWithinWindow = (at: number) => at <= this.now && at > this.now - this.#rule.windowMs

  /** @returns the numbers of the messages, in the order of their claims */
  claim(first: number, again: number): number[] {
    this.#endClaims()
    const due = [...this.#kept.entries()]
      .filter(([, kept]) => kept.claim?.until === undefined && this.#isDue(kept))
      .sort(([, one], [, other]) => dueAtOf(one) - dueAtOf(other) || one.receivedAt - other.receivedAt)
    const claimed = [
      ...due.filter(([, { attempts }]) => attempts === 0).slice(0, first),
      ...due.filter(([, { attempts }]) => attempts > 0).slice(0, again),
    ]
    for (const [, kept] of claimed) {
      kept.attempts++
      kept.claim = { number: this.#claims++, until: this.now + leaseMs }
    }
    return claimed.map(([number]) => number)
  }

  #isDue({ pause }: Kept): boolean {
    return pause !== undefined && (this.now >= pause.from + pause.ms || this.now < pause.from)
  }

  /** Claims end with their lease, which is between now and two leases away as long as the clock is not set back. */
  #endClaims(): void {
    for (const kept of this.#kept.values()) {
      const until = kept.claim?.until
      if (until === undefined || (until > this.now && until <= this.now + 2 * leaseMs)) continue
      this.#note(kept, { kind: 'unknown', reason: '' })
      kept.reason = 'cut off'
      kept.claim = kept.claim && { ...kept.claim, until: undefined }
    }
  }

  extend(claims: number[]): void {
    for (const kept of this.#holding(claims)) {
      this.#revive(kept)
      if (kept.claim) kept.claim.until = this.now + leaseMs
    }
  }

  settle(claim: number, outcome: Outcome): 'settled' | 'lost' {
    const [kept] = this.#holding([claim])
    if (!kept) return 'lost'
    this.#revive(kept)
    this.#note(kept, outcome)
    kept.claim = undefined
    return 'settled'
  }

  #holding = (claims: number[]) =>
    [...this.#kept.values()].filter(({ claim }) => claim !== undefined && claims.includes(claim.number))

  /** A holder whose claim had ended is alive after all: the possible copy that was counted then does not exist. */
  #revive(kept: Kept): void {
    if (kept.claim?.until !== undefined) return
    kept.copies = Math.max(0, kept.copies - 1)
    kept.state = kept.copies > 0 ? 'unknown' : kept.refusals > 0 ? 'refused' : 'waiting'
  }

  #note(kept: Kept, outcome: Outcome): void {
    kept.reason = outcome.kind === 'sent' ? undefined : outcome.reason
    kept.pause = { from: this.now, ms: 0 }
    switch (outcome.kind) {
      case 'sent':
        Object.assign(kept, { state: 'delivered', deferrals: 0, deliveredAt: this.now, pause: undefined })
        break
      case 'deferred':
        kept.pause.ms = Math.min(2 * secondMs * 2 ** kept.deferrals++, 15 * minuteMs)
        break
      case 'refused':
        kept.state = 'refused'
        kept.pause.ms = dayMs
        if (++kept.refusals > 7) kept.pause = undefined
        break
      case 'unknown':
        kept.state = 'unknown'
        kept.pause.ms = 5 * minuteMs * 2 ** Math.min(20, kept.copies++)
    }
  }

  retry(numbers: number[]): number {
    this.#endClaims()
    const found = numbers.flatMap((number) => this.#kept.get(number) ?? [])
    for (const kept of found) {
      if (kept.claim?.until !== undefined) continue
      if (kept.state === 'delivered') kept.copies++
      if (kept.state !== 'unknown') kept.state = 'waiting'
      Object.assign(kept, { deferrals: 0, refusals: 0, pause: { from: this.now, ms: 0 } })
      Object.assign(kept, { reason: undefined, deliveredAt: undefined })
    }
    return found.length
  }

  erase(numbers: number[]): number {
    return numbers.filter((number) => this.#kept.delete(number)).length
  }

  purge(days: number): PurgeOutcome {
    const elapsedMs = Math.max(0, this.now - (this.#seenAt ?? this.now))
    this.#seenAt = this.now
    if (elapsedMs > dayMs) this.#purgeWaitMs = dayMs
    else this.#purgeWaitMs = Math.max(0, this.#purgeWaitMs - Math.min(elapsedMs, 61 * minuteMs))
    if (this.#purgeWaitMs > 0) return { kind: 'clock in doubt', waitMs: this.#purgeWaitMs }
    const old = [...this.#kept].filter(([, { receivedAt }]) => receivedAt < this.now - days * dayMs)
    const undelivered = old.filter(([, { state }]) => state !== 'delivered').length
    return { kind: 'purged', erased: this.erase(old.map(([number]) => number)), undelivered }
  }

  backlog(): Backlog {
    const all = [...this.#kept.values()]
    const of = (state: MessageState) => all.filter((kept) => kept.state === state)
    const ages = [...of('waiting'), ...of('unknown')].map(({ receivedAt }) => Math.max(0, this.now - receivedAt))
    const oldestMs = ages.length > 0 ? Math.max(...ages) : undefined
    return { waiting: of('waiting').length, unknown: of('unknown').length, refused: of('refused').length, oldestMs }
  }

  /** All messages, in the order in which they came. */
  list(): Seen[] {
    return [...this.#kept].map(([number, kept]) => {
      const { state, attempts, copies, reason, deliveredAt, pause } = kept
      return { number, state, attempts, copies, reason, deliveredAt, dueAt: pause && dueAtOf(kept) }
    })
  }

  /** Times at which something changes, or would if the clock were set there. */
  edges(): number[] {
    const edges = [...this.#kept.values()].flatMap(({ receivedAt, pause, claim }) => [
      ...[receivedAt, receivedAt + 10 * minuteMs, receivedAt - 10 * minuteMs, receivedAt + this.#rule.windowMs],
      ...(pause ? [pause.from, pause.from + pause.ms] : []),
      ...(claim?.until === undefined ? [] : [claim.until, claim.until - 2 * leaseMs]),
    ])
    return [...edges, (this.#seenAt ?? this.now) + dayMs, (this.#keyMadeAt ?? this.now) + dayMs]
  }

  get messages(): number {
    return this.#messages
  }

  get claims(): number {
    return this.#claims
  }

  isReceivedNow(): boolean {
    return [...this.#kept.values()].some(({ receivedAt }) => receivedAt === this.now)
  }
}

const dueAtOf = ({ pause }: Kept) => (pause ? pause.from + pause.ms : 0)
