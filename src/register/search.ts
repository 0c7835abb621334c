import anyAscii from 'any-ascii'
import { distance } from 'fastest-levenshtein'
import { countryName } from '../shared/country-name.ts'
import { languageRules } from '../shared/language-rules.ts'
import { allLanguages, type Language } from '../shared/languages.ts'
import type { Certificate } from './register.ts'

/** A country and products, with their words: many certificates have the same, and they are kept and searched once. */
type Kind = { keys: string[]; words: string }
/** A certificate with its words. */
export type Searchable = { certificate: Certificate; names: string; kind: Kind }

/** The beginning of a word, or of words written as one, that is compared. The rest would only take memory. */
const comparedLength = 24
/** Each word takes time, and no certificate needs more to be found. */
const maxWords = 12
/** Shorter words have too many neighbours, and a digit is never a slip that may be corrected. */
const canBeMistyped = (word: string) => /^[a-z]{4,}$/.test(word)
const maxCorrections = 20

/**
 * What follows the number in an identification mark: "European Community" or "European Union" in any of the languages
 * (Regulation (EC) 853/2004, annex II, section I). The office may have left it out.
 */
const communityMark = /(?<=\d[^a-z]*(?:[a-z][^a-z]*)?)(?:[ackuw]e|e[bcefgklosuyz])(?![a-z])/g

/** What stands before an oval, up to its country or digits: "RGSEAA", "agrément sanitaire n°", "EU approval number". */
const ovalLabel =
  /^\D*(?:oval|agrement|approv|estampille|autoriza|sanitari|health|identif|(?<![a-z])r\W*g\W*s(?:\W*e\W*a\W*a)?(?![a-z]))\D*?(?=(?:\b(?!n[or])[a-z]{2}\W*)?\d)/

/** Any other words before an oval, which is written with dots as no other number here: "establishment number ES 10.12345/V". */
const wordsBefore = /^\D*?(?=(?:\b(?!n[or]|[ceu][ceu]\b)[a-z]{2}\W*)?\d+\.\d)/

/** Whether something typed says itself that it is an oval. */
export const isLabelledOval = (typed: string) => ovalLabel.test(asciiOf(typed))

const conjunctions = new Set(['i', 'u', 'und', ...Object.values(languageRules).flatMap(({ and }) => and)])
/** What people also write around an animal or a country: "carne de ternera", "pollo halal", "The Netherlands". */
const fillers = new Set(
  'a al au aux carne carnes d de del des du el en from halal in l la las le les los meat of the un una une viande viandes'.split(
    ' ',
  ),
)

/** Names and company forms in short, and in full; a name with one of them is found by the other, too. */
const abbreviations = [
  ...['st saint', 'st sant', 'ste sainte', 'sta santa', 'sto santo', 'hnos hermanos', 'hno hermano', 'fco francisco'],
  ...['ma maria', 'ntra nuestra', 'sra senora', 'ets etablissements', 'ste societe', 'cie compagnie', 'cia compania'],
  ...['frs freres', 'bros brothers', 'co company', 'ltd limited', 'coop cooperativa', 'sl sociedad limitada'],
  ...['sa sociedad anonima', 'sa societe anonyme', 'sarl societe a responsabilite limitee', 'sca sociedad cooperativa'],
  ...['sas societe par actions simplifiee', 'slu sociedad limitada unipersonal', 'cb comunidad de bienes'],
].map((pair) => pair.split(' ')) as [short: string, ...full: string[]][]

/** In each language, the words for the keys of `covers`, and what people also call animals and countries, with commas between them. */
export type SearchWords = Record<Language, { covers: Record<string, string>; everyday: Record<string, string> }>
/** Certificates, prepared for searches, and the countries and products that occur. */
export type RegisterIndex = { searchables: Searchable[]; keys: Set<string>; search: ReturnType<typeof searchIn> }

/**
 * Prepares certificates for being searched for words as people type them: order, case, accents, apostrophes, dots, hyphens and
 * spaces do not matter. Each word must begin a word of the certificate, or several of its words written as one. Numbers and batches
 * are not searched by parts: one that is nearly right would find another one.
 * @returns a function that prepares certificates; of those that it had before, nothing is prepared again
 */
export function certificateIndexer(words: SearchWords): (certificates: Certificate[]) => RegisterIndex {
  const vocabulary = new Set<string>()
  const kinds = new Map<string, Kind>()
  const known = new WeakMap<Certificate, Searchable>()
  return (certificates) => {
    const searchables = certificates.map((certificate) => known.get(certificate) ?? prepare(certificate))
    const used = new Set(searchables.map(({ kind }) => kind))
    return {
      searchables,
      keys: new Set(Array.from(used, ({ keys }) => keys).flat()),
      search: searchIn(vocabulary, used),
    }
  }

  function prepare(certificate: Certificate): Searchable {
    const { holder, plant, oval, town, brands, country, covers } = certificate
    const keys = [country, ...covers.split(' ')]
    const kind = kinds.get(keys.join(' ')) ?? { keys, words: wordsOfKind(keys) }
    kinds.set(keys.join(' '), kind)
    const prepared = { certificate, names: indexWords([holder, plant, oval, town, brands], vocabulary), kind }
    known.set(certificate, prepared)
    return prepared
  }

  function wordsOfKind(keys: string[]): string {
    const texts = allLanguages.map((language) => words[language])
    const called = keys.flatMap((key) =>
      texts.flatMap(({ covers, everyday }) => [covers[key] ?? '', ...(everyday[key] ?? '').split(',')]),
    )
    return indexWords([...countryNames(keys[0] ?? ''), ...called], vocabulary)
  }
}

/** Each word of some texts after a space, with the words that follow it joined to it: "S.L." also contains "sl". */
function indexWords(texts: string[], vocabulary: Set<string>): string {
  const wordsOfEach = texts.map((text) => wordsOf(asciiOf(text)))
  for (const word of wordsOfEach.flat()) if (canBeMistyped(word)) vocabulary.add(word)
  const joined = wordsOfEach.flatMap((words) => words.map((_, index) => words.slice(index).join('')))
  const all = new Set([...wordsOfEach.flat(), ...joined])
  const equivalent = abbreviations.flatMap(([short, ...full]) => [
    ...(all.has(short) ? full : []),
    ...(all.has(full.join('')) ? [short] : []),
  ])
  return [...joined, ...equivalent].map((word) => ` ${word.slice(0, comparedLength)}`).join('')
}

/** @param kinds the words of countries and products that occur together */
function searchIn(vocabulary: Set<string>, kinds: Set<Kind>) {
  const withWord = (among: Searchable[], word: string) => withOneOf(among, [word])
  return search

  /** @returns those that match; if none does, those that differ by a letter in a word: then `isNear` */
  function search(typed: string, among: Searchable[]): { found: Searchable[]; isNear: boolean } {
    const [words, ...otherReadings] = readQuery(typed)
    if (!words) return { found: [], isNear: false }
    const ofKind = words.filter((word) => !fillers.has(word)).map((word) => [word, singular(word)].find(isKind) ?? '')
    const ofKinds = ofKind.every(Boolean) && ofKind.length > 0 ? ofKind.reduce(withWord, among) : []
    if (ofKinds.length > 0) return { found: ofKinds, isNear: false }
    const uncertain = words.filter(canBeMistyped)
    // What the other words leave is little, and may be searched twice.
    const left = words.filter((word) => !canBeMistyped(word)).reduce(withWord, among)
    let found = uncertain.reduce(withWord, left)
    for (const reading of otherReadings) if (found.length === 0) found = reading.reduce(withWord, among)
    if (found.length > 0) return { found, isNear: false }
    const corrected = uncertain.map((word) => [word, ...corrections(word)])
    const isNear = corrected.some(({ length }) => length > 1)
    return { found: isNear ? corrected.reduce(withOneOf, left) : [], isNear }
  }

  function isKind(word: string): boolean {
    return kinds.values().some(({ words }) => words.includes(` ${word}`))
  }

  function withOneOf(among: Searchable[], words: string[]): Searchable[] {
    const sought = words.map((word) => ` ${word.slice(0, comparedLength)}`)
    const isIn = (text: string) => sought.some((word) => text.includes(word))
    // "UK" is not the beginning of Ukraine, if there is a word like it.
    const isWordIn = (kind: Kind) => sought.some((word) => `${kind.words} `.includes(`${word} `))
    const exact = new Set(kinds.values().filter(isWordIn))
    const found = exact.size > 0 ? exact : new Set(kinds.values().filter((kind) => isIn(kind.words)))
    return among.filter(({ kind, names }) => found.has(kind) || isIn(names))
  }

  /** The known words that differ from a word by one letter: then their first letter is the same, or their last one. */
  function corrections(word: string): string[] {
    const isNear = (known: string) =>
      Math.abs(known.length - word.length) < 2 &&
      (known[0] === word[0] || known.at(-1) === word.at(-1)) &&
      distance(known, word) === 1
    return vocabulary.values().filter(isNear).take(maxCorrections).toArray()
  }
}

/** A country’s code, and its names in the site's languages and in its own. */
function countryNames(country: string): string[] {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const ownName = new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? ''
  return [country, ownName, ...allLanguages.map((each) => countryName(country, each))]
}

/** In "n° 3", a degree sign stands for the letter. */
const asciiOf = (text: string) => anyAscii(text.replaceAll('°', 'º')).toLowerCase()
const wordsOf = (ascii: string): string[] => ascii.match(/[a-z]+|\d+/g) ?? []

/** The readings of what was typed: "S. L." and "10.12345" as one word each, their parts as words, and everything as one; "d’agneau" is two. */
function readQuery(typed: string): string[][] {
  const ascii = asciiOf(typed)
    .replace(communityMark, '')
    .replace(ovalLabel, '')
    .replace(/\b[dl]'(?=[a-z])/g, '$& ')
  const tokens = ascii.replace(/[^a-z\d\s]/g, '').match(/\S+/g) ?? []
  const joined = tokens.join(' ').replace(/\b([a-z]) (?=[a-z]\b)/g, '$1')
  const significant = joined.split(' ').filter((word) => !fillers.has(word))
  const readings = new Set([
    joined,
    wordsOf(ascii).join(' '),
    joined.replaceAll(' ', ''),
    significant.map(singular).join(' ') || joined,
    ascii.replace(wordsBefore, '').replace(/[^a-z\d\s]/g, ''),
  ])
  return joined ? Array.from(readings, (words) => selectWords(words.split(' '))) : []
}

/** "Poulets", "agneaux", "chickens": words are compared by their beginnings. */
const singular = (word: string) => word.replace(/(?<=[a-z]{3})[sx]$/, '')

/** Numbers first, because few certificates contain them. "Hijos & Nietos" contains no "y". */
function selectWords(words: string[]): string[] {
  const significant = words.filter((word) => !conjunctions.has(word))
  return (significant.length > 0 ? significant : words).sort().slice(0, maxWords)
}
