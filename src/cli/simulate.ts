import { simulate, type Tally } from '../simulation/simulate.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'
import { UsageError } from './usage-error.ts'

const usage = `Usage: npm run simulate -- [--runs 2000] [--seed 1] [--path 17:2:0]
Plays the message path on virtual time, with faults at every step, and checks each history against what is promised
(docs/simulation.md). The first history that breaks the promise is reduced to as few events as possible and printed line by
line, with the --seed and --path that play it again.`

/** Progress is printed after every so many histories. */
const progressStep = 10_000

/** Plays histories, and prints the first that breaks the promise; then the exit code is 1. */
await run(async () => {
  const options = read()
  const begin = performance.now()
  const seconds = () => (performance.now() - begin) / 1_000
  const result = await simulate({
    ...options,
    onHistory(tally) {
      if (tally.histories % progressStep === 0) console.log(figures(tally, seconds()))
    },
  })
  console.log(figures(result, seconds()))
  if (!result.failure) return
  const { description, path, foundAfter } = result.failure
  console.log(`\nHistory ${foundAfter} breaks the promise. Reduced:\n`)
  console.log(description)
  console.log(`\nPlay it again: npm run simulate -- --seed ${options.seed} --path ${path}`)
  process.exitCode = 1
})

function figures({ histories, messages, mails, copies }: Tally, seconds: number): string {
  const number = new Intl.NumberFormat('en').format
  return `${number(histories)} histories in ${number(seconds)} s (${number(histories / seconds)} a second): ${number(messages)} messages, ${number(mails)} mails taken, ${number(copies)} of them copies`
}

/** @throws UsageError */
function read() {
  const text = { type: 'string' } as const
  const {
    runs = '2000',
    seed = String(Math.floor(Math.random() * 2 ** 31)),
    path,
  } = readOptions(usage, { runs: text, seed: text, path: text }).values
  for (const [name, value, rule] of [
    ['runs', runs, /^[1-9]\d{0,8}$/],
    ['seed', seed, /^-?\d{1,10}$/],
    ['path', path ?? '0', /^\d+(:\d+)*$/],
  ] as const)
    if (!rule.test(value)) throw new UsageError(`--${name} is not valid: "${value}".\n${usage}`)
  return { runs: Number(runs), seed: Number(seed), path }
}
