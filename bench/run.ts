import { readOptions } from '../src/cli/read-options.ts'
import { run } from '../src/cli/run.ts'
import { UsageError } from '../src/cli/usage-error.ts'
import { isBuilt } from '../src/generator/fingerprint.ts'
import { readSettings } from '../src/settings.ts'
import type { Measure } from './measure.ts'

/** What can be measured, in this order; each part gets a report. bench/README.md describes them. */
const parts: Record<string, () => Promise<Measure>> = {
  visits: async () => (await import('./visits.ts')).measureVisits,
  clicks: async () => (await import('./clicks.ts')).measureClicks,
  register: async () => {
    // As `npm start` serves, before anything imports React: its development build takes twice the time.
    process.env.NODE_ENV = 'production'
    return (await import('./register.ts')).measureRegister
  },
  editor: async () => (await import('./editor.ts')).measureEditor,
}

const usage = `Usage: npm run bench -- [part …]
The parts are ${Object.keys(parts).join(', ')}; without a name, all of them.`

/** Measures what cannot be a test, because it varies with the machine: medians, and ratios within the same run. */
await run(async () => {
  const named = readOptions(usage, {}, true).positionals
  const unknown = named.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) throw new UsageError(`There is no part ${unknown.join(', ')}.\n${usage}`)
  const settings = readSettings({})
  if (!isBuilt(settings)) await (await import('../src/generator/build-site.ts')).buildSite(settings)
  const { publish } = await import('./measure.ts')
  for (const [name, load] of Object.entries(parts)) {
    if (named.length > 0 && !named.includes(name)) continue
    console.log(`\n${name} …`)
    const measure = await load()
    publish(name, await measure((step) => console.log(`  ${step}`)))
  }
})
