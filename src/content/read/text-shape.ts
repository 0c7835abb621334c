import { readFileSync, writeFileSync } from 'node:fs'
import { fallbackLanguage, initialLanguage, type Language } from '../../shared/languages.ts'
import { isBranch, type KeyPath, openGroups, type TextTree, valueAt } from '../text-tree.ts'
import type { LanguageTexts, WrittenTexts } from './texts.ts'

/**
 * The shape of the texts that the code reads: nested keys with empty texts, one item in each list, and `*` for any name in an
 * open group. The types of the texts are made of it, and the build compares every language with it.
 */
const file = new URL('../../shared/texts.json', import.meta.url)

/** The shape of each section; `*` is that of every article. */
export type TextShape = LanguageTexts

export const readShape = (): TextShape => JSON.parse(readFileSync(file, 'utf8'))

export const writeShape = (shape: TextShape): void => writeFileSync(file, `${JSON.stringify(shape, null, 2)}\n`)

/** The shape of a language's texts. */
export function shapeOf(texts: LanguageTexts, articles: string[]): TextShape {
  const sections = Object.groupBy(Object.entries(texts), ([section]) => (articles.includes(section) ? '*' : section))
  return Object.fromEntries(
    Object.entries(sections).map(([section, found = []]) => [section, commonShape(found.map(([, tree]) => tree))]),
  )
}

/** The shape that several trees have together. @param key of the group or list, if it has one */
function commonShape(trees: TextTree[], key = ''): TextTree {
  if (trees.some(Array.isArray)) return [commonShape(trees.flat())]
  if (!trees.some(isBranch)) return ''
  const entries = trees.filter(isBranch).flatMap((tree) => Object.entries(tree))
  const parts = Map.groupBy(entries, ([name]) => (openGroups.includes(key) ? '*' : name))
  return Object.fromEntries(
    [...parts].map(([name, found]) => [
      name,
      commonShape(
        found.map(([, value]) => value),
        name,
      ),
    ]),
  )
}

/** The shape of every section, articles by their names. */
export const shapesOf = ({ '*': article = {}, ...sections }: TextShape, articles: string[]): LanguageTexts => ({
  ...sections,
  ...Object.fromEntries(articles.map((name) => [name, article])),
})

/** The shape of an item or of a named value; nothing if there is no such name. */
export const shapeWithin = (shape: TextTree, step: KeyPath[number]): TextTree | undefined =>
  Array.isArray(shape) ? shape[0] : (valueAt(shape, [step]) ?? valueAt(shape, ['*']))

/**
 * One language's texts with its gaps filled from the fallback language, as i18next's `fallbackLng` does, or from the initial
 * one, in the shape that the code reads. Only live editing and the editor's preview show such a text: the build fails for a gap.
 */
export function withFallback(texts: WrittenTexts, language: Language, articles: string[]): LanguageTexts {
  const inOrder = [language, fallbackLanguage, initialLanguage].map((each) => texts[each])
  return firstOf(inOrder, shapesOf(readShape(), articles)) as LanguageTexts
}

/**
 * The first text of several trees at each key, in the shape that the code reads. What the shape does not have stays, so that
 * live editing shows a new text.
 */
function firstOf(trees: (TextTree | undefined)[], shape = trees.find((tree) => tree !== undefined) ?? ''): TextTree {
  if (Array.isArray(shape)) {
    const list = trees.filter(Array.isArray).find((list) => list.length > 0) ?? []
    return list.map((item) => firstOf([item], shape[0]))
  }
  if (!isBranch(shape)) return trees.find((tree) => typeof tree === 'string' && tree.trim()) ?? ''
  const { '*': _, ...all } = Object.assign({}, shape, ...trees.filter(isBranch)) as Record<string, TextTree>
  const within = (name: string) => trees.map((tree) => valueAt(tree, [name]))
  return Object.fromEntries(Object.keys(all).map((name) => [name, firstOf(within(name), shapeWithin(shape, name))]))
}

/** The texts of a new article, to be written. */
export const emptyArticle = () => firstOf([], readShape()['*']) as Record<string, TextTree>
