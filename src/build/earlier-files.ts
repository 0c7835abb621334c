import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type BuiltFile, type BuiltSite, encodings } from '../shared/built-site.ts'

/** A tab that was opened before an upgrade requests the code and texts of its own build, perhaps days later. */
const keptMs = 30 * 24 * 60 * 60_000

/** The server keeps all of them in memory: after many builds, those of the oldest builds are removed first. */
const mostFiles = 5_000

/**
 * Copies the hashed files of earlier builds to those of a new build.
 * @param folder where builds are written: dist
 * @param target the new build's folder of public files
 * @returns the files that were copied, by their addresses
 */
export function keepEarlier(
  folder: string,
  files: Record<string, BuiltFile>,
  target: string,
  now: Date,
): Record<string, BuiltFile> {
  if (!existsSync(`${folder}/site.json`)) return {}
  const last: BuiltSite = JSON.parse(readFileSync(`${folder}/site.json`, 'utf8'))
  const kept = Object.entries(last.files)
    // A file without a hash in its name would be an old page at an address that is in use.
    .filter(
      ([address, { immutable, path }]) => immutable && !(address in files) && existsSync(`${folder}/public/${path}`),
    )
    .map(([address, file]): [string, BuiltFile] => [address, { leftAt: now.toISOString(), ...file }])
    .filter(([, { leftAt = '' }]) => now.getTime() - Date.parse(leftAt) <= keptMs)
    .slice(0, mostFiles)
  for (const [, { path, encodings: forms }] of kept)
    for (const form of [path, ...forms.map((form) => path + encodings[form])]) {
      mkdirSync(dirname(`${target}/${form}`), { recursive: true })
      cpSync(`${folder}/public/${form}`, `${target}/${form}`)
    }
  return Object.fromEntries(kept)
}
