import type { Seeded } from './seeded.ts'

type Deed = { time: number; order: number; act: () => void }

/**
 * True time, in milliseconds since the history began. It stands still while code runs, and leaps from one deed (a scheduled
 * callback) to the next: a day without deeds takes no time. The seed decides the order of deeds at the same moment.
 */
export class VirtualTime {
  now = 0
  /** How many deeds there were. */
  deeds = 0
  readonly #random: Seeded
  /** A heap: the next deed is the first. */
  readonly #queue: Deed[] = []
  #pending = 0
  /** Whether promises may have been settled whose callbacks have not run yet. */
  #isStirred = true
  #fault: { error: unknown } | undefined

  constructor(random: Seeded) {
    this.#random = random
  }

  at(time: number, act: () => void): void {
    this.#push({ time: Math.max(time, this.now), order: this.#random.fraction(), act })
  }

  after(ms: number, act: () => void): void {
    this.at(this.now + ms, act)
  }

  /** Time stands still until the promise is settled: for real work, which takes no virtual time. */
  hold<Value>(work: Promise<Value>): Promise<Value> {
    this.#pending++
    this.stir()
    return work.finally(() => this.#pending--)
  }

  /** To be called after settling a promise that code under test waits for: its callbacks then run before the next deed. */
  stir(): void {
    this.#isStirred = true
  }

  /** Ends the history with an error when this promise is rejected. For work that nothing else waits for. */
  watch(work: Promise<unknown>): void {
    this.stir()
    work.catch((error: unknown) => {
      this.#fault ??= { error }
    })
  }

  /** Lets time pass until then. @throws what the code under test threw and did not catch */
  async runUntil(end: number): Promise<void> {
    for (;;) {
      while (this.#isStirred || this.#pending > 0) {
        this.#isStirred = false
        await nextTurn()
      }
      if (this.#fault) throw this.#fault.error
      const [next] = this.#queue
      if (!next || next.time > end) break
      this.#pop()
      this.now = next.time
      this.deeds++
      next.act()
    }
    this.now = Math.max(this.now, end)
  }

  #push(deed: Deed): void {
    const queue = this.#queue
    let place = queue.length
    queue.push(deed)
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!isBefore(deed, queue[parent] as Deed)) break
      queue[place] = queue[parent] as Deed
      place = parent
    }
    queue[place] = deed
  }

  #pop(): void {
    const queue = this.#queue
    const last = queue.pop() as Deed
    if (queue.length === 0) return
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= queue.length) break
      if (child + 1 < queue.length && isBefore(queue[child + 1] as Deed, queue[child] as Deed)) child++
      if (!isBefore(queue[child] as Deed, last)) break
      queue[place] = queue[child] as Deed
      place = child
    }
    queue[place] = last
  }
}

/** How many turns are asked for at once. */
const turnsAhead = 32
let turnsLeft = 0
let begin: (() => void) | undefined

/**
 * Settled once the callbacks of all promises settled before have run: Node runs them after each callback of setImmediate.
 * Several of these are asked for at once, because a round of the event loop costs more than most deeds.
 */
function nextTurn(): Promise<void> {
  const turn = new Promise<void>((resolve) => {
    begin = resolve
  })
  if (turnsLeft > 0) return turn
  turnsLeft = turnsAhead
  for (let number = 0; number < turnsAhead; number++)
    setImmediate(() => {
      turnsLeft--
      begin?.()
      begin = undefined
    })
  return turn
}

const isBefore = (a: Deed, b: Deed) => a.time < b.time || (a.time === b.time && a.order < b.order)
