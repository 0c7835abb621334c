import { buildSite } from '../build/build-site.ts'
import { renderWeightReport } from '../build/weight-report.ts'
import { readSettings } from '../settings.ts'
import { UsageError } from '../shared/command-error.ts'
import { run } from './run.ts'

await run(async () => {
  const options = process.argv.slice(2)
  if (options.some((option) => option !== '--report'))
    throw new UsageError('Usage: npm run build -- [--report]\n--report tells what each page loads, in bytes.')
  const { siteOrigin: origin, retentionDays, contactOrigin } = readSettings()
  await buildSite({ origin, retentionDays, contactOrigin })
  if (options.length > 0) console.log(`\n${renderWeightReport()}`)
})
