import { existsSync, readFileSync } from 'node:fs'
import { fingerprintSources, isBuilt } from '../../build/fingerprint.ts'
import type { Settings } from '../../settings.ts'
import type { BuiltSite } from '../../shared/built-site.ts'
import type { Item } from './launch-report.ts'

/** Whether the last build says what the settings and the sources say now. */
export function buildToDo({ siteOrigin, retentionDays, contactOrigin }: Settings): Item[] {
  if (!existsSync('dist/site.json')) return [{ key: 'dist', says: 'There is no build. Make one: npm run build' }]
  const { origin }: BuiltSite = JSON.parse(readFileSync('dist/site.json', 'utf8'))
  if (origin !== siteOrigin)
    return [{ key: 'dist', says: `was built for ${origin}, not for ${siteOrigin}. Build again: npm run build` }]
  if (!isBuilt(fingerprintSources({ origin: siteOrigin, retentionDays, contactOrigin })))
    return [
      {
        key: 'dist',
        says: 'is older than the content, the code, RETENTION_DAYS or CONTACT_ORIGIN. Build again: npm run build',
      },
    ]
  return []
}
