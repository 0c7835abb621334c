import { parse, TextNode } from 'node-html-parser'
import { lazily } from '../../content/lazily.ts'
import type { Content } from '../../content/read/content.ts'
import { isAddress, type LanguageTexts } from '../../content/read/texts.ts'
import { isRunning, type KeyPath, mapTexts, shapeAt, spellPath, type TextTree } from '../../content/text-tree.ts'
import type { Language } from '../../shared/languages.ts'
import { nameOf, textFileOf } from '../content-paths.ts'

/** Private-use characters (Unicode, chapter 23.5), which no text has: one for each text, so that it survives composing. */
const firstTag = 0xf0000
/** After a tag in Markdown, a symbol: ** is read as bold after it, as it is at the beginning of a line. */
const symbol = '\uFFFC'
const tags = new RegExp(`([\\u{F0000}-\\u{FFFFD}])${symbol}?`, 'gu')

/** Fields that code uses and no page displays. */
const hidden = /(^|\.)(id|country|role|label|date|export_day|embed|page|short_name|time_zone)$|^authorities|\]\.pages/

/**
 * Puts a tag before each text and fact of a language, when the text is first asked for. In a running text, each paragraph,
 * heading and item has its own tag.
 * @returns also the names of what is tagged, in a running text with the line: `texts/en/privacy.yml#body:12`
 */
export function tagTexts(content: Content, language: Language): { content: Content; tagged: string[] } {
  const tagged: string[] = []
  const tag = (name: string) => String.fromCodePoint(firstTag + tagged.push(name) - 1)
  const tagBody = (text: string, name: string) =>
    text.replace(/^(#+ |\s*- |\s*\d+\. )?(?!!\[)(?=\S)/gm, (start, _, at: number) => {
      const isBegun = !start && at > 0 && !/\n\s*\n$/.test(text.slice(0, at))
      return isBegun ? start : start + tag(`${name}:${text.slice(0, at).split('\n').length}`) + symbol
    })
  const tagText = (text: string, file: string, path: KeyPath, shape?: TextTree) => {
    const [key, name] = [spellPath(path), nameOf(file, path)]
    if (!text.trim() || isAddress(key)) return text
    return isRunning(shape) ? tagBody(text, name) : tag(name) + text
  }
  const untagged = content.texts[language]
  const inLanguage: LanguageTexts = lazily(Object.keys(untagged), (section) =>
    mapTexts(untagged[section] ?? {}, (text, path) =>
      tagText(text, textFileOf(language, section), path, shapeAt(content.shape, [section, ...path])),
    ),
  )
  const texts = { ...content.texts, [language]: inLanguage }
  const organisation = mapTexts(content.organisation as unknown as TextTree, (fact, path) =>
    hidden.test(spellPath(path)) ? fact : tagText(fact, 'organisation.yml', path),
  ) as unknown as Content['organisation']
  return { content: { ...content, organisation, texts }, tagged }
}

/** Replaces the tags by attributes: `data-text` of an element has the names of the texts in it. */
export function nameTexts(html: string, tagged: string[]): string {
  const page = parse(html)
  for (const element of page.querySelectorAll('*')) {
    const own = element.childNodes.filter((child) => child instanceof TextNode).map((child) => child.rawText)
    const found = [...[element.rawAttrs, ...own].join('').matchAll(tags)]
    const names = found.map(([, tag = '']) => tagged[(tag.codePointAt(0) ?? 0) - firstTag])
    if (names.length > 0) element.setAttribute('data-text', names.join(' '))
  }
  return page.toString().replace(tags, '')
}
