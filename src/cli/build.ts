import { readSettings } from '../settings.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'

const usage = `Usage: npm run build -- [--if-needed]
Builds the site. With --if-needed, only if its sources have changed since the last build.`

await run(async () => {
  const { 'if-needed': ifNeeded } = readOptions(usage, { 'if-needed': { type: 'boolean' } }).values
  const { buildSite } = ifNeeded
    ? { buildSite: (await import('../generator/build-if-needed.ts')).buildIfNeeded }
    : await import('../generator/build-site.ts')
  await buildSite(readSettings())
})
