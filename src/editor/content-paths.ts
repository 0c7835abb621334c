import type { TextTree } from '../content/read/texts.ts'
import type { Language } from '../shared/languages.ts'

/** Files below content/, values in them, and the names of both: `organisation.yml#offices[0].phone`. */
export type KeyPath = (string | number)[]

export const articlesFile = 'articles.yml'
export const textFileOf = (language: Language, section: string) => `texts/${language}/${section}.yml`
export const sectionOf = (file: string) => /^texts\/[^/]+\/(.+)\.yml/.exec(file)?.[1] ?? ''
export const languageOfFile = (file: string) => /^texts\/([^/]+)\//.exec(file)?.[1] as Language | undefined
export const fileOf = (name: string) => name.split('#')[0] as string
export const pathOf = (name: string) => name.split('#')[1] ?? ''

export const formatPath = (path: KeyPath): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text ? `${text}.${step}` : step
  }, '')

export const parsePath = (text: string): KeyPath =>
  [...text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) => (index === undefined ? `${key}` : Number(index)))

/** The name of what has a dotted key: `offices.0.phone` in `content/organisation.yml`. */
export const nameOfKey = (file: string, key: string) =>
  [file.replace(/^content\//, ''), key.replace(/(?:^|\.)(\d+)(?=\.|$)/g, '[$1]')].filter(Boolean).join('#')

/** What a tree says at a path. */
export const valueAt = (tree: TextTree | undefined, path: KeyPath): TextTree | undefined =>
  path.reduce<TextTree | undefined>(
    (group, step) =>
      typeof group === 'object' && Object.hasOwn(group, step) ? (group as Record<string, TextTree>)[step] : undefined,
    tree,
  )

/** What no file can keep: control characters but line breaks and tabs, and what is no character. */
export const unwritable = /[^\P{C}\p{Cf}\n\t]|\uFFFD/u

/** Every text of a tree with its path. */
export function* textsIn(tree: TextTree, path: KeyPath = []): Generator<[path: KeyPath, text: string]> {
  if (typeof tree === 'string') yield [path, tree]
  else
    for (const [key, value] of Object.entries(tree))
      yield* textsIn(value, [...path, Array.isArray(tree) ? Number(key) : key])
}

/** The path of the innermost item of a list that a value is in, and where it is in the item. */
export function itemOf(path: KeyPath): { list: KeyPath; index: number; rest: KeyPath } | undefined {
  const at = path.findLastIndex((step) => typeof step === 'number')
  return at < 0 ? undefined : { list: path.slice(0, at), index: path[at] as number, rest: path.slice(at + 1) }
}

/** The same without what any text says, or with it left out at one path only. */
export function emptied(tree: TextTree, path?: KeyPath): TextTree {
  if (typeof tree === 'string' || path?.length === 0) return ''
  const [step, ...rest] = path ?? []
  // Of a list, one empty item is enough to write the first in.
  if (Array.isArray(tree) && !path) return tree.slice(0, 1).map((item) => emptied(item))
  const entries = Object.entries(tree).map(([key, value]) => [
    key,
    path === undefined || key === String(step) ? emptied(value, path && rest) : value,
  ])
  return Object.fromEntries(entries)
}
