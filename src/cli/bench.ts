import { measureClicks } from '../../bench/clicks.ts'
import { measureGrowth } from '../../bench/growth.ts'
import { measureLighthouse } from '../../bench/lighthouse.ts'
import { type Measure, publish } from '../../bench/measure.ts'
import { measureMessages } from '../../bench/messages.ts'
import { measureThroughput } from '../../bench/throughput.ts'
import { measureVisits } from '../../bench/visits.ts'
import { buildIfNeeded } from '../build/build-if-needed.ts'
import { UsageError } from '../server/inbox/command.ts'
import { defaultOrigin, defaultRetentionDays } from '../settings.ts'
import { run } from './run.ts'

/** What can be measured, in the order in which it is; each part gets a report. bench/README.md says how. */
const parts: Record<string, Measure> = {
  visits: measureVisits,
  clicks: measureClicks,
  lighthouse: measureLighthouse,
  throughput: measureThroughput,
  messages: measureMessages,
  growth: measureGrowth,
}

/**
 * Measures what cannot be a test, because it varies with the machine: medians, and ratios within the same run. Names on
 * the command line choose parts; without any, all are measured.
 */
await run(async () => {
  const named = process.argv.slice(2)
  const unknown = named.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0)
    throw new UsageError(`There is no part ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
  await buildIfNeeded({ origin: defaultOrigin, retentionDays: defaultRetentionDays })
  for (const [name, measure] of Object.entries(parts)) {
    if (named.length > 0 && !named.includes(name)) continue
    console.log(`\n${name} …`)
    publish(name, await measure((step) => console.log(`  ${step}`)))
  }
})
