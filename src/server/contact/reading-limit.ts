import { networkOf } from '../messages/sender-limit.ts'

/** How many bodies may be read at once, of everybody and of one sender's network: each takes memory until it is whole. */
export type ReadingRule = { all: number; ofSender: number }

/** Counts the bodies that are being read. */
export class ReadingLimit {
  readonly #rule: ReadingRule
  readonly #networks = new Map<string, number>()
  #all = 0

  constructor(rule: ReadingRule) {
    this.#rule = rule
  }

  /** Admits another body. @returns a function that ends its reading, safe to call twice; or whose limit is reached */
  begin(address: string): (() => void) | 'all' | 'sender' {
    const network = networkOf(address)
    const count = this.#networks.get(network) ?? 0
    if (count >= this.#rule.ofSender) return 'sender'
    if (this.#all >= this.#rule.all) return 'all'
    this.#all++
    this.#networks.set(network, count + 1)
    let isEnded = false
    return () => {
      if (isEnded) return
      isEnded = true
      this.#all--
      const left = (this.#networks.get(network) ?? 1) - 1
      if (left === 0) this.#networks.delete(network)
      else this.#networks.set(network, left)
    }
  }
}
