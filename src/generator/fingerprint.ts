import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { SiteSettings } from '../site/compose.ts'

/** The sources of the built site. */
const inputs = ['content', 'src', 'vite.config.ts', 'package-lock.json']
/** Files that change no page: tests and confirmations. */
const notInput = /\.test\.tsx?$|^launch\.yml$/
const record = 'dist/fingerprint'

/** A hash over the contents of all sources, and of the settings that pages show. */
export function fingerprintSources({ siteOrigin, retentionDays }: SiteSettings): string {
  const hash = createHash('sha256').update(JSON.stringify([siteOrigin, retentionDays]))
  for (const file of inputs.flatMap(filesBelow).sort()) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Whether the last build is one of these sources. */
export const isBuilt = (settings: SiteSettings) =>
  existsSync(record) && readFileSync(record, 'utf8') === fingerprintSources(settings)

export const recordFingerprint = (fingerprint: string) => writeFileSync(record, fingerprint)

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !notInput.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
}
