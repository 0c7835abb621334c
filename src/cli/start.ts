import { buildIfNeeded } from '../build/build-if-needed.ts'
import { serve } from '../server/serve.ts'
import { readSettings } from '../settings.ts'
import { run } from './run.ts'

await run(async () => {
  const settings = readSettings()
  const { siteOrigin: origin, retentionDays, contactOrigin } = settings
  await buildIfNeeded({ origin, retentionDays, contactOrigin })
  await serve(settings)
})
