import { francAll } from 'franc-min'
import { allLanguages, type Language, languages } from '../../shared/languages.ts'
import type { Problem } from '../problem.ts'
import { allTextsOf, type WrittenTexts } from '../read/texts.ts'

/** Shorter texts may well be alike in two languages: "Contact", "Certification". */
const shortestSentence = 4
/** In letters: below this, telling the language of a text goes wrong too often. */
const shortestGuess = 120
/**
 * By how much another language must be likelier, on a scale from 0 to 1. Of 14,000 right texts made of the site's own
 * sentences 3 read as another language, by less than 0.01; taken for that language's, all but 4 would still be found.
 */
const clearly = 0.0125

type Leaf = ReturnType<typeof allTextsOf>[number]

/** Texts that were left in another language. Of two languages with the same text, the later one of the table is reported. */
export function findForeignTexts(texts: WrittenTexts): Problem[] {
  const seen = new Map<string, Leaf[]>()
  return allTextsOf(texts).flatMap((leaf) => {
    if (isSameInAllLanguages(leaf)) return []
    const before = seen.get(leaf.section + leaf.key) ?? []
    seen.set(leaf.section + leaf.key, [...before, leaf])
    const guess = guessOther(leaf)
    if (guess) return [problemOf(leaf)]
    const original = before.find(
      ({ text }) => text === leaf.text && text.trim().split(/\s+/).length >= shortestSentence,
    )
    return original ? [problemOf(leaf)] : []
  })
}

const problemOf = ({ file, key }: Leaf): Problem => ({ file, key, code: 'foreign' })

/** Names of acts and books, addresses, and the one wording that DESIGN.md section 1 keeps in English. */
const isSameInAllLanguages = ({ section, key }: Leaf) =>
  key.startsWith('sources.') ||
  key.endsWith('slug') ||
  key.endsWith('.file') ||
  `${section}.${key}` === 'errors.unexpected.title'

/** The language that a text clearly reads as, when that is another one than it should be. */
function guessOther({ text, language: own }: Leaf): Language | undefined {
  const words = text.replace(/\[\^[^\]]*\]|\]\([^)]*\)|\{\{[^}]*\}\}/g, ' ')
  const codes = new Map<string, Language>(allLanguages.map((language) => [languages[language].iso639_3, language]))
  const likely = francAll(words, { only: [...codes.keys()], minLength: shortestGuess })
  const [[best, likeliness] = ['und', 0]] = likely
  const ofOwn = likely.find(([code]) => codes.get(code) === own)?.[1] ?? 0
  return likeliness - ofOwn > clearly ? codes.get(best) : undefined
}
