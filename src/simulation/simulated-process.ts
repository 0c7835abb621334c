import type { VirtualTime } from './virtual-time.ts'

/**
 * A process: everything that it waits for comes through here. Once it is killed, nothing that it waits for ever comes, so
 * that none of its code runs again; while it is frozen (a machine that sleeps, a debugger), all of it comes later.
 */
export class SimulatedProcess {
  readonly name: string
  /** Which server it is; undefined for the operator. */
  readonly server: number | undefined
  readonly time: VirtualTime
  isAlive = true
  /** Killed, or exited with mails under way: nobody else knows what became of them. */
  isKilled = false
  stopRequestedAt = Infinity
  frozenUntil = 0
  /** Acts before its code resumes for the given time from now, so that it can be killed at any await. */
  interruption: { steps: number; act: () => void } | undefined

  constructor(name: string, server: number | undefined, time: VirtualTime) {
    this.name = name
    this.server = server
    this.time = time
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

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    this.wait((resolve) => {
      signal?.addEventListener('abort', () => resolve())
      this.time.after(signal?.aborted ? 0 : ms, resolve)
    })

  /** Runs some of its code, unless it is killed first. */
  run = (act: () => void): void => {
    if (!this.isAlive) return
    const { interruption, frozenUntil } = this
    if (this.time.now < frozenUntil) this.time.at(frozenUntil, () => this.run(act))
    else if (interruption && interruption.steps-- <= 0) {
      this.interruption = undefined
      interruption.act()
      this.run(act)
    } else act()
  }
}
