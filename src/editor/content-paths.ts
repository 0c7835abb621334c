import type { TextTree } from '../content/read/texts.ts'
import { allLanguages, type Language } from '../shared/languages.ts'

/** Files below content/, values in them, and the names of both: `organisation.yml#offices[0].phone`. */
export type KeyPath = (string | number)[]

export const articlesFile = 'articles.yml'
export const textFileOf = (language: Language, section: string) => `texts/${language}/${section}.yml`
export const sectionOf = (file: string) => /^texts\/[^/]+\/(.+)\.yml/.exec(file)?.[1] ?? ''
export const languageOfFile = (file: string) => /^texts\/([^/]+)\//.exec(file)?.[1] as Language | undefined

export const nameOf = (file: string, path: KeyPath) =>
  `${file}#${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`.replace('#.', '#')
export const fileOf = (name: string) => name.split('#')[0] as string
export const pathOf = (name: string): KeyPath =>
  [...(name.split('#')[1] ?? '').matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([key, index]) => (index ? Number(index) : key))
/** The name of what is in a group or a list. */
export const within = (name: string, ...steps: KeyPath) => nameOf(fileOf(name), [...pathOf(name), ...steps])
/** The name of the list or group that something is in. */
export const groupOf = (name: string) => nameOf(fileOf(name), pathOf(name).slice(0, -1))
/** The name of what has a dotted key: `offices.0.phone` in `content/organisation.yml`. */
export const nameOfKey = ({ file, key }: { file: string; key: string }) =>
  [file.replace(/^content\//, ''), key.replace(/(?:^|\.)(\d+)(?=\.|$)/g, '[$1]')].filter(Boolean).join('#')

/** The language of a text, or of a fact that each language has its own value of. */
export const languageOf = (name: string): Language | undefined =>
  languageOfFile(name) ?? allLanguages.find((language) => language === pathOf(name).at(-1))

/** What a tree says at a path. */
export const valueAt = (tree: TextTree | undefined, path: KeyPath): TextTree | undefined =>
  path.reduce<TextTree | undefined>(
    (group, step) =>
      typeof group === 'object' && Object.hasOwn(group, step) ? (group as Record<string, TextTree>)[step] : undefined,
    tree,
  )

/** The keys of a group, or the numbers of a list. */
export const stepsIn = (tree: TextTree | undefined): KeyPath =>
  Array.isArray(tree) ? [...tree.keys()] : Object.keys(typeof tree === 'object' ? tree : {})

/** Every text of a tree with its path. */
export function* textsIn(tree: TextTree, path: KeyPath = []): Generator<[path: KeyPath, text: string]> {
  if (typeof tree === 'string') yield [path, tree]
  else for (const step of stepsIn(tree)) yield* textsIn(valueAt(tree, [step]) ?? '', [...path, step])
}

/** What no file can keep: control characters but line breaks and tabs, and what is no character. */
export const unwritable = /[^\P{C}\p{Cf}\n\t]|\uFFFD/u

/** Of the innermost list that a value is in, the path and where in it the value is. */
export function listOf(path: KeyPath): { list: KeyPath; index: number } | undefined {
  const at = path.findLastIndex((step) => typeof step === 'number')
  return at < 0 ? undefined : { list: path.slice(0, at), index: path[at] as number }
}

/** The same without what any text says. Of a list, one empty item is enough to write the first in. */
export function emptied(tree: TextTree): TextTree {
  if (typeof tree === 'string') return ''
  if (Array.isArray(tree)) return tree.slice(0, 1).map(emptied)
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, emptied(value)]))
}

/** A list or a group without one of its items. */
export function without(tree: TextTree | null, step: string | number): TextTree {
  if (Array.isArray(tree)) return tree.toSpliced(Number(step), 1)
  return Object.fromEntries(Object.entries(tree ?? {}).filter(([key]) => key !== step))
}
