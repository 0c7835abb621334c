import { isBranch, type KeyPath, parsePath, spellPath, type TextTree } from '../content/text-tree.ts'
import { allLanguages, type Language } from '../shared/languages.ts'

/** Files below content/, and the names of values: a file with a key path in it, `organisation.yml#offices[0].phone`. */

export const articlesFile = 'articles.yml'
/** Its values have names with the certificate's number: `register.csv#26-0041-4.suspended`. */
export const registerFile = 'register.csv'
export const textFileOf = (language: Language, section: string) => `texts/${language}/${section}.yml`
export const sectionOf = (file: string) => /^texts\/[^/]+\/(.+)\.yml/.exec(file)?.[1] ?? ''
export const languageOfFile = (file: string) => /^texts\/([^/]+)\//.exec(file)?.[1] as Language | undefined

export const nameOf = (file: string, path: KeyPath) => `${file}#${spellPath(path)}`
export const fileOf = (name: string) => name.split('#')[0] as string
export const pathOf = (name: string): KeyPath => parsePath(name.split('#')[1] ?? '')
/** The name of what is in a group or a list. */
export const within = (name: string, ...steps: KeyPath) => nameOf(fileOf(name), [...pathOf(name), ...steps])
/** The name of the list or group that something is in. */
export const groupOf = (name: string) => nameOf(fileOf(name), pathOf(name).slice(0, -1))
/** The name of what a problem is about: a value, or a whole file. */
export const nameOfProblem = ({ file, key }: { file: string; key: string }) =>
  [file.replace(/^content\//, ''), key].filter(Boolean).join('#')

/** The language of a text, or of a fact that each language has its own value of. */
export const languageOf = (name: string): Language | undefined =>
  languageOfFile(name) ?? allLanguages.find((language) => language === pathOf(name).at(-1))

/** What no file can keep: control characters other than line breaks and tabs, and noncharacters. */
export const unwritable = /[^\P{C}\p{Cf}\n\t]|\uFFFD/u

/** Of the innermost list that a value is in, the path and where in it the value is. */
export function listOf(path: KeyPath): { list: KeyPath; index: number } | undefined {
  const at = path.findLastIndex((step) => typeof step === 'number')
  return at < 0 ? undefined : { list: path.slice(0, at), index: path[at] as number }
}

/** A copy with all texts emptied. Of a list, one empty item is enough to write the first in. */
export function emptied(tree: TextTree): TextTree {
  if (Array.isArray(tree)) return tree.slice(0, 1).map(emptied)
  if (!isBranch(tree)) return ''
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, emptied(value)]))
}

/** A list or a group without one of its items. */
export function without(tree: TextTree | null, step: string | number): TextTree {
  if (Array.isArray(tree)) return tree.toSpliced(Number(step), 1)
  return Object.fromEntries(Object.entries(tree ?? {}).filter(([key]) => key !== step))
}
