import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type BuiltFile, type BuiltSite, type EarlierFile, encodings } from '../shared/built-site.ts'

/**
 * Hashed files stay this long after the last build that had them: a tab that was opened before an upgrade continues to ask
 * for the code and texts of its own build, and browsers wake a sleeping tab after days or weeks.
 */
const keptMs = 30 * 24 * 60 * 60_000

/** The server holds all of them in memory: the files of the oldest builds go first. */
const mostFiles = 5_000

/**
 * Copies the hashed files of earlier builds, which lie in a folder, beside those of a new build.
 * @param folder where builds are written: dist
 * @param target the new build's folder of public files
 * @returns the files that were copied, the last build's first
 */
export function keepEarlier(
  folder: string,
  files: Record<string, BuiltFile>,
  target: string,
  now: Date,
): Record<string, EarlierFile> {
  if (!existsSync(`${folder}/site.json`)) return {}
  const last: BuiltSite = JSON.parse(readFileSync(`${folder}/site.json`, 'utf8'))
  const kept = Object.entries<EarlierFile | BuiltFile>({ ...last.files, ...last.earlier })
    // A file without a hash in its name would be an old page at an address that is in use.
    .filter(
      ([address, { immutable, path }]) => immutable && !(address in files) && existsSync(`${folder}/public/${path}`),
    )
    .map(([address, file]): [string, EarlierFile] => [address, { leftAt: now.toISOString(), ...file }])
    .filter(([, { leftAt }]) => now.getTime() - Date.parse(leftAt) <= keptMs)
    .slice(0, mostFiles)
  for (const [, { path, encodings: forms }] of kept)
    for (const form of [path, ...forms.map((form) => path + encodings[form])]) {
      mkdirSync(dirname(`${target}/${form}`), { recursive: true })
      cpSync(`${folder}/public/${form}`, `${target}/${form}`)
    }
  return Object.fromEntries(kept)
}
