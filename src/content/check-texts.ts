import { francAll } from 'franc-min'
import { placeholdersOf } from '../shared/interpolate.ts'
import { allLanguages, initialLanguage, type Language, languages } from '../shared/languages.ts'
import { nearest } from './nearest.ts'
import type { Problem } from './problem.ts'
import { isBranch, type LanguageTexts, leavesOf, type TextTree, textFile } from './texts.ts'

/**
 * Holds the languages against each other: same files, same keys, same words in braces, nothing empty and nothing left in
 * another language. What most languages have is taken as meant; where they are divided, what the initial one has.
 * Each finding names file and key, and says what to do.
 */
export function checkTexts(texts: Record<Language, LanguageTexts>): Problem[] {
  return [
    ...compareFiles(texts),
    ...languagesOf(texts).flatMap((language) => [
      ...findEmptyTexts(texts[language], language),
      ...findForeignTexts(texts, language),
    ]),
  ]
}

/** The same place in each language that has it, the initial language first. */
type Versions<Value> = Map<Language, Value>
type Report = (language: Language, key: string, message: string, near?: string) => void

const languagesOf = (texts: Record<Language, LanguageTexts>) =>
  [initialLanguage, ...allLanguages].filter((each, index, all) => each in texts && all.indexOf(each) === index)

function compareFiles(texts: Record<Language, LanguageTexts>): Problem[] {
  const problems: Problem[] = []
  const given = languagesOf(texts)
  const folders: Versions<LanguageTexts> = new Map(given.map((language) => [language, texts[language]]))
  for (const section of allKeys(folders)) {
    const versions = versionsOf(folders, section)
    const models = [...versions.keys()].map((language) => textFile(language, section))
    if (isMeant(versions, given))
      for (const language of given.filter((each) => !versions.has(each)))
        problems.push({
          file: textFile(language, section),
          key: '',
          message: `This file is missing. Copy ${models[0]} to it, and write its texts in ${nameOf(language)}.`,
        })
    else
      for (const file of models)
        problems.push({
          file,
          key: '',
          message:
            'The other languages have no such file. If its name is misspelt, mend it; otherwise remove the file.',
        })
    const report: Report = (language, key, message, near) =>
      problems.push({ file: textFile(language, section), key, message, ...(near && { near }) })
    compareTrees(versions, '', section, report)
  }
  return problems
}

function compareTrees(versions: Versions<TextTree>, key: string, section: string, report: Report): void {
  const { meant: shape, model } = whatMostHave(versions, shapeOf)
  for (const [language, tree] of versions)
    if (shapeOf(tree) !== shape) {
      versions.delete(language)
      const colon = isBranch(tree) ? ' If this text holds a colon, put it between straight quotation marks.' : ''
      report(language, key, `This is ${shapeOf(tree)}, but ${shape} in ${textFile(model, section)}.${colon}`)
    }
  if (shape === 'a text') {
    comparePlaceholders(versions as Versions<string>, key, section, report)
    return
  }

  const branches = versions as Versions<{ [key: string]: TextTree }>
  const misspelt = findMisspelt(branches)
  for (const { language, wrong, right } of misspelt)
    report(
      language,
      join(key, wrong),
      `The other languages call this “${right}”. Write “${right}:” in place of “${wrong}:”.`,
    )
  const isMisspelt = (language: Language, name: string) =>
    misspelt.some((each) => each.language === language && each.right === name)

  for (const name of allKeys(branches).filter((each) => !misspelt.some(({ wrong }) => wrong === each))) {
    const children = versionsOf(branches, name)
    if (isMeant(children, [...versions.keys()])) {
      const [[example, text] = []] = children
      for (const language of versions.keys())
        if (!children.has(language) && !isMisspelt(language, name))
          report(
            language,
            join(key, name),
            `This text is missing. ${example && textFile(example, section)} has it${typeof text === 'string' && text ? `: “${shorten(text)}”` : ''}. Write it here in ${nameOf(language)}, under the same name.`,
          )
    } else
      for (const language of children.keys()) {
        const [other] = [...versions.keys()].filter((each) => !children.has(each))
        report(
          language,
          join(key, name),
          `No page shows this text: it is not in ${other && textFile(other, section)}. Remove it, or add it there.`,
        )
      }
    if (children.size > 1) compareTrees(children, join(key, name), section, report)
  }
}

const join = (key: string, name: string) => (key ? `${key}.${name}` : name)

const allKeys = (versions: Versions<object>) => [
  ...new Set([...versions.values()].flatMap((version) => Object.keys(version))),
]

/** What each language has under a key; a language that lacks it is left out. */
function versionsOf<Value>(versions: Versions<{ [key: string]: Value }>, name: string): Versions<Value> {
  return new Map(
    [...versions].flatMap(([language, version]) =>
      Object.hasOwn(version, name) ? [[language, version[name] as Value]] : [],
    ),
  )
}

function isMeant(versions: Versions<unknown>, among: Language[]): boolean {
  return versions.has(initialLanguage) || versions.size * 2 > among.length
}

/** What most versions have in common, the first of them winning a draw, and the first language that has it. */
function whatMostHave<Value>(versions: Versions<Value>, read: (version: Value) => string) {
  const groups = Map.groupBy(versions, ([, version]) => read(version))
  const [[meant, [[model] = [initialLanguage]]] = ['', [[initialLanguage]]]] = [...groups].sort(
    ([, one], [, other]) => other.length - one.length,
  )
  return { meant, model: model as Language }
}

/** A name that one language alone has, beside one that it alone lacks and that looks much like it. */
function findMisspelt(branches: Versions<object>): { language: Language; wrong: string; right: string }[] {
  if (branches.size < 3) return []
  const names = allKeys(branches)
  const count = (name: string) => [...branches.values()].filter((branch) => Object.hasOwn(branch, name)).length
  return [...branches].flatMap(([language, branch]) => {
    const lacking = names.filter((name) => !Object.hasOwn(branch, name) && count(name) === branches.size - 1)
    return Object.keys(branch)
      .filter((name) => count(name) === 1)
      .flatMap((wrong) => {
        const right = nearest(wrong, lacking)
        return right ? [{ language, wrong, right }] : []
      })
  })
}

function comparePlaceholders(versions: Versions<string>, key: string, section: string, report: Report): void {
  const signature = (text: string) => placeholdersOf(text).join()
  const { meant, model } = whatMostHave(versions, signature)
  const inBraces = (names: string[]) => names.map((each) => `{{${each}}}`).join(' and ')
  const theirs = meant ? meant.split(',') : []
  for (const [language, text] of versions) {
    if (signature(text) === meant) continue
    const ours = placeholdersOf(text)
    const extra = ours.filter((name) => !theirs.includes(name))
    const missing = theirs.filter((name) => !ours.includes(name))
    const found =
      extra.length === 0
        ? `${inBraces(missing)} is missing here, and is in ${textFile(model, section)}. The site puts something in its place: write it as it stands there, also in ${nameOf(language)}.`
        : missing.length === 0
          ? `${inBraces(extra)} is not in ${textFile(model, section)}: the site has nothing to put in its place. Remove it, braces and all.`
          : `Write ${inBraces(missing)} in place of ${inBraces(extra)}. The site fills in what stands in braces: these words stay the same in every language.`
    report(language, key, found, extra[0] && `{{${extra[0]}`)
  }
}

/** The beginning of a text, to recognise it by. */
function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 60).trimEnd()}…` : line
}

function findEmptyTexts(texts: LanguageTexts, language: Language): Problem[] {
  return eachLeaf(texts, language)
    .filter(({ text, key }) => text.trim() === '' && key !== 'head.slug')
    .map(({ file, key }) => ({ file, key, message: `This text is empty. Write it in ${nameOf(language)}.` }))
}

/** Shorter texts may well be alike in two languages: "Contact", "Certification". */
const shortestSentence = 4
/** Below this length, guessing the language of a text goes wrong too often. */
const shortestGuess = 120
/** Enough to say which of two languages a text is not in. */
const shortestComparison = 40
/**
 * By how much another language must be likelier, on a scale from 0 to 1. Of 14,000 right texts made of the site's own
 * sentences 3 read as another language, by less than 0.01; taken for that language's, all but 4 would still be found.
 */
const clearly = 0.0125

function findForeignTexts(texts: Record<Language, LanguageTexts>, language: Language): Problem[] {
  const others = languagesOf(texts).filter((other) => other !== language)
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
    // Of two that are the same, one is right: a guess, even a poor one, says which.
    if (twin && likelyLanguages(text, shortestComparison, [language, twin])[0]?.language !== language)
      return [
        {
          file,
          key,
          message: `This text is the same as in ${textFile(twin, section)}. Write it in ${nameOf(language)}.`,
        },
      ]
    const guess = guessOther(text, language)
    if (guess) return [{ file, key, message: `This text reads as ${nameOf(guess)}. Write it in ${nameOf(language)}.` }]
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
  const likely = likelyLanguages(text, shortestGuess, allLanguages)
  const ofOwn = likely.find(({ language }) => language === own)?.likeliness ?? 0
  const best = likely[0]
  return best && best.likeliness - ofOwn > clearly ? best.language : undefined
}

/** Some languages, the one first that a text is likeliest in; none for a text that is too short to tell. */
function likelyLanguages(text: string, minLength: number, among: readonly Language[]) {
  const words = text.replace(/\[\^[^\]]*\]|\]\([^)]*\)|\{\{[^}]*\}\}/g, ' ')
  const codes = new Map<string, Language>(among.map((language) => [languages[language].iso639_3, language]))
  return francAll(words, { only: [...codes.keys()], minLength }).flatMap(([code, likeliness]) => {
    const language = codes.get(code)
    return language ? [{ language, likeliness }] : []
  })
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
