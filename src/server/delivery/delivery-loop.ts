import type { EventName } from '../log/events.ts'
import type { Log } from '../log/log.ts'
import type { MailOutcome } from '../metrics/meter.ts'
import type { MessageStore, StoredMessage } from '../store/message-store.ts'
import { type Mail, type Mailer, sendTimeoutMs } from './mailer.ts'
import { type Pauses, pauseAfter } from './pauses.ts'

export type DeliveryParts = {
  store: Pick<MessageStore, 'claimDue' | 'markDelivered' | 'postpone' | 'refuse'>
  mailer: Mailer
  compose: (message: StoredMessage) => Promise<Mail>
  now: () => Date
  /** Says what happened, with ids and never with a visitor's words or address. */
  log: Log
  /** Counts what became of an attempt. */
  count?: (outcome: MailOutcome) => void
}

/** How often to look for what another instance or the operator left to do. */
const idleMs = 1_000
/** Between attempts to reach a mail server, or a store, that is away. */
const outagePauses: Pauses = { firstMs: 1_000, longestMs: 60_000 }
/** Between attempts at a mail that the server refuses for now. */
const deferralPauses: Pauses = { firstMs: 2_000, longestMs: 15 * 60_000 }
/** Longer than an attempt can take, so that no other instance begins the same. */
const leaseMs = sendTimeoutMs + 30_000

const told = {
  sent: { event: 'mail_sent', what: 'sent.' },
  deferred: { event: 'mail_deferred', what: 'deferred: the mail server does not take it now.' },
  refused: { event: 'mail_refused', what: 'refused: the mail server does not take it, and it is not tried again.' },
} as const

/**
 * Delivers stored messages, one at a time: if the process is killed, one mail at most was under way, and only that one
 * can arrive twice.
 */
export class DeliveryLoop {
  readonly #parts: DeliveryParts
  #isStopped = false
  #outages = 0
  #isMailAway = false
  #run: Promise<void> | undefined
  #endSleep: (() => void) | undefined
  #isIdle = false

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  start(): void {
    this.#run ??= this.#deliverUntilStopped()
  }

  /** Something new is there to deliver. While the mail server is away, it waits its turn. */
  wake(): void {
    if (this.#isIdle) this.#endSleep?.()
  }

  /** Finishes the mail under way and ends. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endSleep?.()
    await this.#run
  }

  async #deliverUntilStopped(): Promise<void> {
    while (!this.#isStopped) {
      const pauseMs = await this.#deliverNext().catch((error: Error) =>
        this.#noteOutage('delivery_waits', `Delivery waits for the store: ${error.message}`),
      )
      if (pauseMs > 0 && !this.#isStopped) await this.#sleep(pauseMs)
    }
  }

  /** @returns how long to pause before the next, in milliseconds */
  async #deliverNext(): Promise<number> {
    const { store, mailer, compose, now, log, count } = this.#parts
    const message = await store.claimDue(now(), leaseMs)
    this.#isIdle = !message
    if (!message) return idleMs
    const outcome = await mailer.send(await compose(message))
    count?.(outcome.kind)
    if (outcome.kind === 'unreachable') {
      const pauseMs = this.#noteMailAway(message.id)
      await store.postpone(message.id, outcome.reason, new Date(now().getTime() + pauseMs))
      return pauseMs
    }
    this.#noteMailBack()
    if (outcome.kind === 'sent') await this.#markDelivered(message.id)
    else if (outcome.kind === 'refused') await store.refuse(message.id, outcome.reason)
    else {
      const pauseMs = pauseAfter(message.attempts, deferralPauses)
      await store.postpone(message.id, outcome.reason, new Date(now().getTime() + pauseMs))
    }
    const { event, what } = told[outcome.kind]
    log(event, `Message ${message.id} ${what}`, { id: message.id, attempts: message.attempts })
    return 0
  }

  /** Until the store knows that a mail is sent, nothing else is: it would be sent again. */
  async #markDelivered(id: string): Promise<void> {
    const { store, now } = this.#parts
    const at = now()
    for (;;)
      try {
        return await store.markDelivered(id, at)
      } catch (error) {
        if (this.#isStopped) throw error
        await this.#sleep(
          this.#noteOutage(
            'delivery_not_noted',
            `Message ${id} is sent, but the store cannot note it: ${(error as Error).message}`,
          ),
        )
      }
  }

  /** Counts a failure that is no message's own, and tells of the first in a row. */
  #noteOutage(event: EventName, what: string, id?: string): number {
    this.#outages++
    if (this.#outages === 1) this.#parts.log(event, what, id === undefined ? {} : { id })
    return pauseAfter(this.#outages, outagePauses)
  }

  #noteMailAway(id: string): number {
    this.#isMailAway = true
    return this.#noteOutage(
      'mail_unreachable',
      `The mail server cannot be used; messages wait and are tried again. The reason: npm run inbox -- show ${id}`,
      id,
    )
  }

  #noteMailBack(): void {
    this.#outages = 0
    if (this.#isMailAway) this.#parts.log('mail_reachable', 'The mail server can be used again.')
    this.#isMailAway = false
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
