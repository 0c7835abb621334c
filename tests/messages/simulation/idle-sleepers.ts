import { leaseMs } from '../../../src/server/messages/message-store.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** Long after the end of every history. */
const farAway = Date.UTC(2100)

/** A claim that was not renewed for so long may have run out, and after the second time it has, and was seen to. */
const runOutMs = leaseMs + 1_000
const seenToMs = 4 * 60_000
const nextCheckMs = 25_000

/** @property ms for how long it would sleep; @property from since when */
type Sleeper = { owner: SimulatedProcess; ms: number; wake: () => void; from: number; wakeAt: number }

/**
 * Servers with nothing to do look every second whether there is something. To play each of these looks would take most of
 * the time, and show nothing: such a sleeper sleeps on until a message is due, or may be.
 */
export class IdleSleepers {
  readonly #world: World
  readonly #sleepers = new Set<Sleeper>()
  /** When each message is due by the store's clock, as long as nothing has changed. */
  #due: { id: string; at: number }[] | undefined

  constructor(world: World) {
    this.#world = world
  }

  add(owner: SimulatedProcess, ms: number, wake: () => void): void {
    const sleeper = { owner, ms, wake, from: this.#world.time.now, wakeAt: Number.POSITIVE_INFINITY }
    this.#sleepers.add(sleeper)
    this.#reconsider([sleeper])
  }

  /** Something has changed: the next message may be due sooner. */
  stir(): void {
    this.#due = undefined
    this.noteClaim()
  }

  /** A claim was made: it may run out. */
  noteClaim(): void {
    this.#reconsider([...this.#sleepers])
  }

  /**
   * All look within the time they would have slept: something has changed that nobody can foresee the consequences of.
   * @param owner only those of one process: it has something to do now
   */
  wakeAll(owner?: SimulatedProcess): void {
    const { time, random } = this.#world
    this.#due = undefined
    for (const sleeper of this.#sleepers) {
      if (owner && sleeper.owner !== owner) continue
      this.#sleepers.delete(sleeper)
      time.after(random.below(sleeper.ms), sleeper.wake)
    }
  }

  #reconsider(sleepers: Sleeper[]): void {
    if (sleepers.length === 0) return
    this.#due ??= this.#world.dueTimes()
    sleepers.forEach(this.#schedule)
  }

  #schedule = (sleeper: Sleeper): void => {
    const { time, random } = this.#world
    const dueMs = this.#msUntilDue()
    const wakeAt = Math.max(sleeper.from + sleeper.ms, time.now + (dueMs > 0 ? dueMs : random.below(sleeper.ms)))
    if (wakeAt >= sleeper.wakeAt) return
    sleeper.wakeAt = wakeAt
    time.at(wakeAt, () => {
      if (sleeper.wakeAt > wakeAt || !this.#sleepers.has(sleeper)) return
      if (this.#msUntilDue() > 0 && this.#due && !this.#mayHaveRunOut()) {
        // What it was to look for has been done by another.
        sleeper.wakeAt = Number.POSITIVE_INFINITY
        return this.#reconsider([sleeper])
      }
      // A look may change what is due.
      this.#due = undefined
      this.#sleepers.delete(sleeper)
      sleeper.wake()
    })
  }

  #mayHaveRunOut = () => this.#world.claimAgeMs >= runOutMs && this.#world.claimAgeMs < seenToMs

  /** How long nothing will be due, as far as anybody can tell. */
  #msUntilDue(): number {
    const { clock, claimAgeMs } = this.#world
    const open = this.#due?.filter(({ id }) => this.#world.openForMs(id) >= seenToMs) ?? []
    const dueMs = clock.msUntil(Math.min(farAway, ...open.map(({ at }) => at)))
    if (claimAgeMs >= seenToMs) return dueMs
    return Math.min(dueMs, claimAgeMs < runOutMs ? runOutMs - claimAgeMs : nextCheckMs)
  }
}
