import anyAscii from 'any-ascii'
import { distance } from 'fastest-levenshtein'
import { countryName } from '../../shared/country-name.ts'
import { allLanguages, type Language } from '../../shared/languages.ts'
import type { Certificate } from '../../shared/register/certificate.ts'

/** What a search finds. `isNear`: nothing matches what was typed, and these differ from it by a letter in a word. */
export type Found = { certificates: Certificate[]; isNear: boolean }

/** The beginning of a word, or of words written as one, that is compared. The rest would only take memory. */
const comparedLength = 24
/** Each word takes time, and no certificate needs more to be found. */
const mostWords = 12
/** Shorter words have too many neighbours, and a digit is never a slip that may be corrected. */
const canBeMistyped = (word: string) => /^[a-z]{4,}$/.test(word)
const mostCorrections = 20

/**
 * What follows the number in an identification mark: "European Community" or "European Union" in any of the languages
 * (Regulation (EC) 853/2004, annex II, section I). The office may have left it out.
 */
const communityMark = /(?<=\d[^a-z]*(?:[a-z][^a-z]*)?)(?:[ackuw]e|e[bcefgklosuyz])(?![a-z])/g

const conjunctions = new Set(['and', 'e', 'et', 'i', 'u', 'und', 'y'])

/**
 * Searches the certificates for words as people type them: order, case, accents, apostrophes, dots, hyphens and spaces do not
 * matter. Each word must begin a word of the certificate, or several of its words written as one.
 * @param products the words for the keys of `covers`, in each language
 */
export function registerSearch(certificates: Certificate[], products: Record<Language, Record<string, string>>) {
  const vocabulary = new Set<string>()
  const learn = (text: string) => {
    for (const word of wordsOf(asciiOf(text))) if (canBeMistyped(word)) vocabulary.add(word)
    return searchable(text)
  }
  const names = certificates.map(
    ({ number, holder, plant, oval, town }) =>
      [holder, plant, town].map(learn).join('') + [oval, number].map(searchable).join(''),
  )
  // Many certificates have the same country and products: these words are kept and searched once.
  const kinds = new Map<string, { index: number; words: string }>()
  const kindOf = certificates.map(({ country, covers }) => {
    const kind = kinds.get(`${country} ${covers}`) ?? {
      index: kinds.size,
      words: searchable(country) + [...countryNames(country), ...productNames(covers)].map(learn).join(''),
    }
    kinds.set(`${country} ${covers}`, kind)
    return kind.index
  })

  return (typed: string): Found => {
    const readings = readQuery(typed)
    for (const words of readings) {
      const found = matching(words.map((word) => [word]))
      if (found.length > 0) return { certificates: found, isNear: false }
    }
    const [words = []] = readings
    const corrected = words.map(corrections)
    const isNear = corrected.some(({ length }) => length > 0)
    // A single word is known to be in no certificate.
    const spellings = words.length === 1 ? corrected : words.map((word, index) => [word, ...(corrected[index] ?? [])])
    return { certificates: isNear ? matching(spellings) : [], isNear }
  }

  function productNames(covers: string): string[] {
    return covers.split(/\s+/).flatMap((key) => allLanguages.map((language) => products[language][key] ?? ''))
  }

  /** The certificates that contain one of the spellings of each word. */
  function matching(words: string[][]): Certificate[] {
    let found = Array.from(names.keys())
    for (const spellings of words) {
      const sought = spellings.map((spelling) => ` ${spelling.slice(0, comparedLength)}`)
      const isIn = (text = '') => sought.some((spelling) => text.includes(spelling))
      const isInKind = Array.from(kinds.values(), ({ words }) => isIn(words))
      found = found.filter((index) => isInKind[kindOf[index] ?? 0] || isIn(names[index]))
    }
    return found.flatMap((index) => certificates[index] ?? [])
  }

  /** The words of names that differ from a word by one letter: then their first letter is the same, or their last one. */
  function corrections(word: string): string[] {
    if (!canBeMistyped(word)) return []
    const isNear = (known: string) =>
      Math.abs(known.length - word.length) < 2 &&
      (known[0] === word[0] || known.at(-1) === word.at(-1)) &&
      distance(known, word) === 1
    return vocabulary.values().filter(isNear).take(mostCorrections).toArray()
  }
}

/** A country's names in the site's languages, and in its own. */
function countryNames(country: string): string[] {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const ownName = new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? ''
  return [ownName, ...allLanguages.map((each) => countryName(country, each))]
}

const asciiOf = (text: string) => anyAscii(text).toLowerCase()
const wordsOf = (ascii: string): string[] => ascii.match(/[a-z]+|\d+/g) ?? []

/** Each word of a text after a space, with the words that follow it joined to it: "S.L." also contains "sl". */
const searchable = (text: string) =>
  wordsOf(asciiOf(text))
    .map((_, index, words) => ` ${words.slice(index).join('').slice(0, comparedLength)}`)
    .join('')

/** The readings of what was typed: "S. L." and "10.12345" as one word each, their parts as words, and everything as one. */
function readQuery(typed: string): string[][] {
  const ascii = asciiOf(typed).replace(communityMark, '')
  const tokens = ascii.split(/\s+/).map((token) => token.replace(/[^a-z\d]/g, ''))
  const joined = tokens
    .filter(Boolean)
    .join(' ')
    .replace(/\b([a-z]) (?=[a-z]\b)/g, '$1')
  const readings = [joined, wordsOf(ascii).join(' '), joined.replaceAll(' ', '')]
  return joined ? [...new Set(readings)].map((words) => selectWords(words.split(' '))) : []
}

/** Numbers and long words first, because few certificates contain them. "Hijos & Nietos" contains no "y". */
function selectWords(words: string[]): string[] {
  const telling = words.filter((word) => !conjunctions.has(word))
  const rank = (word: string) => word.length + (/^\d/.test(word) ? comparedLength : 0)
  return (telling.length > 0 ? telling : words).sort((one, other) => rank(other) - rank(one)).slice(0, mostWords)
}
