import { globSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** What every content file says, by its name below content/. */
export type Sources = Map<string, string>

/** Reads every content file. Links are not followed. */
export function readSources(folder: string): Sources {
  // Git for Windows may have written the lines of a copy that is older than .gitattributes.
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
  const files = globSync('**/*.yml', { cwd: folder }).filter((file) => lstatSync(join(folder, file)).isFile())
  return new Map(files.map((file) => [file.replaceAll(sep, '/'), read(file)]))
}

/** Writes a file whole or not at all, and not through a link. Without a text, the file is removed. */
export function writeSource(folder: string, file: string, text: string | undefined): void {
  const path = join(folder, file)
  if (text === undefined) rmSync(path, { force: true })
  else {
    writeFileSync(`${path}.unfinished`, text, { flush: true })
    renameSync(`${path}.unfinished`, path)
  }
}
