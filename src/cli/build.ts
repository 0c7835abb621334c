import { buildSite } from '../build/build-site.ts'
import { readSettings } from '../settings.ts'
import { run } from './run.ts'

await run(() => {
  const { siteOrigin: origin, retentionDays, contactOrigin } = readSettings()
  return buildSite({ origin, retentionDays, contactOrigin })
})
