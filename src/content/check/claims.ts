import type { Language } from '../../shared/languages.ts'
import type { Problem } from '../problem.ts'
import { type Claims, claimsFile } from '../read/claims.ts'
import { allTextsOf, buildOnlyKeys, type WrittenTexts } from '../read/texts.ts'

/** Shorter texts are names and labels. */
const fewestWords = 8

/** What the site says of itself rather than of its subject: mails, failures, controls. */
const otherSections = ['mail', 'editor', 'errors', 'outage', 'cookies', 'language', 'navbar', 'sharing']

type Claim = {
  language: Language
  file: string
  key: string
  place: string
  paragraph: number
  words: string
  said: string
}

/**
 * Paragraphs that speak of religion, law or practice, in the words of content/claims.yml, and neither carry the mark of
 * a source nor are excused there. An excuse that no language needs is told too.
 */
export function checkClaims(texts: WrittenTexts, { words, without_source }: Claims): Problem[] {
  const patterns = Object.fromEntries(Object.entries(words).map(([language, list]) => [language, patternOf(list)]))
  const unsourced = allTextsOf(texts)
    .filter(({ section, key }) => !otherSections.includes(section) && !buildOnlyKeys.includes(key.split('.')[0] ?? ''))
    .flatMap((leaf) => claimsIn(leaf, patterns[leaf.language]))
  const used = new Set<number>()
  const open = unsourced.filter((claim) => {
    const excuses = without_source.flatMap((excuse, index) => (covers(excuse, claim) ? [index] : []))
    for (const index of excuses) used.add(index)
    return excuses.length === 0
  })
  return [
    ...open.map(({ file, key, place, paragraph, words, said }) => ({
      file,
      key,
      near: words.slice(0, 20),
      message: `This speaks of religion, law or practice (“${said}”) and names no source. ${remedyFor(key)} in ${claimsFile}, and say why: text: ${place}, paragraphs: [${paragraph}]`,
      code: 'claim' as const,
      values: { said, text: place, paragraph },
    })),
    ...without_source.flatMap((excuse, index) =>
      used.has(index)
        ? []
        : [
            {
              file: claimsFile,
              key: `without_source.${index}`,
              message: `Nothing in ${excuse.text} needs this: the text has a source, or makes no claim. Remove it.`,
              code: 'excuse_unused' as const,
            },
          ],
    ),
  ]
}

const remedyFor = (key: string) =>
  /(^|\.)body$/.test(key) ? 'Write [^name] after the claim, or excuse it' : 'Only a “body” can name one: excuse it'

function claimsIn(
  { language, section, file, key, text }: ReturnType<typeof allTextsOf>[number],
  pattern: RegExp | undefined,
): Claim[] {
  if (!pattern || text.split(/\s+/).length < fewestWords) return []
  const place = `${section}.yml#${key}`
  return paragraphsOf(text).flatMap((paragraph, index) => {
    if (/\[\^/.test(paragraph) || /^(##|!\[)/.test(paragraph) || /\?$/.test(paragraph)) return []
    const said = pattern.exec(paragraph.replace(/\]\([^)]*\)/g, ']'))?.[0]
    return said ? [{ language, file, key, place, paragraph: index + 1, words: paragraph, said }] : []
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

function covers({ text, paragraphs }: Claims['without_source'][number], { place, paragraph }: Claim): boolean {
  return (place === text || place.startsWith(`${text}.`)) && (!paragraphs || paragraphs.includes(paragraph))
}
