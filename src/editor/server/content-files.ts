import { globSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { attempt } from '../../content/problem.ts'
import { emptyArticle } from '../../content/read/texts.ts'
import { readYamlText, type YamlFile } from '../../content/read/yaml-file.ts'
import { valueAt } from '../../content/text-tree.ts'
import { allLanguages } from '../../shared/languages.ts'
import { textFileOf } from '../content-paths.ts'
import { replaceAt } from './yaml-edit.ts'

/** What every content file says, by its name below content/. */
export type Sources = Map<string, string>

/** Reads every content file: the texts, the facts and the register. Links are not followed. */
export function readSources(folder: string): Sources {
  // Git for Windows may have written the lines of a copy that is older than .gitattributes.
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
  const files = globSync('**/*.{yml,csv}', { cwd: folder }).filter((file) => lstatSync(join(folder, file)).isFile())
  return new Map(files.map((file) => [file.replaceAll(sep, '/'), read(file)]))
}

/** What a text file says, if it can be read: the check reports what is wrong. @param at `HEAD` for the last commit */
export const readSource = (file: string, source: string | undefined, at = 'content'): YamlFile | undefined =>
  source === undefined || !file.endsWith('.yml') ? undefined : attempt(() => readYamlText(source, `${at}/${file}`), [])

/** Writes a file whole or not at all, and not through a link. Without a text, the file is removed. */
export function writeSource(folder: string, file: string, text: string | undefined): void {
  const path = join(folder, file)
  if (text === undefined) rmSync(path, { force: true })
  else {
    writeFileSync(`${path}.unfinished`, text, { flush: true })
    renameSync(`${path}.unfinished`, path)
  }
}

/**
 * An article has a text file in each language: removes those of articles that have left the list, and writes those of articles
 * that have come into it, as they were published, or empty.
 */
export function followArticles(folder: string, before: string[], after: string[], now: Sources, head: Sources): void {
  // No other name from outside becomes the path of a file.
  const without = (some: string[], others: string[]) =>
    some.filter((article) => !others.includes(article) && /^[a-z0-9_]+$/.test(article))
  for (const language of allLanguages) {
    for (const article of without(before, after)) writeSource(folder, textFileOf(language, article), undefined)
    for (const article of without(after, before)) {
      const file = textFileOf(language, article)
      const empty = emptyLike(textFileOf(language, before[0] ?? ''), now)
      writeSource(folder, file, now.get(file) ?? head.get(file) ?? empty)
    }
  }
}

/** An empty article with the comments of another one, but its title. The note on sources is much the same below every article. */
function emptyLike(file: string, sources: Sources): string {
  const source = sources.get(file) ?? ''
  const note = valueAt(readSource(file, source)?.tree, ['sources_note']) ?? ''
  const empty = { ...(emptyArticle as object), sources: {}, sources_note: note }
  return replaceAt(source.replace(/^(?:#.*\n)+/, ''), [], empty)
}
