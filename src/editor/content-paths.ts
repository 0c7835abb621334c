import type { LanguageTexts } from '../content/read/texts.ts'
import { type KeyPath, parsePath, shapeAt, spellPath, type TextTree } from '../content/text-tree.ts'
import { allLanguages, type Language } from '../shared/languages.ts'

/** Files below content/, and the names of values: a file with a key path in it, `organisation.yml#offices[0].phone`. */

export const articlesFile = 'articles.yml'
/** The name of the list of articles. */
export const articleList = `${articlesFile}#`
/** The articles, if the file of their list can be read. */
export const articleNames = (list: TextTree | undefined) => (Array.isArray(list) ? list.map(String) : [])
/** Whether values of a file are edited here: it is no drawing, no list of colours, and no table of specimens. */
export const isYaml = (file: string) => file.endsWith('.yml')
export const textFileOf = (language: Language, section: string) => `texts/${language}/${section}.yml`
export const sectionOf = (file: string) => /^texts\/[^/]+\/(.+)\.yml/.exec(file)?.[1] ?? ''

export const nameOf = (file: string, path: KeyPath) => `${file}#${spellPath(path)}`
export const fileOf = (name: string) => name.split('#')[0] as string
export const pathOf = (name: string): KeyPath => parsePath(name.split('#')[1] ?? '')
/** The name of what is in a group or a list. */
export const within = (name: string, ...steps: KeyPath) => nameOf(fileOf(name), [...pathOf(name), ...steps])
/** The name of the list or group that something is in. */
export const groupOf = (name: string) => nameOf(fileOf(name), pathOf(name).slice(0, -1))

/** The path of the item of a list that a value is in; empty if it is in none. */
export const itemPathOf = (path: KeyPath): KeyPath =>
  path.slice(0, path.slice(0, -1).findLastIndex((step) => typeof step === 'number') + 1)

/** The keys of a value without those of items, of which there are many alike. */
export const keysOf = (name: string): string[] => pathOf(name).filter((step) => typeof step === 'string')

/** Whether a value is one of those that writers add and remove: in a list, or in an open group. */
export function isItem(name: string, shape: LanguageTexts): boolean {
  const path = pathOf(name)
  const [group, key] = [path.slice(0, -1), path.at(-1)]
  if (typeof key === 'number' || group[0] === 'authorities') return true
  return shapeAt(shape, [sectionOf(fileOf(name)), ...group, '*']) !== undefined
}

/**
 * What editor.yml has for a value that is no item, in its `fields` or `hints`: by the value's key; by its group and its key,
 * `legal_form`, where the key alone is something else. A file is a group too.
 */
export function wordsFor(name: string, words: Record<string, string>, shape: LanguageTexts): string | undefined {
  if (isItem(name, shape)) return undefined
  const keys = [fileOf(name).replace(/^.*\/|\.\w+$/g, ''), ...keysOf(name)]
  return words[keys.slice(-2).join('_')] ?? words[keys.at(-1) ?? '']
}

/** The language of a text or its file, or of a fact that each language has its own value of. */
export const languageOfFile = (name: string): Language | undefined =>
  allLanguages.find((language) => name.startsWith(`texts/${language}/`) || pathOf(name).at(-1) === language)

/** What no file can keep: control characters other than line breaks and tabs, and noncharacters. */
export const unwritable = /[^\P{C}\p{Cf}\n\t]|\uFFFD/u
