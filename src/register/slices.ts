import { setImmediate } from 'node:timers/promises'

/** Long work, with a pause wherever it yields: see `runInSlices`. */
export type Sliced<Result> = Generator<undefined, Result>

/** Does the whole work at once. */
export function runAtOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** How long the work may keep requests waiting at a time. */
const sliceMs = 10

/** Does the work between requests, so that none waits for long. */
export async function runInSlices<Result>(work: Sliced<Result>): Promise<Result> {
  for (let start = performance.now(); ; ) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - start < sliceMs) continue
    await setImmediate()
    start = performance.now()
  }
}
