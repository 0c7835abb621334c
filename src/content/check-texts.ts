import { francAll } from 'franc-min'
import { placeholdersOf } from '../shared/interpolate.ts'
import { allLanguages, initialLanguage, type Language, languages } from '../shared/languages.ts'
import type { Problem } from './problem.ts'
import { isBranch, type LanguageTexts, leavesOf, type TextTree, textFile } from './texts.ts'

/**
 * Holds every language against the initial one: same files, same keys, same placeholders, nothing empty and nothing left
 * in another language. Each finding names file and key, and says what to do.
 */
export function checkTexts(texts: Record<Language, LanguageTexts>): Problem[] {
  const reference = texts[initialLanguage]
  return allLanguages.flatMap((language) => [
    ...(language === initialLanguage ? [] : compareSections(reference, texts[language], language)),
    ...findEmptyTexts(texts[language], language),
    ...findForeignTexts(texts, language),
  ])
}

function compareSections(reference: LanguageTexts, texts: LanguageTexts, language: Language): Problem[] {
  const sections = [...new Set([...Object.keys(reference), ...Object.keys(texts)])].sort()
  return sections.flatMap((section): Problem[] => {
    const file = textFile(language, section)
    const model = textFile(initialLanguage, section)
    const [ours, theirs] = [texts[section], reference[section]]
    if (ours === undefined) return [{ file, key: '', message: `This file is missing. Translate ${model}.` }]
    if (theirs === undefined)
      return [{ file, key: '', message: `There is no ${model}. Write it, or remove this file.` }]
    return compareTrees(theirs, ours, '').map(({ key, message }) => ({
      file,
      key,
      message: message.replace('{model}', model),
    }))
  })
}

type Finding = Pick<Problem, 'key' | 'message'>

function compareTrees(reference: TextTree, texts: TextTree, prefix: string): Finding[] {
  if (shapeOf(reference) !== shapeOf(texts))
    return [{ key: prefix, message: `This is ${shapeOf(texts)}, but ${shapeOf(reference)} in {model}.` }]
  if (typeof reference === 'string' || typeof texts === 'string')
    return comparePlaceholders(String(reference), String(texts), prefix)
  const [theirs, ours] = [Object.entries(reference), new Map(Object.entries(texts))]
  const keyOf = (key: string) => (prefix ? `${prefix}.${key}` : key)
  const missingOrDifferent = theirs.flatMap(([key, value]) => {
    const own = ours.get(key)
    if (own === undefined || own === null)
      return [{ key: keyOf(key), message: 'This text is missing. It is in {model}.' }]
    return compareTrees(value, own, keyOf(key))
  })
  const extra = [...ours.keys()]
    .filter((key) => !Object.hasOwn(reference, key))
    .map((key) => ({
      key: keyOf(key),
      message: 'No page shows this text: it is not in {model}. Remove it, or add it there.',
    }))
  return [...missingOrDifferent, ...extra]
}

function comparePlaceholders(reference: string, text: string, key: string): Finding[] {
  const [theirs, ours] = [placeholdersOf(reference), placeholdersOf(text)]
  if (theirs.join() === ours.join()) return []
  const name = (names: string[]) => names.map((each) => `{{${each}}}`).join(', ') || 'none'
  return [{ key, message: `The placeholders differ: ${name(ours)} here, ${name(theirs)} in {model}.` }]
}

function findEmptyTexts(texts: LanguageTexts, language: Language): Problem[] {
  return eachLeaf(texts, language)
    .filter(({ text, key }) => text.trim() === '' && key !== 'head.slug')
    .map(({ file, key }) => ({ file, key, message: 'This text is empty. Write it.' }))
}

/** Shorter texts may well be alike in two languages: "Contact", "Certification". */
const shortestSentence = 4
/** Below this length, guessing the language of a text goes wrong too often. */
const shortestGuess = 120
/**
 * By how much another language must be likelier, on a scale from 0 to 1. Of 14,000 right texts made of the site's own
 * sentences 3 read as another language, by less than 0.01; taken for that language's, all but 4 would still be found.
 */
const clearly = 0.0125

function findForeignTexts(texts: Record<Language, LanguageTexts>, language: Language): Problem[] {
  const others = allLanguages.filter((other) => other !== language)
  const theirs = new Map(
    others.map((other) => [
      other,
      new Map(eachLeaf(texts[other], other).map((leaf) => [leaf.section + leaf.key, leaf.text])),
    ]),
  )
  return eachLeaf(texts[language], language).flatMap(({ file, section, key, text }) => {
    if (isSameInAllLanguages(section, key)) return []
    const twin = others.find(
      (other) => theirs.get(other)?.get(section + key) === text && wordsOf(text) >= shortestSentence,
    )
    if (twin) return [{ file, key, message: `This text is the same in ${nameOf(twin)}. Translate it.` }]
    const guess = guessOther(text, language)
    if (guess)
      return [{ file, key, message: `This text reads as ${nameOf(guess)}, not ${nameOf(language)}. Translate it.` }]
    return []
  })
}

/** Names of acts and books, addresses, languages' own names, and the one wording that DESIGN.md section 1 keeps in English. */
function isSameInAllLanguages(section: string, key: string): boolean {
  return (
    key.startsWith('sources.') ||
    key.endsWith('slug') ||
    key.endsWith('.file') ||
    `${section}.${key}` === 'errors.unexpected.title'
  )
}

/** The language that a text clearly reads as, when that is another one than it should be. */
function guessOther(text: string, own: Language): Language | undefined {
  const words = text.replace(/\[\^[^\]]*\]|\]\([^)]*\)|\{\{[^}]*\}\}/g, ' ')
  const codes = new Map<string, Language>(allLanguages.map((language) => [languages[language].iso639_3, language]))
  const likely = francAll(words, { only: [...codes.keys()], minLength: shortestGuess })
  const [best, likeliness = 0] = likely[0] ?? []
  const ofOwn = likely.find(([code]) => code === languages[own].iso639_3)?.[1] ?? 0
  return likeliness - ofOwn > clearly ? codes.get(best ?? '') : undefined
}

const wordsOf = (text: string) => text.trim().split(/\s+/).length

const nameOf = (language: Language) =>
  new Intl.DisplayNames('en', { type: 'language' }).of(languages[language].locale.slice(0, 2)) ?? language

function shapeOf(tree: TextTree): string {
  if (Array.isArray(tree)) return 'a list'
  return isBranch(tree) ? 'a group of texts' : 'a text'
}

function eachLeaf(texts: LanguageTexts, language: Language) {
  return Object.entries(texts).flatMap(([section, tree]) =>
    [...leavesOf(tree)].map(([key, text]) => ({ file: textFile(language, section), section, key, text })),
  )
}
