import type { Backlog } from '../store/message-store.ts'
import type { StoreHealth } from './store-health.ts'

/** The answer of /readyz, in fixed words: nothing in it names a server, a file or a visitor. */
export type ReadinessReport = {
  status: 'ready' | 'unready'
  instance: 'serving' | 'stopping'
  store: 'writable' | 'cannot be written to' | 'does not answer' | 'could not keep a message'
  /**
   * A mail server that is away makes nobody unready: messages are kept meanwhile, and another instance would not reach it
   * either. Taking this one out of service would refuse messages that could have been kept.
   */
  mail: 'nothing waits' | 'waiting' | 'not set up' | 'unknown'
  waiting: number | null
  oldestWaitingSeconds: number | null
}

type ReadinessParts = { health: StoreHealth; hasMail: boolean; now: () => Date }

/** How long the store may take to prove itself; whoever asks will not wait much longer. */
const checkTimeoutMs = 2_000
/** How long an answer holds. Everybody may ask: more often than this, nothing is written to the disk for them. */
const freshMs = 1_000

/** Says whether this instance should be sent messages. */
export class Readiness {
  readonly #parts: ReadinessParts
  #isStopping = false
  #checkedAt = Number.NEGATIVE_INFINITY
  #checking: Promise<Pick<ReadinessReport, 'store'> & Partial<Backlog>> | undefined

  constructor(parts: ReadinessParts) {
    this.#parts = parts
  }

  /** From now on, nothing more should be sent here. */
  stop(): void {
    this.#isStopping = true
  }

  async report(): Promise<ReadinessReport> {
    const { now, hasMail, health } = this.#parts
    const at = now().getTime()
    if (!this.#checking || at - this.#checkedAt >= freshMs) {
      this.#checkedAt = at
      this.#checking = this.#check()
    }
    const { store: checked, waiting, oldestAt } = await this.#checking
    const store = checked === 'writable' && health.refusedOfLate ? 'could not keep a message' : checked
    return {
      status: store === 'writable' && !this.#isStopping ? 'ready' : 'unready',
      instance: this.#isStopping ? 'stopping' : 'serving',
      store,
      mail: mailState(hasMail, waiting),
      waiting: waiting ?? null,
      oldestWaitingSeconds: oldestAt ? Math.max(0, Math.round((at - oldestAt.getTime()) / 1000)) : null,
    }
  }

  async #check(): Promise<Pick<ReadinessReport, 'store'> & Partial<Backlog>> {
    const { store } = this.#parts.health
    const proof = store
      .checkWritable()
      .then(() => store.backlog())
      .then(
        (backlog) => ({ store: 'writable' as const, ...backlog }),
        () => ({ store: 'cannot be written to' as const }),
      )
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<{ store: 'does not answer' }>((resolve) => {
      timer = setTimeout(() => resolve({ store: 'does not answer' }), checkTimeoutMs)
    })
    const result = await Promise.race([proof, late])
    clearTimeout(timer)
    return result
  }
}

function mailState(hasMail: boolean, waiting: number | undefined): ReadinessReport['mail'] {
  if (!hasMail) return 'not set up'
  if (waiting === undefined) return 'unknown'
  return waiting > 0 ? 'waiting' : 'nothing waits'
}
