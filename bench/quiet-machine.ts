import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** How much longer than at its best the same work may take, and the machine still count as quiet. */
const tolerance = 1.25
/** How many times in a row it must count as quiet: for a fifth of a second, as long as a click takes with its press. */
const timesInARow = 4
const pauseMs = 50
/** How long to wait for quiet moments in all, before going on without. */
const patienceMs = 10 * 60_000

/**
 * Tells when each processor of this machine runs at its full speed. Where others work on the same hardware, a virtual
 * processor may do two thirds of its work for seconds or hours, and what is measured then says nothing of a site. Judged by
 * the time that a fixed piece of work takes, on all processors at once: nothing else may be under way here.
 */
export class QuietMachine implements AsyncDisposable {
  readonly #workers = Array.from(
    { length: availableParallelism() },
    () => new Worker(new URL('./quiet-machine-worker.ts', import.meta.url)),
  )
  #least = Number.POSITIVE_INFINITY
  #patienceMs = patienceMs

  /** Starts it, and learns how long the work takes at best, in some seconds. */
  static async start(): Promise<QuietMachine> {
    const machine = new QuietMachine()
    for (let round = 0; round < 30; round++) {
      await machine.isQuiet()
      await pause(pauseMs)
    }
    return machine
  }

  /** Whether all processors do the work about as fast as they ever did. */
  async isQuiet(): Promise<boolean> {
    const times = await Promise.all(
      this.#workers.map(async (worker) => {
        const answer = once(worker, 'message') as Promise<[number]>
        worker.postMessage('work')
        return (await answer)[0]
      }),
    )
    this.#least = Math.min(this.#least, ...times)
    return Math.max(...times) <= this.#least * tolerance
  }

  /** Waits for a quiet moment, as long as patience lasts: it is one for all calls. @returns whether there was one */
  async untilQuiet(): Promise<boolean> {
    const start = performance.now()
    let times = 0
    do {
      times = (await this.isQuiet()) ? times + 1 : 0
      await pause(pauseMs)
      // Without patience, a moment that may be one is still looked at to its end.
    } while (times < timesInARow && (times > 0 || performance.now() - start < this.#patienceMs))
    this.#patienceMs -= performance.now() - start
    return times === timesInARow
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }
}
