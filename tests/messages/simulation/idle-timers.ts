import { leaseMs } from '../../../src/server/messages/message-store.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** Long after the end of every history. */
const farAway = Date.UTC(2100)

/** An open claim may have run out after the first time; after the second it has, and a server has noticed. In between,
 * sleepers are looked at again every `nextCheckMs`. */
const runOutMs = leaseMs + 1_000
const seenToMs = 4 * 60_000
const nextCheckMs = 25_000

/** @property ms how long it asked to sleep; @property from when it fell asleep, in true time */
type Sleeper = { owner: SimulatedProcess; ms: number; wake: () => void; from: number; wakeAt: number }

/**
 * An idle server looks into the store every second. To play each of these looks would take most of a simulation's time and
 * show nothing, so its sleep goes on until a message is due, or may be.
 */
export class IdleSleepers {
  readonly #world: World
  readonly #sleepers = new Set<Sleeper>()
  /** When each message is due by the store's clock; undefined once something has changed, until it is asked for again. */
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
   * Each sleeper looks within the time that it asked to sleep. For changes whose effect on due times is not computed here.
   * @param owner only the sleepers of this process, which has something to do now
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
        // Another server has taken what was due: sleep on until the next message is.
        sleeper.wakeAt = Number.POSITIVE_INFINITY
        return this.#reconsider([sleeper])
      }
      // The server looks into the store now, which may change what is due.
      this.#due = undefined
      this.#sleepers.delete(sleeper)
      sleeper.wake()
    })
  }

  #mayHaveRunOut = () => this.#world.claimAgeMs >= runOutMs && this.#world.claimAgeMs < seenToMs

  /** How long until a message is due or an open claim may have run out, in true time. */
  #msUntilDue(): number {
    const { clock, claimAgeMs } = this.#world
    const open = this.#due?.filter(({ id }) => this.#world.openForMs(id) >= seenToMs) ?? []
    const dueMs = clock.msUntil(Math.min(farAway, ...open.map(({ at }) => at)))
    if (claimAgeMs >= seenToMs) return dueMs
    return Math.min(dueMs, claimAgeMs < runOutMs ? runOutMs - claimAgeMs : nextCheckMs)
  }
}
