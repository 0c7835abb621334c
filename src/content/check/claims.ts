import type { Problem } from '../problem.ts'
import { type Claims, claimsFile } from '../read/claims.ts'
import { allTextsOf, buildOnlyKeys, type WrittenTexts } from '../read/texts.ts'

/** Shorter texts are names and labels. */
const fewestWords = 8

/** What the site says of itself rather than of its subject: mails, failures, controls. */
const otherSections = ['mail', 'editor', 'errors', 'outage', 'cookies', 'language', 'navbar', 'sharing']

type Leaf = ReturnType<typeof allTextsOf>[number]
type Claim = { paragraph: number; words: string; said: string }

/**
 * Paragraphs that speak of religion, law or practice, in the words of content/claims.yml, and neither carry the mark of
 * a source nor are excused there. An excuse that no language needs is told too.
 */
export function* checkClaims(texts: WrittenTexts, { words, without_source }: Claims): Generator<Problem> {
  const patterns = new Map(Object.entries(words).map(([language, list]) => [language, patternOf(list)]))
  const used = new Set<Claims['without_source'][number]>()
  for (const leaf of allTextsOf(texts)) {
    const { file, key, section, language } = leaf
    if (otherSections.includes(section) || buildOnlyKeys.includes(key.split('.')[0] ?? '')) continue
    const text = `${section}.yml#${key}`
    for (const { paragraph, words, said } of claimsIn(leaf, patterns.get(language))) {
      const excuses = without_source.filter((excuse) => covers(excuse, text, paragraph))
      for (const excuse of excuses) used.add(excuse)
      const message = `This speaks of religion, law or practice (“${said}”) and names no source. ${remedyFor(key)} in ${claimsFile}, and say why: text: ${text}, paragraphs: [${paragraph}]`
      const values = { said, text, paragraph }
      if (excuses.length === 0) yield { file, key, near: words.slice(0, 20), message, code: 'claim', values }
    }
  }
  for (const [index, excuse] of without_source.entries()) {
    const message = `Nothing in ${excuse.text} needs this: the text has a source, or makes no claim. Remove it.`
    if (!used.has(excuse)) yield { file: claimsFile, key: `without_source.${index}`, message, code: 'excuse_unused' }
  }
}

const remedyFor = (key: string) =>
  /(^|\.)body$/.test(key) ? 'Write [^name] after the claim, or excuse it' : 'Only a “body” can name one: excuse it'

function claimsIn({ text }: Leaf, pattern: RegExp | undefined): Claim[] {
  if (!pattern || text.split(/\s+/).length < fewestWords) return []
  return paragraphsOf(text).flatMap((words, index) => {
    if (/\[\^/.test(words) || /^(##|!\[)/.test(words) || /\?$/.test(words)) return []
    const said = pattern.exec(words.replace(/\]\([^)]*\)/g, ']'))?.[0]
    return said ? [{ paragraph: index + 1, words, said }] : []
  })
}

/** The paragraphs of a text; a list belongs to the paragraph that announces it. */
function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n(?!\s*- )/).map((paragraph) => paragraph.trim())
}

/** Whole words; one that ends in * stands for all that begin so. */
function patternOf(words: string[]): RegExp {
  const parts = words.map((word) => RegExp.escape(word.replace(/\*$/, '')) + (word.endsWith('*') ? '\\p{Letter}*' : ''))
  return new RegExp(`(?<!\\p{Letter})(?:${parts.join('|')})(?!\\p{Letter})`, 'iu')
}

function covers({ text, paragraphs }: Claims['without_source'][number], place: string, paragraph: number): boolean {
  return (place === text || place.startsWith(`${text}.`)) && (!paragraphs || paragraphs.includes(paragraph))
}
