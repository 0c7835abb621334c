import { readFileSync, writeFileSync } from 'node:fs'
import { fallbackLanguage, initialLanguage, type Language } from '../../shared/languages.ts'
import { articlesIn } from '../../shared/pages.ts'
import { isBranch, openGroups, type TextTree, valueAt } from '../text-tree.ts'
import { readPageTable } from './page-table.ts'
import { type LanguageTexts, readTexts, type WrittenTexts } from './texts.ts'

/**
 * The shape of the texts that the code reads: nested keys with empty texts, one item in each list, and `*` for any name in an
 * open group. The types of the texts are made of it, and the build compares every language with it.
 */
const file = new URL('../../shared/texts.json', import.meta.url)

/** The shape of each section; `*` is that of every article. */
export type TextShape = LanguageTexts

export const readShape = (): TextShape => JSON.parse(readFileSync(file, 'utf8'))

/** Takes the texts of the initial language for those that the code reads. */
export function writeShape(folder: string): void {
  const shape = shapeOf(readTexts(folder, [])[initialLanguage], articlesIn(readPageTable(folder)))
  writeFileSync(file, `${JSON.stringify(shape, null, 2)}\n`)
}

/** The shape of a language's texts. */
export function shapeOf(texts: LanguageTexts, articles: string[]): TextShape {
  const sections = Map.groupBy(Object.keys(texts), (section) => (articles.includes(section) ? '*' : section))
  const treesOf = (names: string[]) => names.map((name) => texts[name] ?? '')
  return Object.fromEntries([...sections].map(([section, names]) => [section, commonShape(treesOf(names))]))
}

/** The shape that several trees have together. @param isOpen whether they are an open group */
function commonShape(trees: TextTree[], isOpen = false): TextTree {
  if (trees.some(Array.isArray)) return [commonShape(trees.flat())]
  const groups = trees.filter(isBranch)
  if (groups.length === 0) return ''
  if (isOpen) return { '*': commonShape(groups.flatMap(Object.values<TextTree>)) }
  const partsOf = (name: string) => groups.map((group) => valueAt(group, [name])).filter((part) => part !== undefined)
  const names = Object.keys(Object.assign({}, ...groups))
  return Object.fromEntries(names.map((name) => [name, commonShape(partsOf(name), openGroups.includes(name))]))
}

/** The shape of every section, articles by their names. */
export const shapesOf = ({ '*': article = {}, ...sections }: TextShape, articles: string[]): LanguageTexts => ({
  ...sections,
  ...Object.fromEntries(articles.map((name) => [name, article])),
})

/**
 * One language's texts with its gaps filled from the fallback language, as i18next's `fallbackLng` does, or from the initial
 * one, in the shape that the code reads. Only live editing and the editor's preview show such a text: the build fails for a gap.
 */
export function withFallback(texts: WrittenTexts, language: Language, articles: string[]): LanguageTexts {
  const inOrder = [language, fallbackLanguage, initialLanguage].map((each) => texts[each])
  return inShape(inOrder, shapesOf(readShape(), articles)) as LanguageTexts
}

/** The first text of several trees at each key that the code reads; an empty one if none has it. */
export function inShape(trees: (TextTree | undefined)[], shape: TextTree = ''): TextTree {
  if (Array.isArray(shape)) {
    const list = trees.filter(Array.isArray).find((list) => list.length > 0) ?? ['']
    return list.map((item) => inShape([item], shape[0]))
  }
  if (!isBranch(shape)) return trees.find((tree) => typeof tree === 'string' && tree.trim()) ?? ''
  const groups = trees.filter(isBranch)
  const names = Object.keys('*' in shape ? Object.assign({}, ...groups) : shape)
  const within = (name: string) => groups.map((group) => valueAt(group, [name]))
  return Object.fromEntries(names.map((name) => [name, inShape(within(name), shape['*'] ?? shape[name])]))
}

/** The texts of a new article, to be written. */
export const emptyArticle = () => inShape([], readShape()['*']) as Record<string, TextTree>
