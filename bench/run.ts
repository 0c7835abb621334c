import { parseArgs } from 'node:util'
import { buildIfNeeded } from '../src/build/build-if-needed.ts'
import { run } from '../src/cli/run.ts'
import { defaultOrigin, defaultRetentionDays } from '../src/settings.ts'
import { UsageError } from '../src/shared/command-error.ts'
import { measureClicks } from './clicks.ts'
import { measureLighthouse } from './lighthouse.ts'
import { type Measure, publish } from './measure.ts'
import { measureMessages } from './messages.ts'
import { measureRegister } from './register.ts'
import { measureSoak } from './soak.ts'
import { measureStalls } from './stalls.ts'
import { measureThroughput } from './throughput.ts'
import { measureVisits } from './visits.ts'

/** What can be measured, in the order in which it is; each part gets a report. bench/README.md says how. */
const parts: Record<string, Measure> = {
  visits: measureVisits,
  clicks: measureClicks,
  lighthouse: measureLighthouse,
  throughput: measureThroughput,
  messages: measureMessages,
  register: measureRegister,
  stalls: measureStalls,
  soak: measureSoak,
}
/** Parts that take so long that they are measured only when they are named. */
const onlyNamed = ['soak']

const usage = `Usage: npm run bench -- [part …] [--minutes 10]
The parts are ${Object.keys(parts).join(', ')}; without a name, all but ${onlyNamed.join(', ')}.
--minutes says how long the soak lasts.`

/**
 * Measures what cannot be a test, because it varies with the machine: medians, and ratios within the same run. Names on
 * the command line choose parts; without any, all that do not take long are measured.
 */
await run(async () => {
  const { named, minutes, help } = read(process.argv.slice(2))
  if (help) return console.log(usage)
  const chosen = named.length > 0 ? named : Object.keys(parts).filter((name) => !onlyNamed.includes(name))
  await buildIfNeeded({ origin: defaultOrigin, retentionDays: defaultRetentionDays })
  for (const [name, measure] of Object.entries(parts)) {
    if (!chosen.includes(name)) continue
    console.log(`\n${name} …`)
    publish(name, await measure((step) => console.log(`  ${step}`), { minutes }))
  }
})

/** @throws UsageError */
function read(args: string[]): { named: string[]; minutes: number; help: boolean } {
  const options = { minutes: { type: 'string', default: '10' }, help: { type: 'boolean', default: false } } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const unknown = positionals.filter((name) => !Object.hasOwn(parts, name))
    if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}.`)
    const minutes = Number(values.minutes)
    if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error(`--minutes ${values.minutes} is no number of minutes.`)
    return { named: positionals, minutes, help: values.help }
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`)
  }
}
