import type { Claim, Message, MessageStore, Outcome } from '../messages/message-store.ts'
import type { EventName } from '../operations/events.ts'
import type { Log } from '../operations/log.ts'
import type { Mail, Mailer } from './smtp-mailer.ts'

export type DeliveryParts = {
  store: Pick<MessageStore, 'claim' | 'extend' | 'settle'>
  mailer: Mailer
  compose: (message: Message) => Promise<Mail>
  /** Records what happened, with ids and never with a visitor's words or address. */
  log: Log
  /** Resolves after so long, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Between 0 and 1: spreads the pauses of several instances. */
  random?: () => number
  /** How long it sleeps at most: then it finds what another instance or the operator has left to do. */
  idleMs?: number
}

/**
 * How many attempts are made at once, of messages that were never tried and of those that were: one slow answer does not stop
 * the others, and messages that fail again and again leave room.
 */
const atOnce = { first: 6, again: 3 }
/** How often a claim is renewed: several times in a lease. */
const renewMs = 20_000
const minuteMs = 60_000
/** The longest that a stopping server waits for mails under way: as long as a mail server may take, and a minute. */
export const stopTimeoutMs = 11 * minuteMs

const logged = {
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
  /** The attempts under way, by the tokens of their claims. */
  readonly #attempts = new Map<string, { isFirst: boolean; done: Promise<void> }>()
  readonly #mailServer = new Outage()
  readonly #store = new Outage()
  /** Ends the loop, and attempts that have not yet given the mail server anything of their mail. */
  readonly #stopping = new AbortController()
  /** Ends the present pause of the loop. */
  #pause = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Has new messages claimed at once; while the mail server or the store is away, the pause goes on. */
  notify(): void {
    if (!this.#mailServer.isAway && !this.#store.isAway) this.#pause.abort()
  }

  /** How many mails are under way. */
  get underWay(): number {
    return this.#attempts.size
  }

  /**
   * Begins nothing more, and finishes the mails that the mail server has begun to take.
   * @returns whether everything is finished and settled, after eleven minutes at the latest
   */
  async stop(): Promise<'finished' | 'gave up'> {
    this.#stopping.abort()
    this.#pause.abort()
    const finished = new AbortController()
    const result = await Promise.race([
      this.#running.then(() => 'finished' as const),
      this.#outOfTime(finished.signal).then(() => 'gave up' as const),
    ])
    finished.abort()
    return result
  }

  /** Waits in steps of a minute: a process that was frozen for longer loses one of them, and still has time to settle. */
  async #outOfTime(signal: AbortSignal): Promise<void> {
    for (let passedMs = 0; passedMs < stopTimeoutMs; passedMs += minuteMs) await this.#parts.sleep(minuteMs, signal)
  }

  async #run(): Promise<void> {
    const { sleep, random, idleMs = minuteMs / 2 } = this.#parts
    while (!this.#stopping.signal.aborted) {
      this.#pause = new AbortController()
      const outage = [this.#mailServer, this.#store].find(({ isAway }) => isAway)
      if (outage) {
        await sleep(outage.pauseMs(random), this.#pause.signal)
        if (this.#stopping.signal.aborted) break
        this.#pause = new AbortController()
      }
      const dueInMs = await this.#claim()
      if (!this.#mailServer.isAway && !this.#store.isAway)
        await sleep(Math.min(dueInMs ?? idleMs, idleMs), this.#pause.signal)
    }
    await Promise.all([...this.#attempts.values()].map(({ done }) => done))
  }

  /** Begins as many attempts as there is room for; one or two while the mail server is away. @returns when to claim again */
  async #claim(): Promise<number | undefined> {
    const { store, log } = this.#parts
    const first = [...this.#attempts.values()].filter(({ isFirst }) => isFirst).length
    const room = (most: number, taken: number) =>
      Math.max(0, Math.min(this.#mailServer.isAway ? 1 : most, most - taken))
    try {
      const { claims, dueInMs } = await store.claim(
        room(atOnce.first, first),
        room(atOnce.again, this.#attempts.size - first),
      )
      this.#store.end()
      for (const claim of claims) this.#begin(claim)
      return dueInMs
    } catch (error) {
      if (this.#store.begin()) log('delivery_waits', `Delivery waits for the store: ${(error as Error).message}`)
      return undefined
    }
  }

  #begin(claim: Claim): void {
    const done = this.#attempt(claim).finally(() => {
      this.#attempts.delete(claim.token)
      this.notify()
    })
    this.#attempts.set(claim.token, { isFirst: claim.message.attempts === 1, done })
  }

  async #attempt({ token, message }: Claim): Promise<void> {
    const { log } = this.#parts
    const ended = new AbortController()
    void this.#renew(token, ended.signal)
    const outcome = await this.#send(message)
    this.#noteMailServer(outcome, message.id)
    const result = await this.#settle(token, message.id, outcome)
    ended.abort()
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

  /** Settles a claim, however long the store takes: until then, the mail would be sent again. */
  async #settle(token: string, id: string, outcome: Outcome): Promise<'settled' | 'lost'> {
    const { store, log, sleep, random } = this.#parts
    const outage = new Outage(5_000)
    for (;;)
      try {
        return await store.settle(token, outcome)
      } catch (error) {
        if (outage.begin() && outcome.kind === 'sent')
          log(
            'delivery_not_noted',
            `Message ${id} is sent, but the store cannot note it: ${(error as Error).message}`,
            { id },
          )
        await sleep(outage.pauseMs(random), new AbortController().signal)
      }
  }

  /** Renews a claim until its attempt is settled. If the store is away, the lease is long enough for the next turn. */
  async #renew(token: string, ended: AbortSignal): Promise<void> {
    const { store, sleep } = this.#parts
    for (;;) {
      await sleep(renewMs, ended)
      if (ended.aborted) return
      await store.extend([token]).catch(() => undefined)
    }
  }

  #noteMailServer({ kind }: Outcome, id: string): void {
    const { log } = this.#parts
    if (kind !== 'away') {
      if (!this.#mailServer.end()) return
      log('mail_reachable', 'The mail server can be used again.')
    } else {
      if (this.#stopping.signal.aborted || !this.#mailServer.begin()) return
      log(
        'mail_unreachable',
        `The mail server cannot be used; messages wait and are tried again. The reason: npm run inbox -- show ${id}`,
        { id },
      )
    }
    // The loop has to pause in another way from now on.
    this.#pause.abort()
  }
}

/** A time in which the mail server or the store cannot be used, whatever the message. */
class Outage {
  readonly #longestMs: number
  #pauses = 0
  isAway = false

  constructor(longestMs = minuteMs) {
    this.#longestMs = longestMs
  }

  /** @returns whether it begins now */
  begin(): boolean {
    const begins = !this.isAway
    this.isAway = true
    return begins
  }

  /** @returns whether it ends now */
  end(): boolean {
    const ends = this.isAway
    this.isAway = false
    this.#pauses = 0
    return ends
  }

  /** 1 s, and twice as long each time, give or take a quarter, so that several instances do not come back together. */
  pauseMs(random: () => number = Math.random): number {
    const grown = Math.min(this.#longestMs, 1_000 * 2 ** Math.min(this.#pauses++, 20))
    return Math.round(grown * (0.75 + random() / 2))
  }
}
