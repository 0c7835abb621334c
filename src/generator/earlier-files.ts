import { cpSync, readFileSync, statSync } from 'node:fs'
import { type BuiltFile, type BuiltSite, pathsOf } from '../shared/built-site.ts'
import { dayMs } from '../shared/durations.ts'

/** A tab that was opened before an upgrade requests the code and texts of its own build, perhaps days later. */
const keptMs = 30 * dayMs

/**
 * Copies the hashed files of the last build, and of those in the thirty days before it, beside those of a new build. A file's
 * modification time is that of the last build that made it.
 * @param folder where builds are written: dist
 * @param target the new build's folder of public files
 * @returns the files that were copied, by their addresses
 */
export function keepEarlier(
  folder: string,
  files: Record<string, BuiltFile>,
  target: string,
): Record<string, BuiltFile> {
  const last = readLastBuild(folder)
  const writtenAt = (path: string) => statSync(`${folder}/public/${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const kept = Object.entries(last.files)
    // A file without a hash in its name would be an old page at an address that is in use.
    .filter(([address, { immutable }]) => immutable && !(address in files))
    .filter(([, file]) => pathsOf(file).every((path) => writtenAt(path) >= last.builtAt - keptMs))
  for (const path of kept.flatMap(([, file]) => pathsOf(file)))
    cpSync(`${folder}/public/${path}`, `${target}/${path}`, { preserveTimestamps: true })
  return Object.fromEntries(kept)
}

/** A last build that is missing or broken has no files to keep: building again must mend it. */
function readLastBuild(folder: string): { files: Record<string, BuiltFile>; builtAt: number } {
  try {
    const { files = {} }: Partial<BuiltSite> = JSON.parse(readFileSync(`${folder}/site.json`, 'utf8'))
    return { files, builtAt: statSync(`${folder}/site.json`).mtimeMs }
  } catch {
    return { files: {}, builtAt: 0 }
  }
}
