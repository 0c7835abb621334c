import type { FastifyInstance } from 'fastify'
import type { Backlog } from '../messages/message-store.ts'
import type { StoreHealth } from './store-health.ts'

/** The answer of /readyz, in fixed words: nothing in it names a server, a file or a visitor. */
type ReadinessReport = {
  status: 'ready' | 'unready'
  instance: 'serving' | 'stopping'
  store: 'writable' | 'cannot be written to' | 'does not answer' | 'could not keep a message'
  /**
   * A mail server that is away makes nobody unready: messages are kept meanwhile, and another instance would not reach it
   * either. Taking this one out of service would refuse messages that could have been kept.
   */
  mail: 'nothing waits' | 'waiting' | 'needs attention' | 'not set up' | 'cannot be told'
  /** Messages that wait for delivery, those that may have been delivered, and those that the mail server refuses. */
  waiting: number | null
  unknown: number | null
  refused: number | null
  oldestWaitingSeconds: number | null
}

type Checked = Pick<ReadinessReport, 'store'> & { backlog?: Backlog }

/** @param now in milliseconds, from a clock that nobody sets */
type ReadinessParts = { health: StoreHealth; hasMail: boolean; now: () => number }

/** How long the store may take to prove itself; whoever asks will not wait much longer. */
const checkTimeoutMs = 2_000
/** How long an answer is used again: anybody may ask, and each check writes to the disk. */
const freshMs = 1_000

/** Says whether this instance should be sent messages. */
export class Readiness {
  readonly #parts: ReadinessParts
  #isStopping = false
  #checkedAt = Number.NEGATIVE_INFINITY
  #checking: Promise<Checked> | undefined
  /** At most one is under way: on a slow disk the next ones would queue before the messages. */
  #proof: Promise<Checked> | undefined

  constructor(parts: ReadinessParts) {
    this.#parts = parts
  }

  /** From now on, nothing more should be sent here. */
  stop(): void {
    this.#isStopping = true
  }

  /** `GET /readyz`: 200 where messages can be sent, 503 where not, and why. Beside it, /healthz says that the process lives. */
  addRoute(app: FastifyInstance): void {
    app.get('/readyz', async (_request, reply) => {
      const report = await this.report()
      return reply
        .code(report.status === 'ready' ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(report)
    })
  }

  async report(): Promise<ReadinessReport> {
    const { now, hasMail, health } = this.#parts
    const at = now()
    if (!this.#checking || at - this.#checkedAt >= freshMs) {
      this.#checkedAt = at
      this.#checking = this.#check()
    }
    const { store: checked, backlog } = await this.#checking
    const store = checked === 'writable' && health.refusedOfLate ? 'could not keep a message' : checked
    return {
      status: store === 'writable' && !this.#isStopping ? 'ready' : 'unready',
      instance: this.#isStopping ? 'stopping' : 'serving',
      store,
      mail: hasMail ? mailState(backlog) : 'not set up',
      waiting: backlog?.waiting ?? null,
      unknown: backlog?.unknown ?? null,
      refused: backlog?.refused ?? null,
      oldestWaitingSeconds: backlog?.oldestMs === undefined ? null : Math.round(backlog.oldestMs / 1000),
    }
  }

  async #check(): Promise<Checked> {
    this.#proof ??= this.#prove().finally(() => {
      this.#proof = undefined
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Checked>((resolve) => {
      timer = setTimeout(() => resolve({ store: 'does not answer' }), checkTimeoutMs)
    })
    const result = await Promise.race([this.#proof, late])
    clearTimeout(timer)
    return result
  }

  async #prove(): Promise<Checked> {
    const { store } = this.#parts.health
    try {
      await store.checkWritable()
      return { store: 'writable', backlog: await store.backlog() }
    } catch {
      return { store: 'cannot be written to' }
    }
  }
}

function mailState(backlog: Backlog | undefined): ReadinessReport['mail'] {
  if (!backlog) return 'cannot be told'
  if (backlog.refused > 0 || backlog.unknown > 0) return 'needs attention'
  return backlog.waiting > 0 ? 'waiting' : 'nothing waits'
}
