import type { VirtualTime } from './virtual-time.ts'

/**
 * A process: everything that it waits for comes through here. Once it is killed, nothing that it waits for ever comes, so
 * that none of its code runs again; while it is frozen (a machine that sleeps, a debugger), all of it comes later.
 */
export class SimulatedProcess {
  readonly name: string
  readonly #time: VirtualTime
  isAlive = true
  #frozenUntil = 0
  /** Acts before its code resumes for the given time from now, so that it can be killed at any await. */
  interruption: { steps: number; act: () => void } | undefined

  constructor(name: string, time: VirtualTime) {
    this.name = name
    this.#time = time
  }

  /** A promise that this process waits for. It is settled only while the process runs. @param begin is given what settles it */
  wait<Value>(begin: (resolve: (value: Value) => void, reject: (error: Error) => void) => void): Promise<Value> {
    return new Promise((resolve, reject) =>
      begin(
        (value) => this.run(() => resolve(value)),
        (error) => this.run(() => reject(error)),
      ),
    )
  }

  /** Runs some of its code, unless it is killed first. */
  run(act: () => void): void {
    if (!this.isAlive) return
    if (this.#time.now < this.#frozenUntil) {
      this.#time.at(this.#frozenUntil, () => this.run(act))
      return
    }
    const { interruption } = this
    if (interruption && interruption.steps-- <= 0) {
      this.interruption = undefined
      interruption.act()
      this.run(act)
      return
    }
    act()
  }

  freeze(ms: number): void {
    // A shorter freeze during a longer one does not end the longer one sooner.
    this.#frozenUntil = Math.max(this.#frozenUntil, this.#time.now + ms)
  }
}
