import { leaseMs } from '../server/messages/message-store.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** Long after the end of every history. */
const farAway = Date.UTC(2100)

/**
 * An open claim may have run out after the first time; after the second it has, and a server has noticed. In between,
 * timers are looked at again every `nextCheckMs`.
 */
const runOutMs = leaseMs + 1_000
const seenToMs = 4 * 60_000
const nextCheckMs = 25_000

/** @property ms what its owner asked for; @property from when it was set, in true time */
type Timer = { owner: SimulatedProcess; ms: number; fire: () => void; from: number; fireAt: number }

/**
 * An idle server looks into the store every second. To play each of these looks would take most of a simulation's time and
 * show nothing, so the timer of the next look fires only when a message is due, or may be.
 */
export class IdleTimers {
  readonly #world: World
  readonly #timers = new Set<Timer>()
  /** When each message is due by the store's clock; undefined once something has changed, until it is asked for again. */
  #due: { id: string; at: number }[] | undefined

  constructor(world: World) {
    this.#world = world
  }

  add(owner: SimulatedProcess, ms: number, fire: () => void): void {
    const timer = { owner, ms, fire, from: this.#world.time.now, fireAt: Number.POSITIVE_INFINITY }
    this.#timers.add(timer)
    this.#reconsider([timer])
  }

  /** Something has changed: the next message may be due sooner. */
  invalidate(): void {
    this.#due = undefined
    this.recordClaim()
  }

  /** A claim was made: it may run out. */
  recordClaim(): void {
    this.#reconsider([...this.#timers])
  }

  /**
   * Each timer fires within the time that was asked for. For changes whose effect on due times is not computed here.
   * @param owner only the timers of this process, which has something to do now
   */
  fireAll(owner?: SimulatedProcess): void {
    const { time, random } = this.#world
    this.#due = undefined
    for (const timer of this.#timers) {
      if (owner && timer.owner !== owner) continue
      this.#timers.delete(timer)
      time.after(random.below(timer.ms), timer.fire)
    }
  }

  #reconsider(timers: Timer[]): void {
    if (timers.length === 0) return
    this.#due ??= this.#world.dueTimes()
    timers.forEach(this.#schedule)
  }

  #schedule = (timer: Timer): void => {
    const { time, random } = this.#world
    const dueMs = this.#msUntilDue()
    const fireAt = Math.max(timer.from + timer.ms, time.now + (dueMs > 0 ? dueMs : random.below(timer.ms)))
    if (fireAt >= timer.fireAt) return
    timer.fireAt = fireAt
    time.at(fireAt, () => {
      if (timer.fireAt > fireAt || !this.#timers.has(timer)) return
      if (this.#msUntilDue() > 0 && this.#due && !this.#mayHaveRunOut()) {
        // Another server has taken what was due: wait on until the next message is.
        timer.fireAt = Number.POSITIVE_INFINITY
        return this.#reconsider([timer])
      }
      // The server looks into the store now, which may change what is due.
      this.#due = undefined
      this.#timers.delete(timer)
      timer.fire()
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
