import { minuteMs } from '../../shared/durations.ts'
import type { Claim, Message, MessageStore, Outcome } from '../messages/message-store.ts'
import type { EventName } from '../operations/events.ts'
import type { Log } from '../operations/log.ts'
import type { Mail, Mailer } from './mailer.ts'

export type DeliveryParts<AnyMail = Mail> = {
  store: Pick<MessageStore, 'claim' | 'extend' | 'settle'>
  mailer: Mailer<AnyMail>
  compose: (message: Message) => Promise<AnyMail>
  log: Log
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Between 0 and 1; spreads the pauses of several instances. */
  random?: () => number
  /** The longest time between two claims: a claim finds what other instances and the operator have made due. */
  pollMs?: number
}

/** How many attempts run at once: new messages, and retried ones, which must not crowd them out. */
const concurrency = { fresh: 6, retried: 3 }
/** How often leases are renewed: several times in a lease. */
const renewMs = 20_000
/** How long a stopping server waits for the mails under way: a minute more than a mail server may take to reply. */
export const stopTimeoutMs = 11 * minuteMs

const logged = {
  sent: ['mail_sent', 'was sent.'],
  deferred: ['mail_deferred', 'was deferred by the mail server.'],
  refused: ['mail_refused', 'was rejected by the mail server. It is tried again each day for a week.'],
  unknown: [
    'mail_unknown',
    'may have been sent: the mail server never confirmed it. It is tried again, marked as a possible repeat.',
  ],
} as const satisfies Partial<Record<Outcome['kind'], [EventName, string]>>

/**
 * Delivers stored messages, a few at once. One loop claims due messages, renews the claims of the attempts under way, and sleeps
 * until the next of these. However the process ends, only the mails under way at that moment can arrive twice.
 */
export class Delivery<AnyMail = Mail> {
  readonly #parts: DeliveryParts<AnyMail>
  /** The claims of the attempts under way, by their tokens. */
  readonly #claims = new Map<string, Claim>()
  /** Aborted by a stop: ends the loop, and attempts that have not begun to send their mail. */
  readonly #stopping = new AbortController()
  #isMailServerAway = false
  #isStoreAway = false
  /** How many pauses there were since the mail server or the store became unavailable. */
  #pauses = 0
  #claimAt = 0
  #renewAt = 0
  #wake = () => {}
  #running = Promise.resolve()

  constructor(parts: DeliveryParts<AnyMail>) {
    this.#parts = parts
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Claims new messages at once, unless the loop pauses because the mail server or the store is unavailable. */
  notify(): void {
    if (!this.#isMailServerAway && !this.#isStoreAway) this.#claimIn(0)
  }

  /** How many mails are under way. */
  get underWay(): number {
    return this.#claims.size
  }

  /**
   * Begins no more attempts, and finishes those whose mail the mail server has begun to receive.
   * @returns whether all are settled, after eleven minutes at the latest
   */
  async stop(): Promise<'finished' | 'gave up'> {
    this.#stopping.abort()
    this.#wake()
    const finished = this.#running.then(() => true)
    // In steps of a minute: a process that was suspended for longer loses only one of them, and still has time to settle.
    for (let passedMs = 0; passedMs < stopTimeoutMs; passedMs += minuteMs)
      if (await Promise.race([finished, this.#parts.sleep(minuteMs)])) return 'finished'
    return 'gave up'
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  async #run(): Promise<void> {
    const { now } = this.#parts
    while (!this.#isStopping || this.#claims.size > 0) {
      const renewAt = this.#claims.size > 0 ? this.#renewAt : Infinity
      const claimAt = this.#isStopping ? Infinity : this.#claimAt
      if (now() >= renewAt) await this.#renew()
      else if (now() >= claimAt) await this.#claim()
      else await this.#sleep(Math.min(renewAt, claimAt) - now())
    }
  }

  async #sleep(ms: number): Promise<void> {
    const sleep = new AbortController()
    this.#wake = () => sleep.abort()
    await this.#parts.sleep(ms, sleep.signal)
  }

  #claimIn(ms: number): void {
    this.#claimAt = this.#parts.now() + ms
    this.#wake()
  }

  /** Delays the next claim, because the mail server or the store is unavailable. */
  #backOff(): void {
    this.#claimIn(pauseMs(this.#pauses++, minuteMs, this.#parts.random))
  }

  /** If the store fails, the leases last until the next renewal. */
  async #renew(): Promise<void> {
    const { store, now } = this.#parts
    this.#renewAt = now() + renewMs
    await store.extend([...this.#claims.keys()]).catch(() => undefined)
  }

  /** Begins as many attempts as there is room for; one new and one retried while the mail server is unavailable. */
  async #claim(): Promise<void> {
    const { store, log, now, pollMs = minuteMs / 2 } = this.#parts
    const fresh = [...this.#claims.values()].filter(({ message }) => message.attempts === 1).length
    const room = (most: number, taken: number) => Math.max(0, Math.min(this.#isMailServerAway ? 1 : most, most - taken))
    this.#claimAt = now() + pollMs
    try {
      const { claims, dueInMs = pollMs } = await store.claim(
        room(concurrency.fresh, fresh),
        room(concurrency.retried, this.#claims.size - fresh),
      )
      this.#isStoreAway = false
      for (const claim of claims) this.#begin(claim)
      // A message that arrived meanwhile may have set an earlier time.
      this.#claimAt = Math.min(this.#claimAt, now() + dueInMs)
    } catch (error) {
      if (!this.#isStoreAway) log('delivery_waits', `Delivery waits for the store: ${(error as Error).message}`)
      this.#isStoreAway = true
    }
    if (this.#isMailServerAway || this.#isStoreAway) this.#backOff()
    else this.#pauses = 0
  }

  #begin(claim: Claim): void {
    if (this.#claims.size === 0) this.#renewAt = this.#parts.now() + renewMs
    this.#claims.set(claim.token, claim)
    void this.#attempt(claim).finally(() => {
      this.#claims.delete(claim.token)
      this.notify()
      this.#wake()
    })
  }

  async #attempt({ token, message }: Claim): Promise<void> {
    const { log } = this.#parts
    const outcome = await this.#send(message)
    const result = await this.#settle(token, message.id, outcome)
    if (result === 'lost')
      log(
        'claim_lost',
        `Message ${message.id}: its claim was lost to another attempt, or it was erased; this attempt: ${outcome.kind}.`,
        { id: message.id },
      )
    else this.#logSettled(message, outcome)
  }

  #logSettled({ id, attempts }: Message, outcome: Outcome): void {
    const { log } = this.#parts
    if (outcome.kind === 'away') return
    const [event, what] = logged[outcome.kind]
    log(event, `Message ${id} ${what}`, { id, attempts })
    if (outcome.kind === 'sent' && outcome.rejectedRecipients)
      log(
        'mail_partly_refused',
        `Message ${id} reached the office, but not all of CONTACT_TO: the mail server rejected ${outcome.rejectedRecipients} of its addresses.`,
        { id },
      )
  }

  async #send(message: Message): Promise<Outcome> {
    const { compose, mailer } = this.#parts
    let mail: AnyMail
    try {
      mail = await compose(message)
    } catch (error) {
      return { kind: 'refused', reason: `The mail cannot be composed: ${(error as Error).message}` }
    }
    try {
      const outcome = await mailer.send(mail, this.#stopping.signal)
      this.#updateAvailability(outcome)
      return outcome
    } catch (error) {
      // A bug. Rethrown, it would end the server at each attempt.
      return { kind: 'unknown', reason: `The attempt failed: ${(error as Error).message}` }
    }
  }

  /** Settles a claim, however long the store fails: otherwise the mail would be sent again. */
  async #settle(token: string, id: string, outcome: Outcome): Promise<'settled' | 'lost'> {
    const { store, log, sleep, random } = this.#parts
    for (let pauses = 0; ; pauses++)
      try {
        return await store.settle(token, outcome)
      } catch (error) {
        if (pauses === 0 && outcome.kind === 'sent')
          log(
            'delivery_not_recorded',
            `Message ${id} was sent, but the store cannot record it yet: ${(error as Error).message}`,
            { id },
          )
        await sleep(pauseMs(pauses, 5_000, random))
      }
  }

  #updateAvailability(outcome: Outcome): void {
    const { log } = this.#parts
    const isAway = outcome.kind === 'away'
    if (isAway === this.#isMailServerAway || (isAway && this.#isStopping)) return
    this.#isMailServerAway = isAway
    if (isAway) {
      this.#backOff()
      // A reply before the data cannot quote a visitor: the server has been sent nothing of the message.
      log('mail_unreachable', `The mail server is unavailable; messages wait. The reason: ${outcome.reason}`)
    } else log('mail_reachable', 'The mail server is available again.')
  }
}

/** Exponential backoff from 1 s, with a jitter of a quarter, so that several instances do not retry together. */
function pauseMs(pauses: number, longestMs: number, random = Math.random): number {
  const grown = Math.min(longestMs, 1_000 * 2 ** Math.min(pauses, 20))
  return Math.round(grown * (0.75 + random() / 2))
}
