import { existsSync, readFileSync } from 'node:fs'
import { fingerprintSources, isBuilt } from '../build/fingerprint.ts'
import type { Settings } from '../settings.ts'
import type { Item } from './launch-report.ts'

/** Whether the last build says what the settings and the sources say now. */
export function buildToDo({ siteOrigin, retentionDays, contactOrigin }: Settings): Item[] {
  const origin = builtOrigin()
  if (!origin) return [{ key: 'dist', says: 'There is no build. Make one: npm run build' }]
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

/** The origin that the last build names to search engines. */
export function builtOrigin(): string | undefined {
  const file = 'dist/public/robots.txt'
  if (!existsSync(file) || !existsSync('dist/site.json')) return undefined
  const sitemap = /^Sitemap: (\S+)$/m.exec(readFileSync(file, 'utf8'))?.[1]
  return sitemap && new URL(sitemap).origin
}
