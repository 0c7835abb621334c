import { readSettings } from '../settings.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'

await run(async () => {
  readOptions('Usage: npm run build\nBuilds the site.')
  const { buildSite } = await import('../generator/build-site.ts')
  await buildSite(readSettings())
})
