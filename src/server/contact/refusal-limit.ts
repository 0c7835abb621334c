import { networkOf, type SenderLimitRule } from '../messages/sender-limit.ts'

/** How many networks are remembered at once; then the one that began first is forgotten. */
const mostNetworks = 10_000

type Refusals = { count: number; endsAt: number }

/**
 * Counts the requests of each sender's network that were refused, in the memory of this process: reading and answering
 * them is work, and the limit on messages does not see them. A window begins with a network's first refusal.
 */
export class RefusalLimit {
  readonly #rule: SenderLimitRule
  readonly #now: () => number
  /** All windows are of one length, so that they stand in the order in which they end. */
  readonly #networks = new Map<string, Refusals>()

  /** @param now a clock that never goes back, in milliseconds */
  constructor(rule: SenderLimitRule, now: () => number = () => performance.now()) {
    this.#rule = rule
    this.#now = now
  }

  /** How long a sender has to wait before it is listened to again, in milliseconds; 0 when it need not. */
  waitMs(address: string): number {
    this.#forgetPast()
    const refusals = this.#networks.get(networkOf(address))
    return refusals && refusals.count >= this.#rule.count ? refusals.endsAt - this.#now() : 0
  }

  /** Notes that a request was refused. */
  note(address: string): void {
    if (this.#rule.count === 0) return
    this.#forgetPast()
    const network = networkOf(address)
    const refusals = this.#networks.get(network)
    if (refusals) {
      refusals.count++
      return
    }
    const [oldest] = this.#networks.keys()
    if (oldest !== undefined && this.#networks.size >= mostNetworks) this.#networks.delete(oldest)
    this.#networks.set(network, { count: 1, endsAt: this.#now() + this.#rule.windowMs })
  }

  #forgetPast(): void {
    const now = this.#now()
    for (const [network, { endsAt }] of this.#networks) {
      if (endsAt > now) return
      this.#networks.delete(network)
    }
  }
}
