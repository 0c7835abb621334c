import { globSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, matchesGlob, relative, sep } from 'node:path'
import { redirectsFile } from '../../content/read/redirects.ts'
import { readYamlText, type YamlFile } from '../../content/read/yaml-file.ts'
import { inShape, type TextTree, valueAt } from '../../content/text-tree.ts'
import { textShape } from '../../generator/site-texts.ts'
import { tableNames } from '../../register/columns.ts'
import { allLanguages, languages } from '../../shared/languages.ts'
import { attempt } from '../../shared/problem.ts'
import { isYaml, languageOfFile, sectionOf, textFileOf } from '../content-paths.ts'
import { replaceAt } from './yaml-edit.ts'

/** All files of content/ that the site reads, as patterns. Nothing else is published. */
export const siteFiles = [
  ...['articles.yml', 'launch.yml', 'organisation.yml', redirectsFile, 'pictures/**/*.svg', 'pictures/palette.css'],
  ...allLanguages.flatMap((language) => [`texts/${language}/*.yml`, `texts/${language}/flag.svg`]),
  ...tableNames.map((table) => `register/${table}.csv`),
]

export const isOfSite = (file: string) => siteFiles.some((pattern) => matchesGlob(file, pattern))

/** What every file says that the site reads, by its name below content/. */
export type Sources = Map<string, string>

/** Reads all of them or one, but no links. One that may not be read says nothing: the check reports it. */
export function readSources(folder: string, files: string | string[] = siteFiles): Sources {
  const found = globSync(files, { cwd: folder, withFileTypes: true })
  const paths = found.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  return new Map(paths.map((path) => [relative(folder, path).replaceAll(sep, '/'), readText(path)]))
}

function readText(path: string): string {
  try {
    // Git for Windows may have written the lines of a copy that is older than .gitattributes.
    return readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
  } catch {
    return ''
  }
}

/** What a file says, if it can be read: the check reports what is wrong. A drawing or a table is one text. */
export function parseSource(file: string, source: string | undefined): YamlFile | undefined {
  if (source === undefined) return undefined
  return isYaml(file) ? attempt(() => readYamlText(source, file), []) : { tree: source, placeholders: [], notes: {} }
}

/**
 * Writes a file whole or not at all, and not through a link. Without a text, the file is removed.
 * @throws Error if its folder is a link to outside of content/
 */
export function writeSource(folder: string, file: string, text: string | undefined): void {
  const path = join(folder, file)
  const unfinished = `${path}.unfinished`
  if (relative(realpathSync(folder), realpathSync(dirname(path))).startsWith('..')) throw new Error(`Outside: ${file}`)
  // What a kill has left, or a link.
  rmSync(unfinished, { force: true })
  if (text === undefined) rmSync(path, { force: true })
  else {
    writeFileSync(unfinished, text, { flush: true, flag: 'wx' })
    renameSync(unfinished, path)
  }
}

/**
 * An article has a text file in each language: removes those of articles that leave the list, and writes those of articles
 * that come into it, as they were published, or empty.
 * @param before the articles in the list, and after the edit
 */
export function followArticles(folder: string, before: string[], after: string[], now: Sources, head: Sources): void {
  const changed = [...new Set(before).symmetricDifference(new Set(after))]
  // No other name becomes the path of a file, nor that of another page, such as `hero`.
  for (const article of changed.filter((name) => /^[a-z0-9_]+$/.test(name) && !Object.hasOwn(textShape, name)))
    for (const language of allLanguages) {
      const file = textFileOf(language, article)
      const text = now.get(file) ?? head.get(file) ?? emptyLike(textFileOf(language, before[0] ?? ''), now)
      writeSource(folder, file, after.includes(article) ? text : undefined)
    }
}

/**
 * A page that gets another address leaves the one that was published to the list of old addresses; with the published one again,
 * it takes it from there.
 * @param before the page's texts before the edit, and after it
 */
export function followSlug(folder: string, file: string, before: string, after: string, head: Sources): void {
  const [language, to] = [languageOfFile(file) ?? '', sectionOf(file)]
  const [was, now, published = ''] = [before, after, head.get(file)].map((source) => addressIn(file, source))
  const source = readSources(folder, redirectsFile).get(redirectsFile) ?? ''
  const list = parseSource(redirectsFile, source)?.tree
  if (was === now || !published || !Array.isArray(list)) return
  const others = list.filter((item) => valueAt(item, ['from']) !== published)
  const old = now === published ? [] : [{ from: published, to, language }]
  writeSource(folder, redirectsFile, replaceAt(source, [], [...others, ...old], head.get(redirectsFile)))
}

/** A page's address, by its texts in a language. */
function addressIn(file: string, source: string | undefined): string | undefined {
  const slug = valueAt(parseSource(file, source)?.tree, ['head', 'slug'])
  const language = languageOfFile(file)
  return language && typeof slug === 'string' ? `${languages[language].prefix}/${slug.normalize('NFC')}` : undefined
}

/** An empty article with the comments of another one, but its title. The note on sources is much the same below every article. */
function emptyLike(file: string, sources: Sources): string {
  const source = sources.get(file) ?? ''
  const note = valueAt(parseSource(file, source)?.tree, ['sources_note']) ?? ''
  const { pictures: _, ...empty } = inShape([], textShape['*']) as { [key: string]: TextTree }
  return replaceAt(source.replace(/^(?:#.*\n)+/, ''), [], { ...empty, sources_note: note })
}
