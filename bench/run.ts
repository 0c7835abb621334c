import { readOptions } from '../src/cli/read-options.ts'
import { run } from '../src/cli/run.ts'
import { UsageError } from '../src/cli/usage-error.ts'
import { buildIfNeeded } from '../src/generator/build-if-needed.ts'
import { readSettings } from '../src/settings.ts'
import { measureClicks } from './clicks.ts'
import { measureEditor } from './editor.ts'
import { type Measure, publish } from './measure.ts'
import { measureRegister } from './register.ts'
import { measureVisits } from './visits.ts'

/** What can be measured, in this order; each part gets a report. bench/README.md describes them. */
const parts: Record<string, Measure> = {
  visits: measureVisits,
  clicks: measureClicks,
  register: measureRegister,
  editor: measureEditor,
}

const usage = `Usage: npm run bench -- [part …]
The parts are ${Object.keys(parts).join(', ')}; without a name, all of them.`

/** Measures what cannot be a test, because it varies with the machine: medians, and ratios within the same run. */
await run(async () => {
  const named = readOptions(usage, {}, true).positionals
  const unknown = named.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) throw new UsageError(`There is no part ${unknown.join(', ')}.\n${usage}`)
  await buildIfNeeded(readSettings({}))
  for (const [name, measure] of Object.entries(parts)) {
    if (named.length > 0 && !named.includes(name)) continue
    console.log(`\n${name} …`)
    publish(name, await measure((step) => console.log(`  ${step}`)))
  }
})
