import { buildSite } from '../generator/build-site.ts'
import { readSettings } from '../settings.ts'
import { run } from './run.ts'

await run(async () => {
  const { siteOrigin: origin, retentionDays } = readSettings()
  await buildSite({ origin, retentionDays })
})
