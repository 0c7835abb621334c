import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'

/** Everything that the built site is made of. */
const inputs = ['content', 'public', 'src', 'vite.config.ts', 'package-lock.json']
const record = 'dist/fingerprint'

/** A hash over the contents of all sources, and the origin that the pages name. */
export function fingerprintSources(origin: string): string {
  const hash = createHash('sha256').update(origin)
  for (const file of inputs.flatMap(filesBelow).sort()) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

export const isBuilt = (fingerprint: string) => existsSync(record) && readFileSync(record, 'utf8') === fingerprint

export const recordFingerprint = (fingerprint: string) => writeFileSync(record, fingerprint)

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|generated)\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
}
