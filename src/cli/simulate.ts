import fc from 'fast-check'
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

/** Plays histories; if one breaks the promise, the exit code is 1. */
await run(async () => {
  const { seed, runs, path } = read()
  console.log(`Plays ${runs} histories of seed ${seed} …`)
  let [messages, mails] = [0, 0]
  const property = promiseHolds((history) => {
    messages += history.messages.size
    for (const message of history.messages.values()) mails += message.mails.filter(({ isTaken }) => isTaken).length
  })
  const { counterexamplePath, numRuns } = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: true,
    ...(path && { path }),
  })
  console.log(`${numRuns} histories, ${messages} messages, ${mails} mails taken.`)
  if (counterexamplePath === null) return
  const smaller = { seed, path: counterexamplePath, interruptAfterTimeLimit: longestReductionMs }
  console.log(`\n${fc.defaultReportMessage(await fc.check(promiseHolds(), smaller))}`)
  process.exitCode = 1
})

/** @throws UsageError */
function read() {
  const text = { type: 'string' } as const
  const {
    runs = '2000',
    path,
    seed = String(Math.floor(Math.random() * 2 ** 31)),
  } = readOptions(usage, {
    runs: text,
    seed: text,
    path: text,
  }).values
  for (const [name, value, rule] of [
    ['runs', runs, /^[1-9]\d{0,8}$/],
    ['seed', seed, /^-?\d{1,10}$/],
    ['path', path ?? '0', /^\d+(:\d+)*$/],
  ] as const)
    if (!rule.test(value)) throw new UsageError(`--${name} is not valid: "${value}".\n${usage}`)
  return { runs: Number(runs), seed: Number(seed), path }
}
