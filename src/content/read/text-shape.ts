import { fallbackLanguage, initialLanguage, type Language } from '../../shared/languages.ts'
import { lazily } from '../../shared/lazily.ts'
import shape from '../../shared/texts.json' with { type: 'json' }
import { isBranch, type KeyPath, type TextTree, valueAt } from '../text-tree.ts'
import type { LanguageTexts, RawTexts } from './texts.ts'

/**
 * The shape of the texts that the code reads: nested keys, one item in each list, and `*` for any article and for any name in
 * an open group, in which writers add and remove what they like. A text has the variables that are filled in when it is shown;
 * those of facts can be in every text. The types of the texts are made of it, and the build compares every language with it.
 */
export const textShape: LanguageTexts = shape

/** What a shape has at a path that begins with a section. */
export const shapeAt = (shape: LanguageTexts, path: KeyPath): TextTree | undefined =>
  path.reduce<TextTree | undefined>(
    (part, step) => valueAt(part, [typeof step === 'number' ? 0 : step]) ?? valueAt(part, ['*']),
    shape,
  )

/** The shape of every section, articles by their names. */
export const shapesOf = ({ '*': article = {}, ...sections }: LanguageTexts, articles: string[]): LanguageTexts => ({
  ...sections,
  ...Object.fromEntries(articles.map((name) => [name, article])),
})

/**
 * One language's texts with its gaps filled from the fallback language, as i18next's `fallbackLng` does, or from the initial
 * one, in the shape that the code reads. Only live editing and the editor's preview show such a text: the build fails for a gap.
 */
export function withFallback(texts: RawTexts, language: Language, articles: string[]): LanguageTexts {
  const inOrder = [language, fallbackLanguage, initialLanguage].map((each) => texts[each])
  const shapes = shapesOf(textShape, articles)
  return lazily(Object.keys(shapes), (section) =>
    inShape(
      inOrder.map((texts) => texts[section]),
      shapes[section],
    ),
  )
}

/** The first text of several trees at each key of a shape; an empty one if none has it. */
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
