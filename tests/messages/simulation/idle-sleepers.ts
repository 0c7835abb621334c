import { leaseMs } from '../../../src/server/messages/message-store.ts'
import type { World } from './world.ts'

const longestMs = 6 * 60 * 60_000
/** In this time a claim that nobody renews has surely run out and been seen to. */
const openClaimMs = 4 * 60_000

/**
 * Servers with nothing to do look every second whether there is something. To play each of these looks would take most of
 * the time, and show nothing: such a sleeper is woken when something has changed, within the time it would have slept, or
 * when a message is due.
 */
export class IdleSleepers {
  readonly #world: World
  #sleepers = new Set<{ ms: number; wake: () => void }>()
  /** When the next message is due by the store's clock, as long as nothing has changed. */
  #dueAt: number | undefined

  constructor(world: World) {
    this.#world = world
  }

  add(ms: number, wake: () => void): void {
    const sleeper = { ms, wake }
    this.#sleepers.add(sleeper)
    void this.#world.time.hold(this.#msUntilDue()).then((untilDueMs) =>
      this.#world.time.after(Math.max(ms, untilDueMs), () => {
        if (this.#sleepers.delete(sleeper)) wake()
      }),
    )
  }

  /** Something has changed. */
  stir(): void {
    const { time, random } = this.#world
    this.#dueAt = undefined
    for (const { ms, wake } of this.#sleepers) time.after(random.below(ms), wake)
    this.#sleepers.clear()
  }

  async #msUntilDue(): Promise<number> {
    const { clock, claimAgeMs } = this.#world
    // That a claim runs out is told to nobody.
    const checkMs = claimAgeMs < openClaimMs ? Math.max(30_000, leaseMs + 1_000 - claimAgeMs) : longestMs
    this.#dueAt ??= await this.#nextDueAt()
    const dueMs = clock.msUntil(this.#dueAt)
    return Math.min(checkMs, dueMs > 0 ? dueMs : 20_000, longestMs)
  }

  async #nextDueAt(): Promise<number> {
    const messages = await this.#world.storeOf(undefined).list()
    return Math.min(Number.MAX_SAFE_INTEGER, ...messages.flatMap(({ dueAt }) => dueAt?.getTime() ?? []))
  }
}
