import type { Claim, Message, MessageStore, Outcome } from '../messages/message-store.ts'
import type { EventName } from '../operations/events.ts'
import type { Log } from '../operations/log.ts'
import type { MailOutcome } from '../operations/meter.ts'
import type { Mail, Mailer } from './smtp-mailer.ts'

export type DeliveryParts = {
  store: Pick<MessageStore, 'claim' | 'extend' | 'settle'>
  mailer: Mailer
  compose: (message: Message) => Promise<Mail>
  /** Says what happened, with ids and never with a visitor's words or address. */
  log: Log
  /** Counts what became of an attempt. */
  count?: (outcome: MailOutcome) => void
  /** Resolves after so long, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Between 0 and 1: spreads the pauses of several instances. */
  random?: () => number
}

/**
 * How many attempts are made at once, of messages that were never tried and of those that were: one slow answer does not stop
 * the others, and messages that fail again and again leave room. `first` is more than the five that one address may send.
 */
const atOnce = { first: 6, again: 3 }
/** How often to look for what another instance or the operator left to do. */
const idleMs = 1_000
/** How often claims are renewed: several times in a lease. */
const renewMs = 20_000
const minuteMs = 60_000
/** The longest that a stopping server waits for mails under way: as long as a mail server may take, and a minute. */
export const stopTimeoutMs = 11 * minuteMs

const told = {
  sent: ['mail_sent', 'sent.'],
  deferred: ['mail_deferred', 'deferred: the mail server does not take it now.'],
  refused: ['mail_refused', 'refused: the mail server does not take it. It is tried again each day for a week.'],
  unknown: [
    'mail_unknown',
    'may have been sent: the mail server never said so. It is tried again, marked as a possible repeat.',
  ],
} as const satisfies Partial<Record<Outcome['kind'], [EventName, string]>>

/** Delivers stored messages, a few at once. Whatever ends it, no more than the mails under way can arrive twice. */
export class Delivery {
  readonly #parts: DeliveryParts
  readonly #underWay = new Map<string, { isFirst: boolean; done: Promise<void> }>()
  /** Ends pauses, and attempts that have not yet given the mail server anything of their mail. */
  readonly #stopping = new AbortController()
  /** Ends what goes on until stopping is done or takes too long: noting outcomes, renewing claims. */
  readonly #ended = new AbortController()
  #alarm = new AbortController()
  #running: Promise<unknown> | undefined
  #mailAway = new Outage()
  #storeAway = new Outage()

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  start(): void {
    this.#running ??= Promise.all([this.#claimUntilStopped(), this.#renewUntilEnded()])
  }

  /** Has new messages claimed at once; while the mail server or the store is away, the pause goes on. */
  notify(): void {
    if (!this.#mailAway.isOn && !this.#storeAway.isOn) this.#alarm.abort()
  }

  /**
   * Begins nothing more, and finishes the mails that the mail server has begun to take.
   * @returns whether everything is finished and noted, after eleven minutes at the latest
   */
  async stop(): Promise<'finished' | 'gave up'> {
    this.#stopping.abort()
    this.#alarm.abort()
    const finished = this.#claiming.then(() => this.#settled()).then(() => 'finished' as const)
    const result = await Promise.race([finished, this.#outOfTime()])
    this.#ended.abort()
    return result
  }

  /** Waits in steps of a minute: a process that was frozen for longer loses one of them, and still has time to note outcomes. */
  async #outOfTime(): Promise<'gave up'> {
    for (let passedMs = 0; passedMs < stopTimeoutMs; passedMs += minuteMs)
      await this.#parts.sleep(minuteMs, this.#ended.signal)
    return 'gave up'
  }

  /** How many mails are under way. */
  get underWay(): number {
    return this.#underWay.size
  }

  #claiming: Promise<void> = Promise.resolve()

  async #claimUntilStopped(): Promise<void> {
    const ended = Promise.withResolvers<void>()
    this.#claiming = ended.promise
    while (!this.#stopping.signal.aborted) {
      this.#alarm = new AbortController()
      const pauseMs = await this.#claimOnce()
      if (pauseMs > 0) await this.#sleep(pauseMs)
    }
    ended.resolve()
  }

  /** @returns how long to pause before looking again, in milliseconds */
  async #claimOnce(): Promise<number> {
    const { store, log } = this.#parts
    const probing = this.#mailAway.isOn
    const room = this.#room(probing ? 1 : Number.POSITIVE_INFINITY)
    // An attempt that ends cuts this pause short (`notify`), so that its place is taken at once.
    if (room.first + room.again === 0) return idleMs
    let claims: Claim[]
    try {
      claims = await store.claim(room.first, room.again)
    } catch (error) {
      if (this.#storeAway.begin()) log('delivery_waits', `Delivery waits for the store: ${(error as Error).message}`)
      return this.#storeAway.pauseMs(this.#parts.random)
    }
    this.#storeAway.end()
    for (const claim of claims) this.#begin(claim)
    // These attempts show whether the mail server is back. They are waited for only briefly: an answer may take minutes.
    if (probing && claims.length > 0) await Promise.race([this.#settled(), this.#sleep(idleMs)])
    if (this.#mailAway.isOn) return this.#mailAway.pauseMs(this.#parts.random)
    return claims.length > 0 ? 0 : idleMs
  }

  /** @param most how many may be begun of each kind */
  #room(most: number): typeof atOnce {
    const attempts = [...this.#underWay.values()]
    const first = attempts.filter(({ isFirst }) => isFirst).length
    const left = (limit: number, underWay: number) => Math.min(most, Math.max(0, limit - underWay))
    return { first: left(atOnce.first, first), again: left(atOnce.again, attempts.length - first) }
  }

  #begin(claim: Claim): void {
    const done = this.#attempt(claim).finally(() => {
      this.#underWay.delete(claim.token)
      this.notify()
    })
    this.#underWay.set(claim.token, { isFirst: claim.message.attempts === 1, done })
  }

  async #attempt({ token, message }: Claim): Promise<void> {
    const { log, count } = this.#parts
    const outcome = await this.#send(message)
    count?.(outcome.kind)
    this.#noteMailServer(outcome, message.id)
    const noted = await this.#settle(token, message.id, outcome)
    if (noted === 'settled' && outcome.kind !== 'away') {
      const [event, what] = told[outcome.kind]
      log(event, `Message ${message.id} ${what}`, { id: message.id, attempts: message.attempts })
      if (outcome.kind === 'sent' && outcome.refusedRecipients)
        log(
          'mail_partly_refused',
          `Message ${message.id} reached the office, but not all of CONTACT_TO: the mail server refuses ${outcome.refusedRecipients} of its addresses.`,
          { id: message.id },
        )
    }
    if (noted === 'lost')
      log(
        'mail_overtaken',
        `Message ${message.id}: another attempt had begun, or it was erased; this one: ${outcome.kind}.`,
        {
          id: message.id,
        },
      )
  }

  async #send(message: Message): Promise<Outcome> {
    const { compose, mailer } = this.#parts
    let mail: Mail
    try {
      mail = await compose(message)
    } catch (error) {
      return { kind: 'refused', reason: `The mail cannot be composed: ${(error as Error).message}` }
    }
    try {
      return await mailer.send(mail, this.#stopping.signal)
    } catch (error) {
      // A fault of this program: thrown on, it would end the server at each attempt.
      return { kind: 'unknown', reason: `The attempt failed: ${(error as Error).message}` }
    }
  }

  /** Notes the outcome, however long the store takes: until it is noted, the mail would be sent again. */
  async #settle(token: string, id: string, outcome: Outcome): Promise<'settled' | 'lost' | 'given up'> {
    const { store, log, sleep, random } = this.#parts
    const outage = new Outage(5_000)
    while (!this.#ended.signal.aborted)
      try {
        return await store.settle(token, outcome)
      } catch (error) {
        if (outage.begin() && outcome.kind === 'sent')
          log(
            'delivery_not_noted',
            `Message ${id} is sent, but the store cannot note it: ${(error as Error).message}`,
            { id },
          )
        await sleep(outage.pauseMs(random), this.#ended.signal)
      }
    return 'given up'
  }

  #noteMailServer({ kind }: Outcome, id: string): void {
    const { log } = this.#parts
    if (kind !== 'away') {
      if (this.#mailAway.end()) log('mail_reachable', 'The mail server can be used again.')
      this.#alarm.abort()
    } else if (!this.#stopping.signal.aborted && this.#mailAway.begin())
      log(
        'mail_unreachable',
        `The mail server cannot be used; messages wait and are tried again. The reason: npm run inbox -- show ${id}`,
        { id },
      )
  }

  async #renewUntilEnded(): Promise<void> {
    const { store, sleep } = this.#parts
    while (!this.#ended.signal.aborted) {
      await sleep(renewMs, this.#ended.signal)
      // Claiming logs that the store is away; the lease is long enough for renewing at the next turn.
      if (this.#underWay.size > 0) await store.extend([...this.#underWay.keys()]).catch(() => undefined)
    }
  }

  #settled = () => Promise.all([...this.#underWay.values()].map(({ done }) => done))

  #sleep(ms: number): Promise<void> {
    return this.#parts.sleep(ms, AbortSignal.any([this.#alarm.signal, this.#stopping.signal]))
  }
}

/** Failures in a row of the mail server or the store, whatever the message; the pause between them grows from 1 s to a minute. */
class Outage {
  readonly #longestMs: number
  #failures = 0
  /** Several attempts that fail at once are one failure. */
  #isCounted = false

  constructor(longestMs = 60_000) {
    this.#longestMs = longestMs
  }

  get isOn(): boolean {
    return this.#failures > 0
  }

  /** @returns whether it is the first in a row */
  begin(): boolean {
    if (this.#isCounted) return false
    this.#isCounted = true
    this.#failures++
    return this.#failures === 1
  }

  /** @returns whether there was one */
  end(): boolean {
    const was = this.isOn
    this.#failures = 0
    this.#isCounted = false
    return was
  }

  /** Twice as long each time, give or take a quarter, so that several instances do not come back at the same moment. */
  pauseMs(random: () => number = Math.random): number {
    this.#isCounted = false
    const grown = Math.min(this.#longestMs, 1_000 * 2 ** Math.min(this.#failures - 1, 20))
    return Math.round(grown * (0.75 + random() / 2))
  }
}
