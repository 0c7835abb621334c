import type { VirtualTime } from './virtual-time.ts'

/** When histories begin, by the store's clock. */
const beginning = Date.UTC(2026, 2, 1, 9)

/** The clock that the store goes by. It runs a little fast or slow, and leaps. */
export class StoreClock {
  readonly #time: VirtualTime
  readonly #rate: number
  #offset = beginning

  constructor(time: VirtualTime, drift: number) {
    this.#time = time
    this.#rate = 1 + drift / 1_000
  }

  now = (): number => Math.floor(this.#offset + this.#time.now * this.#rate)

  leap(byMs: number): void {
    this.#offset += byMs
  }

  /** How long it will be in true time until the clock shows this, if it does not leap. */
  msUntil(clockTime: number): number {
    return Math.ceil((clockTime - this.now()) / this.#rate) + 1
  }
}
