import { HTMLElement, parse, TextNode } from 'node-html-parser'
import type { Content } from '../../content/read/content.ts'
import { isAddress, isRunningText, type LanguageTexts } from '../../content/read/texts.ts'
import { type KeyPath, mapTexts, spellPath, type TextTree } from '../../content/text-tree.ts'
import type { Language } from '../../shared/languages.ts'
import { nameOf, textFileOf } from '../content-paths.ts'

/** Private-use characters (Unicode, chapter 23.5), which no text has: one for each text, so that it survives composing. */
const firstMark = 0xf0000
/** After a mark in Markdown, a symbol: ** is read as bold after it, as it is at the beginning of a line. */
const symbol = '\uFFFC'
const marks = new RegExp(`([\\u{F0000}-\\u{FFFFD}])${symbol}?`, 'gu')

/** What composing uses for other things than to show it. */
const notShown = /(^|\.)(id|country|role|label|date|embed|page|short_name|time_zone)$|^authorities|\]\.pages/

/** A running text's mark has the line that it stands in. */
type MarkedText = { name: string; line?: number }

/**
 * Puts a mark before each text and fact of a language, before the pages are composed. In a running text, each paragraph,
 * heading and item has its own mark.
 */
export function markTexts(content: Content, language: Language): { content: Content; marked: MarkedText[] } {
  const marked: MarkedText[] = []
  const mark = (text: MarkedText) => String.fromCodePoint(firstMark + marked.push(text) - 1)
  const markBody = (text: string, name: string) =>
    text.replace(/^(#+ |\s*- |\s*\d+\. )?(?!!\[)(?=\S)/gm, (start, _, at: number) => {
      const isBegun = !start && at > 0 && !/\n\s*\n$/.test(text.slice(0, at))
      return isBegun ? start : start + mark({ name, line: text.slice(0, at).split('\n').length }) + symbol
    })
  const markIn = (file: string) => (text: string, path: KeyPath) => {
    const [key, name] = [spellPath(path), nameOf(file, path)]
    if (!text.trim() || isAddress(key)) return text
    return isRunningText(key) ? markBody(text, name) : mark({ name }) + text
  }
  const sections = Object.entries(content.texts[language]).filter(([section]) => section !== 'editor')
  const texts = sections.map(([section, tree]) => [section, mapTexts(tree, markIn(textFileOf(language, section)))])
  const markFact = markIn('organisation.yml')
  const facts = mapTexts(content.organisation as unknown as TextTree, (fact, path) =>
    notShown.test(spellPath(path)) ? fact : markFact(fact, path),
  )
  const organisation = facts as unknown as Content['organisation']
  const inLanguage = Object.fromEntries(texts) as LanguageTexts
  return { content: { ...content, organisation, texts: { ...content.texts, [language]: inLanguage } }, marked }
}

/** Replaces the marks by attributes: of an element, `data-text` has the names of the texts in it, `data-line` the line. */
export function nameTexts(html: string, marked: MarkedText[]): string {
  const page = parse(html)
  for (const element of page.querySelectorAll('*')) {
    const own = element.childNodes.filter((child) => child instanceof TextNode).map((child) => child.rawText)
    const found = [element.rawAttrs, ...own].flatMap((text) => textsOf(text, marked))
    if (found.length === 0 || !(element instanceof HTMLElement)) continue
    element.setAttribute('data-text', found.map(({ name }) => name).join(' '))
    if (found[0]?.line) element.setAttribute('data-line', String(found[0].line))
  }
  return page.toString().replace(marks, '')
}

const textsOf = (text: string, marked: MarkedText[]) =>
  [...text.matchAll(marks)].flatMap(([, mark = '']) => marked[(mark.codePointAt(0) ?? 0) - firstMark] ?? [])
