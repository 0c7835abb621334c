import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What every content file says, by its name below content/. */
export type Sources = Map<string, string>

export function readSources(folder: string): Sources {
  // Git for Windows may have written the lines of a copy that is older than .gitattributes.
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
  return new Map(filesBelow(folder).map((file) => [file, read(file)]))
}

/** The YAML files below a folder. Links are not followed. */
const filesBelow = (folder: string, prefix = ''): string[] =>
  readdirSync(join(folder, prefix), { withFileTypes: true })
    .flatMap((entry) => {
      const file = prefix + entry.name
      return entry.isDirectory() ? filesBelow(folder, `${file}/`) : entry.isFile() && /\.yml$/.test(file) ? [file] : []
    })
    .sort()

/** Writes a file whole or not at all, and not through a link. Without a text, the file is removed. */
export function writeSource(folder: string, file: string, text: string | undefined): void {
  const path = join(folder, file)
  if (text === undefined) rmSync(path, { force: true })
  else {
    writeFileSync(`${path}.unfinished`, text, { flush: true })
    renameSync(`${path}.unfinished`, path)
  }
}
