import { isBuilt } from '../generator/fingerprint.ts'
import { readSettings } from '../settings.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'

const usage = `Usage: npm run build -- [--if-needed] [--content <folder>]
Builds the site. With --if-needed, only if its sources have changed since the last build; with --content, of that folder in place of
content/.`

await run(async () => {
  const options = { 'if-needed': { type: 'boolean' }, content: { type: 'string' } } as const
  const { 'if-needed': ifNeeded, content } = readOptions(usage, options).values
  const settings = readSettings()
  if (ifNeeded && isBuilt(settings)) return
  // Loaded only now: without the bundler, a start that builds nothing is quick.
  const { buildSite } = await import('../generator/build-site.ts')
  await buildSite(settings, content)
})
