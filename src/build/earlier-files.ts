import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type BuiltFile, type BuiltSite, type EarlierFile, encodings } from '../shared/built-site.ts'

/**
 * How long a file is kept after the last build that had it. A tab that was opened before an upgrade goes on asking for
 * the code and texts of its own build; browsers that put tabs to sleep take them up again after days or weeks, hardly after more.
 */
const keptDays = 30
/**
 * How much is kept at most: as many bytes as the new build's own files of this kind have, and this much in any case. So
 * the build before is always there whole, however large the site, and what the server holds in memory at most doubles, or
 * grows by this much.
 */
const leastRoomBytes = 16 * 1024 * 1024

const dayMs = 24 * 60 * 60_000

/** The hashed files of builds before, where they lie, the latest first. */
type Earlier = { folder: string; files: Record<string, EarlierFile> }

/**
 * Finds what the build in a folder leaves behind: its hashed files, and those that it kept itself. A file without a hash in
 * its name is none of them: it would be an old page at an address that is in use.
 * @param folder where that build wrote: dist
 */
export function readEarlier(folder: string, now: Date): Earlier {
  const record = `${folder}/site.json`
  if (!existsSync(record)) return { folder, files: {} }
  const { files, earlier = {} }: BuiltSite = JSON.parse(readFileSync(record, 'utf8'))
  const left = Object.entries(files)
    .filter(([address, { immutable }]) => immutable && address.startsWith('/assets/'))
    .map(([address, file]): [string, EarlierFile] => [address, { ...file, leftAt: now.toISOString() }])
  return { folder, files: Object.fromEntries([...left, ...Object.entries(earlier)]) }
}

/**
 * Copies earlier files, with their compressed forms, beside those of a new build.
 * @param files what the new build has itself
 * @param target its folder of public files
 * @returns those that were kept
 */
export function keepEarlier(
  earlier: Earlier,
  files: Record<string, BuiltFile>,
  target: string,
  now: Date,
): Record<string, EarlierFile> {
  const own = Object.values(files).filter(({ immutable }) => immutable)
  let room = Math.max(
    leastRoomBytes,
    own.reduce((sum, file) => sum + weightOf(target, file), 0),
  )
  const source = `${earlier.folder}/public`
  const kept: Record<string, EarlierFile> = {}
  const newestFirst = Object.entries(earlier.files).sort(([, one], [, other]) => other.leftAt.localeCompare(one.leftAt))
  for (const [address, file] of newestFirst) {
    if (address in files || now.getTime() - Date.parse(file.leftAt) > keptDays * dayMs) continue
    if (formsOf(file).some((path) => !existsSync(`${source}/${path}`))) continue
    room -= weightOf(source, file)
    if (room < 0) break
    for (const path of formsOf(file)) {
      mkdirSync(dirname(`${target}/${path}`), { recursive: true })
      cpSync(`${source}/${path}`, `${target}/${path}`)
    }
    kept[address] = file
  }
  return kept
}

const formsOf = ({ path, encodings: forms }: BuiltFile) => [path, ...forms.map((form) => path + encodings[form])]

const weightOf = (folder: string, file: BuiltFile) =>
  formsOf(file).reduce((sum, path) => sum + statSync(`${folder}/${path}`).size, 0)
