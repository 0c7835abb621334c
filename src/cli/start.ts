import { buildIfNeeded } from '../generator/build-if-needed.ts'
import { serve } from '../server/serve.ts'
import { readSettings } from '../settings.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'

await run(async () => {
  readOptions('Usage: npm start\nBuilds the site if its sources have changed, and serves it.')
  const settings = readSettings()
  await buildIfNeeded(settings)
  await serve(settings)
})
