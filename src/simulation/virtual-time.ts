type Action = { time: number; order: number; act: () => void }

/**
 * True time, in milliseconds since the history began. It stands still while code runs, and leaps from one action (a scheduled
 * callback) to the next: a day without actions takes no time, nor does work that waits for promises alone, as of a store in memory.
 */
export class VirtualTime {
  now = 0
  readonly #chance: () => number
  /** The next action is the last. */
  readonly #queue: Action[] = []
  #fault: { error: unknown } | undefined

  /** @param chance decides the order of actions at the same moment */
  constructor(chance: () => number) {
    this.#chance = chance
  }

  at(time: number, act: () => void): void {
    const action = { time: Math.max(time, this.now), order: this.#chance(), act }
    const isBefore = (other: Action) =>
      action.time < other.time || (action.time === other.time && action.order < other.order)
    this.#queue.splice(this.#queue.findLastIndex(isBefore) + 1, 0, action)
  }

  after(ms: number, act: () => void): void {
    this.at(this.now + ms, act)
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  /** Ends the history with an error when this promise is rejected. For work that nothing else waits for. */
  watch(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.#fault ??= { error }
    })
  }

  /** Lets time pass until then. @throws what the code under test threw and did not catch */
  async runUntil(end: number): Promise<void> {
    for (;;) {
      // Settled once the callbacks of all promises that were settled before have run: Node runs them before its next tick.
      await new Promise<void>((resolve) => process.nextTick(resolve))
      if (this.#fault) throw this.#fault.error
      const next = this.#queue.at(-1)
      if (!next || next.time > end) break
      this.#queue.pop()
      this.now = next.time
      next.act()
    }
    this.now = end
  }
}
