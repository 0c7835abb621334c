import type { FastifyInstance } from 'fastify'
import { ownAddresses } from '../../shared/own-addresses.ts'
import type { Backlog, MessageStore } from '../messages/message-store.ts'
import type { Log } from './log.ts'

type ReadinessParts = {
  store: Pick<MessageStore, 'location' | 'checkWritable' | 'backlog'>
  hasMail: boolean
  log: Log
  /** Milliseconds of a monotonic clock. */
  now: () => number
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** How often the store is checked. */
const checkMs = 5_000
/** A check that takes longer is reported as "does not answer". */
const timeoutMs = 2_000
/**
 * How long the store counts as failing after it could not store a message, unless it has stored another: on a nearly full disk,
 * the few bytes of a check may succeed. The form's response has the same pause (Retry-After).
 */
export const retryAfterMs = 30_000

/** What is reported of the register: numbers alone. */
export type FollowedRegister = { lastEntry: number | undefined; isContradicted: boolean }

/** Checks the message store periodically, and reports whether this instance should receive messages. */
export class Readiness {
  readonly #parts: ReadinessParts
  #isStopping = false
  #isFailing = false
  #checkBeganAt: number | undefined
  #keepFailedAt = Number.NEGATIVE_INFINITY
  /** The result of the last check; undefined while the store fails. */
  backlog: Backlog | undefined

  constructor(parts: ReadinessParts) {
    this.#parts = parts
  }

  /** Checks until the signal aborts. Logs once that the store fails, and once that it works again. */
  async watch(signal: AbortSignal): Promise<void> {
    const { store, log, now, sleep } = this.#parts
    while (!signal.aborted) {
      this.#checkBeganAt = now()
      try {
        // A disk commits nothing for a check as long as all is well; but whether it is writable again, only a write shows.
        if (this.#isFailing) await store.checkWritable()
        this.backlog = await store.backlog()
        const isOver = now() - this.#keepFailedAt >= retryAfterMs
        if (this.#isFailing && isOver) log('store_available', `The message store ${store.location} is writable again.`)
        this.#isFailing &&= !isOver
      } catch (error) {
        this.backlog = undefined
        this.#failed(error as Error)
      }
      this.#checkBeganAt = undefined
      await sleep(checkMs, signal)
    }
  }

  /** A message was stored. */
  kept(): void {
    this.#keepFailedAt = Number.NEGATIVE_INFINITY
  }

  /** A message could not be stored. */
  keepFailed(error: Error): void {
    this.#keepFailedAt = this.#parts.now()
    this.#failed(error)
  }

  #failed({ message }: Error): void {
    if (!this.#isFailing) this.#parts.log('store_unavailable', message)
    this.#isFailing = true
  }

  /** Reports from now on that this instance should get no more requests. */
  stop(): void {
    this.#isStopping = true
  }

  /** `GET /readyz`: 200 if messages can be received, otherwise 503 with the reason. `/healthz` shows only that the process runs. */
  addRoute(app: FastifyInstance, register: FollowedRegister): void {
    app.get(ownAddresses.readiness, async (_request, reply) => {
      const report = { ...this.report(), register: register.lastEntry ?? null }
      return reply
        .code(report.status === 'ready' ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(report)
    })
  }

  /** The response of /readyz without the register. It consists of fixed texts, so that it names no server or visitor. */
  report() {
    const { backlog } = this
    const store = this.#storeState()
    return {
      status: store === 'writable' && !this.#isStopping ? 'ready' : 'unready',
      instance: this.#isStopping ? 'stopping' : 'serving',
      store,
      mail: this.#parts.hasMail ? mailState(backlog) : 'not set up',
      waiting: backlog?.waiting ?? null,
      unknown: backlog?.unknown ?? null,
      refused: backlog?.refused ?? null,
      oldestWaitingSeconds: backlog?.oldestMs === undefined ? null : Math.round(backlog.oldestMs / 1000),
    }
  }

  #storeState() {
    const now = this.#parts.now()
    if (this.#checkBeganAt !== undefined && now - this.#checkBeganAt >= timeoutMs) return 'does not answer'
    if (!this.backlog) return 'cannot be written to'
    return now - this.#keepFailedAt < retryAfterMs ? 'could not keep a message' : 'writable'
  }
}

/**
 * An unavailable mail server does not affect readiness: messages are stored meanwhile, and other instances cannot reach it either.
 */
function mailState(backlog: Backlog | undefined) {
  if (!backlog) return 'unknown'
  if (backlog.refused > 0 || backlog.unknown > 0) return 'needs attention'
  return backlog.waiting > 0 ? 'waiting' : 'nothing waits'
}
