import { minuteMs } from '../../shared/durations.ts'
import type { Claim, Message, MessageStore, Outcome } from '../messages/message-store.ts'
import type { EventName } from '../operations/events.ts'
import type { Log } from '../operations/log.ts'
import type { Mail, Mailer } from './mailer.ts'

export type DeliveryParts<AnyMail = Mail> = {
  store: Pick<MessageStore, 'claim' | 'extend' | 'settle'>
  mailer: Mailer<AnyMail>
  compose: (message: Message) => Promise<AnyMail>
  /** Records what happened, with ids and never with a visitor's words or address. */
  log: Log
  /** Resolves after so long, or as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** In milliseconds, from a clock that nobody sets. */
  now(): number
  /** Between 0 and 1: spreads the pauses of several instances. */
  random?: () => number
  /** The longest time between two claims: a claim finds what another instance or the operator has left to do. */
  pollMs?: number
}

/**
 * How many attempts are made at once, of messages that were never tried and of those that were: one slow answer does not stop
 * the others, and messages that fail again and again leave room.
 */
const atOnce = { first: 6, again: 3 }
/** How often claims are renewed: several times in a lease. */
const renewMs = 20_000
/** How long a stopping server waits for mails under way: as long as a mail server may take, and a minute. */
export const stopTimeoutMs = 11 * minuteMs

const logged = {
  sent: ['mail_sent', 'sent.'],
  deferred: ['mail_deferred', 'deferred: the mail server does not take it now.'],
  refused: ['mail_refused', 'refused: the mail server does not take it. It is tried again each day for a week.'],
  unknown: [
    'mail_unknown',
    'may have been sent: the mail server never confirmed it. It is tried again, marked as a possible repeat.',
  ],
} as const satisfies Partial<Record<Outcome['kind'], [EventName, string]>>

/**
 * Delivers stored messages, a few at once. One loop claims what is due, renews the claims of the attempts under way, and sleeps
 * until there is something to do. However it ends, only the mails under way then can arrive twice.
 */
export class Delivery<AnyMail = Mail> {
  readonly #parts: DeliveryParts<AnyMail>
  /** The claims of the attempts under way, by their tokens. */
  readonly #claims = new Map<string, Claim>()
  /** Ends the loop, and attempts that have not yet sent anything of their mail. */
  readonly #stopping = new AbortController()
  #isMailServerAway = false
  #isStoreAway = false
  /** How many pauses there were since the mail server or the store went away. */
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

  /** Claims new messages at once, unless the mail server or the store is away: then the pause goes on. */
  notify(): void {
    if (!this.#isMailServerAway && !this.#isStoreAway) this.#claimIn(0)
  }

  /** How many mails are under way. */
  get underWay(): number {
    return this.#claims.size
  }

  /**
   * Begins nothing more, and finishes the mails that the mail server has begun to take.
   * @returns whether everything is finished and settled, after eleven minutes at the latest
   */
  async stop(): Promise<'finished' | 'gave up'> {
    this.#stopping.abort()
    this.#wake()
    const finished = this.#running.then(() => true)
    // In steps of a minute: a process that was frozen for longer loses one of them, and still has time to settle.
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

  /** Puts off the next claim: the mail server or the store is away. */
  #backOff(): void {
    this.#claimIn(pauseMs(this.#pauses++, minuteMs, this.#parts.random))
  }

  /** If the store is away, the leases are long enough for the next turn. */
  async #renew(): Promise<void> {
    const { store, now } = this.#parts
    this.#renewAt = now() + renewMs
    await store.extend([...this.#claims.keys()]).catch(() => undefined)
  }

  /** Begins as many attempts as there is room for; one or two while the mail server is away. */
  async #claim(): Promise<void> {
    const { store, log, now, pollMs = minuteMs / 2 } = this.#parts
    const first = [...this.#claims.values()].filter(({ message }) => message.attempts === 1).length
    const room = (most: number, taken: number) => Math.max(0, Math.min(this.#isMailServerAway ? 1 : most, most - taken))
    this.#claimAt = now() + pollMs
    try {
      const { claims, dueInMs = pollMs } = await store.claim(
        room(atOnce.first, first),
        room(atOnce.again, this.#claims.size - first),
      )
      this.#isStoreAway = false
      for (const claim of claims) this.#begin(claim)
      // A message that came meanwhile may have set an earlier time.
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
        'mail_overtaken',
        `Message ${message.id}: another attempt had begun, or it was erased; this one: ${outcome.kind}.`,
        { id: message.id },
      )
    else this.#logSettled(message, outcome)
  }

  #logSettled({ id, attempts }: Message, outcome: Outcome): void {
    const { log } = this.#parts
    if (outcome.kind === 'away') return
    const [event, what] = logged[outcome.kind]
    log(event, `Message ${id} ${what}`, { id, attempts })
    if (outcome.kind === 'sent' && outcome.refusedRecipients)
      log(
        'mail_partly_refused',
        `Message ${id} reached the office, but not all of CONTACT_TO: the mail server refuses ${outcome.refusedRecipients} of its addresses.`,
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
      this.#noteMailServer(outcome, message.id)
      return outcome
    } catch (error) {
      // A bug. Thrown on, it would end the server at each attempt.
      return { kind: 'unknown', reason: `The attempt failed: ${(error as Error).message}` }
    }
  }

  /** Settles a claim, however long the store takes: until then, the mail would be sent again. */
  async #settle(token: string, id: string, outcome: Outcome): Promise<'settled' | 'lost'> {
    const { store, log, sleep, random } = this.#parts
    for (let pauses = 0; ; pauses++)
      try {
        return await store.settle(token, outcome)
      } catch (error) {
        if (pauses === 0 && outcome.kind === 'sent')
          log(
            'delivery_not_noted',
            `Message ${id} is sent, but the store cannot note it: ${(error as Error).message}`,
            { id },
          )
        await sleep(pauseMs(pauses, 5_000, random))
      }
  }

  #noteMailServer({ kind }: Outcome, id: string): void {
    const { log } = this.#parts
    const isAway = kind === 'away'
    if (isAway === this.#isMailServerAway || (isAway && this.#isStopping)) return
    this.#isMailServerAway = isAway
    if (isAway) {
      this.#backOff()
      log(
        'mail_unreachable',
        `The mail server cannot be used; messages wait and are tried again. The reason: npm run inbox -- show ${id}`,
        { id },
      )
    } else log('mail_reachable', 'The mail server can be used again.')
  }
}

/** 1 s, and twice as long each time, give or take a quarter, so that several instances do not come back together. */
function pauseMs(pauses: number, longestMs: number, random = Math.random): number {
  const grown = Math.min(longestMs, 1_000 * 2 ** Math.min(pauses, 20))
  return Math.round(grown * (0.75 + random() / 2))
}
