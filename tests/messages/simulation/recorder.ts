import type { Event, Happening } from './history.ts'
import type { StoreClock } from './store-clock.ts'
import type { VirtualTime } from './virtual-time.ts'

/** Writes the history down while it happens. */
export class Recorder {
  readonly events: Event[] = []
  readonly #time: VirtualTime
  readonly #clock: StoreClock

  constructor(time: VirtualTime, clock: StoreClock) {
    this.#time = time
    this.#clock = clock
  }

  note(happening: Happening): void {
    // What happens in the same millisecond has an order too.
    const at = this.#time.now + this.events.length * 1e-6
    this.events.push({ at, clock: this.#clock.now(), ...happening })
  }
}
