import { readSettings } from '../settings.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'

const usage = `Usage: npm run build -- [--if-needed] [--content <folder>]
Builds the site. With --if-needed, only if its sources have changed since the last build; with --content, of that folder in place of
content/.`

await run(async () => {
  const options = { 'if-needed': { type: 'boolean' }, content: { type: 'string' } } as const
  const { 'if-needed': ifNeeded, content } = readOptions(usage, options).values
  const { buildSite } = ifNeeded
    ? { buildSite: (await import('../generator/build-if-needed.ts')).buildIfNeeded }
    : await import('../generator/build-site.ts')
  await buildSite(readSettings(), content)
})
