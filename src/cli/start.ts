import { buildIfNeeded } from '../generator/build-if-needed.ts'
import { serve } from '../server/serve.ts'
import { readSettings } from '../settings.ts'
import { run } from './run.ts'

await run(async () => {
  const settings = readSettings()
  await buildIfNeeded({ origin: settings.siteOrigin, retentionDays: settings.retentionDays })
  await serve(settings)
})
