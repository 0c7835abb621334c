import fc from 'fast-check'
import { z } from 'zod'
import { promiseHolds } from '../simulation/history.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'
import { UsageError } from './usage-error.ts'

const usage = `Usage: npm run simulate -- [--runs 2000] [--seed 1] [--path 17:2:0]
Plays the message path on virtual time, with faults at every step, and checks each history against what is promised
(docs/simulation.md). fast-check makes the first history that breaks the promise smaller; it is printed line by line, with the seed
and path that play it again.`

/** How long a failing history is made smaller. */
const longestReductionMs = 30_000

const number = z.coerce.number().pipe(z.int32())
const options = z
  .object({ runs: number.pipe(z.int32().positive()), seed: number, path: z.string().regex(/^\d+(:\d+)*$/) })
  .partial()

/** Plays histories; if one breaks the promise, the exit code is 1. */
await run(async () => {
  const { seed = Math.floor(Math.random() * 2 ** 31), runs = 2_000, path } = read()
  console.log(`Plays ${runs} histories of seed ${seed} …`)
  let [messages, mails] = [0, 0]
  const property = promiseHolds((history) => {
    messages += history.messages.size
    for (const { attempts } of history.messages.values()) mails += attempts.filter(({ isTaken }) => isTaken).length
  })
  const { counterexamplePath, numRuns } = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: true,
    ...(path && { path }),
  })
  console.log(`${numRuns} histories, ${messages} messages, ${mails} mails taken.`)
  if (counterexamplePath === null) return
  const smaller = {
    seed,
    path: counterexamplePath,
    interruptAfterTimeLimit: longestReductionMs,
    includeErrorInReport: true,
  }
  console.log(`\n${fc.defaultReportMessage(await fc.check(promiseHolds(), smaller))}`)
  process.exitCode = 1
})

/** @throws UsageError */
function read() {
  const text = { type: 'string' } as const
  const { values } = readOptions(usage, { runs: text, seed: text, path: text })
  const { data, error } = options.safeParse(values)
  if (!data) throw new UsageError(`--${error.issues[0]?.path.join()} is not valid.\n${usage}`)
  return data
}
