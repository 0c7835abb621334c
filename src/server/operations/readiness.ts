import type { FastifyInstance } from 'fastify'
import type { Backlog, MessageStore } from '../messages/message-store.ts'
import type { Log } from './log.ts'

/** The answer of /readyz, in fixed words: nothing in it names a server, a file or a visitor. */
type ReadinessReport = {
  status: 'ready' | 'unready'
  instance: 'serving' | 'stopping'
  store: StoreState | 'could not keep a message'
  /**
   * A mail server that is away makes nobody unready: messages are kept meanwhile, and another instance would not reach it
   * either. Taken out of service, this one would lose messages that it could have kept.
   */
  mail: 'nothing waits' | 'waiting' | 'needs attention' | 'not set up' | 'unknown'
  /** Messages that wait for delivery, those that may have been delivered, and those that the mail server refuses. */
  waiting: number | null
  unknown: number | null
  refused: number | null
  oldestWaitingSeconds: number | null
}

type StoreState = 'writable' | 'cannot be written to' | 'does not answer'

type ReadinessParts = {
  store: Pick<MessageStore, 'location' | 'checkWritable' | 'backlog'>
  hasMail: boolean
  log: Log
  /** In milliseconds, from a clock that nobody sets. */
  now: () => number
  /** Resolves after so long, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** How often the store is checked. */
const checkMs = 5_000
/** A check that takes longer than this is reported as no answer. */
const timeoutMs = 2_000
/**
 * How long the store counts as failing after it could not keep a message, unless it has kept another: a check writes a few
 * bytes, which may still find room where a message does not. The form's answer asks for the same pause (Retry-After).
 */
export const retryAfterMs = 30_000

/** Checks the message store again and again, and reports whether this instance should be sent messages. */
export class Readiness {
  readonly #parts: ReadinessParts
  #isStopping = false
  #isFailing = false
  #checkBeganAt: number | undefined
  #keepFailedAt = Number.NEGATIVE_INFINITY
  /** What the last check has found; nothing while the store fails. */
  backlog: Backlog | undefined

  constructor(parts: ReadinessParts) {
    this.#parts = parts
  }

  /** Logs once that the store fails, and once that it works again. @param signal ends it */
  async watch(signal: AbortSignal): Promise<void> {
    const { store, log, now, sleep } = this.#parts
    while (!signal.aborted) {
      this.#checkBeganAt = now()
      try {
        await store.checkWritable()
        this.backlog = await store.backlog()
        if (this.#isFailing) log('store_available', `The message store ${store.location} can be written to again.`)
        this.#isFailing = false
      } catch (error) {
        this.backlog = undefined
        this.#failed(error as Error)
      }
      this.#checkBeganAt = undefined
      await sleep(checkMs, signal)
    }
  }

  /** A message was kept. */
  kept(): void {
    this.#keepFailedAt = Number.NEGATIVE_INFINITY
  }

  /** A message could not be kept. */
  keepFailed(error: Error): void {
    this.#keepFailedAt = this.#parts.now()
    this.#failed(error)
  }

  #failed({ message }: Error): void {
    if (!this.#isFailing) this.#parts.log('store_unavailable', message)
    this.#isFailing = true
  }

  /** From now on, nothing more should be sent here. */
  stop(): void {
    this.#isStopping = true
  }

  /** `GET /readyz`: 200 if messages can be sent, 503 if not, and why. Beside it, /healthz says that the process lives. */
  addRoute(app: FastifyInstance): void {
    app.get('/readyz', async (_request, reply) => {
      const report = this.report()
      return reply
        .code(report.status === 'ready' ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(report)
    })
  }

  report(): ReadinessReport {
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

  #storeState(): ReadinessReport['store'] {
    const now = this.#parts.now()
    if (this.#checkBeganAt !== undefined && now - this.#checkBeganAt >= timeoutMs) return 'does not answer'
    if (!this.backlog) return 'cannot be written to'
    return now - this.#keepFailedAt < retryAfterMs ? 'could not keep a message' : 'writable'
  }
}

function mailState(backlog: Backlog | undefined): ReadinessReport['mail'] {
  if (!backlog) return 'unknown'
  if (backlog.refused > 0 || backlog.unknown > 0) return 'needs attention'
  return backlog.waiting > 0 ? 'waiting' : 'nothing waits'
}
