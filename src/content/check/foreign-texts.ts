import { franc, francAll } from 'franc-min'
import { allLanguages, isDraft, languages, publishedLanguages } from '../../shared/languages.ts'
import { memoizeByText } from '../../shared/memoize.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Content } from '../read/content.ts'
import { allTextsOf, isAddress } from '../read/texts.ts'

/** Shorter texts may be the same in two languages: "Contact", "Certification". */
const shortestSentence = 4
/** In letters: the language of a shorter text is detected wrongly too often. */
const shortestGuess = 120
/** In letters: of this many, a language is never detected wrongly. */
const shortestSite = 10_000
/**
 * By how much another language must be likelier, on a scale from 0 to 1. A text that is wrongly found cannot be published, so it is
 * set for that: of 135,000 texts made of the site's own sentences, none was taken for another language; put into another language,
 * 1 in 300 was not found.
 */
const minMargin = 0.05

type Leaf = ReturnType<typeof allTextsOf>[number]

/** Texts left in another language. If two languages have the same text, the later one in src/shared/languages.ts is reported. */
export function* findForeignTexts({ rawTexts }: Content): Generator<Problem> {
  const seen = new Set<string>()
  const leaves = allTextsOf(rawTexts).filter((leaf) => !isSameInAllLanguages(leaf))
  // The texts of a draft are not yet in its language.
  const wrong = publishedLanguages.filter((language) => {
    const text = leaves.flatMap((leaf) => (leaf.language === language ? leaf.text : [])).join(' ')
    return text.length >= shortestSite && franc(text) !== languages[language].iso639_3
  })
  for (const language of wrong) {
    const { iso639_3: name } = languages[language]
    yield { file: 'src/shared/languages.ts', key: language, code: 'language_code', values: { name } }
  }
  // With a wrong code, none or all of a language's texts would be taken for another one's.
  if (wrong.length > 0) return
  for (const leaf of leaves) {
    const { section, key, text, file } = leaf
    const sentence = `${section} ${key} ${text}`
    const words = wordsIn(text).split(/\s+/).filter(isWord).length
    // In a draft, a word is more likely a copy than the same in two languages.
    const isCopy = seen.has(sentence) && words >= (isDraft(leaf.language) ? 1 : shortestSentence)
    seen.add(sentence)
    if (isCopy || readsAsAnother(leaf)) yield { file, key, code: 'foreign' }
  }
}

/** Names of acts and books, addresses, and the one wording that stays in English in all languages. */
const isSameInAllLanguages = ({ section, key }: Leaf) =>
  key.startsWith('sources.') || isAddress(key) || `${section}.${key}` === 'errors.unexpected.title'

/** A text without citations, the targets of links, and variables. */
const wordsIn = (text: string) => text.replace(/\[\^[^\]]*\]|\]\([^)]*\)|\{\{[^}]*\}\}/g, ' ')

/** Neither a number nor a sign, nor an address of an email or a site. */
const isWord = (word: string) => /\p{L}/u.test(word) && !/[@/]|\.\w/.test(word)

const only = allLanguages.map((each) => languages[each].iso639_3)
/** How likely each language is: the likeliest one has 1; a text that is too short has no language at all. */
const guess = memoizeByText((text) => new Map(francAll(wordsIn(text), { only, minLength: shortestGuess })), 20_000)

const readsAsAnother = ({ text, language }: Leaf) =>
  (guess(text).get(languages[language].iso639_3) ?? 1) < 1 - minMargin
