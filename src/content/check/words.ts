import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decodeTrie } from 'cspell-trie-lib'
import { allLanguages, type Language } from '../../shared/languages.ts'
import type { Problem } from '../problem.ts'
import { confirmationsFile, readConfirmations } from '../read/confirmations.ts'
import type { Content } from '../read/content.ts'
import { allTextsOf, languageName } from '../read/texts.ts'
import { readWordLists, type WordLists, wordListsFile } from '../read/word-lists.ts'
import { withLines } from '../read/yaml-file.ts'
import { findTypographyErrors } from './typography.ts'

const require = createRequire(import.meta.url)

/** Hunspell's dictionaries, as cspell packs them: French opens in a second, where Hunspell's own rules take twenty. */
const dictionaries: Partial<Record<string, [name: string, file: string]>> = {
  es: ['@cspell/dict-es-es', 'Spanish.trie.gz'],
  en: ['@cspell/dict-en-gb', 'en_GB.trie.gz'],
  fr: ['@cspell/dict-fr-fr', 'fr-fr.trie.gz'],
}

type Dictionary = (word: string) => boolean

/**
 * Spelling, typography, and one word for one thing, in every text of every language. `npm run check` tells it and the build
 * does not refuse it: a name that is missing in content/words.yml must not keep a correction off the site.
 */
export function checkWords({ folder, written }: Pick<Content, 'folder' | 'written'>): Problem[] {
  const lists = readWordLists(folder)
  const tests = new Map(allLanguages.map((language) => [language, wordTest(language, lists)]))
  const problems = [...allTextsOf(written), ...confirmationsIn(folder)]
    .filter((leaf) => !isNoProse(leaf))
    .flatMap(({ language, file, key, text }) => {
      const prose = proseOf(text)
      const messages = [
        ...findMisspelt(prose, tests.get(language)).map((word) => ({
          near: word,
          message: `“${word}” is not in the ${languageName(language)} dictionary. Mend it; if it is right, add it to ${wordListsFile}.`,
        })),
        ...findReplaced(prose, lists.languages[language]?.instead ?? []),
        ...findTypographyErrors(prose, language),
      ]
      return messages.map((one) => ({ file, key, ...one }))
    })
  return withLines(problems, folder)
}

/** What people confirm before the launch: no text of the site, but checked like one in every language. */
const confirmationsIn = (folder: string) =>
  readConfirmations(folder).flatMap(({ what }, index) =>
    Object.entries(what).map(([language, text]) => ({
      language: language as Language,
      section: 'launch',
      file: confirmationsFile,
      key: `confirmations.${index}.what.${language}`,
      text,
    })),
  )

/**
 * Titles of sources are in the language of their publisher; addresses and file names are no prose; and DESIGN.md section 1
 * keeps one wording in English.
 */
const isNoProse = ({ section, key }: { section: string; key: string }) =>
  /(^|\.)(sources\..*|slug|anchor|file|url)$/.test(key) || `${section}.${key}` === 'errors.unexpected.title'

/** A text without what is not read aloud as it is written: source marks, targets of links, values, addresses, names of files. */
const proseOf = (text: string) =>
  text
    .replace(/\s?\[\^[^\]]*\]/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\{\{[^}]*\}\}/g, 'Ⅹ')
    .replace(/(https?:\/\/|www\.)\S+|\S+@\S+|`[^`]*`|[\w/-]+\.[a-z]\w+/g, 'Ⅹ')

const opened = new Map<Language, Dictionary>()

function openDictionary(language: Language): Dictionary {
  const [name, file] = dictionaries[language] ?? []
  // A new language has no dictionary at first: until it has one, only people check its spelling.
  if (!name || !file) return () => true
  const known = opened.get(language)
  if (known) return known
  const trie = decodeTrie(gunzipSync(readFileSync(join(dirname(require.resolve(name)), file))))
  const dictionary = (word: string) => trie.has(word)
  opened.set(language, dictionary)
  return dictionary
}

/** Whether a word is in the dictionary or the lists, as it is written or as it would be within a sentence. */
function wordTest(language: Language, { names, languages }: WordLists): Dictionary {
  const dictionary = openDictionary(language)
  const listed = new Set([...names, ...(languages[language]?.right ?? [])].flatMap((entry) => [...wordsIn(entry)]))
  return (word) => [word, word.toLowerCase()].some((form) => listed.has(form) || dictionary(form))
}

/** Words of letters alone; what stands before an apostrophe or a hyphen is a word of its own. */
function* wordsIn(text: string): Generator<string> {
  for (const [word] of text.normalize('NFC').matchAll(/\p{L}[\p{L}\p{M}]*/gu)) yield word
}

function findMisspelt(prose: string, isWord: Dictionary = () => true): string[] {
  // Numerals, initials and what an apostrophe leaves (l’, qu’, don’t) are no words of a dictionary.
  const elided = /\p{L}+['’](?=\p{L})|(?<=\p{L})['’]\p{L}{1,2}\b/gu
  const words = new Set(wordsIn(prose.replace(elided, ' ')))
  return [...words].filter(
    (word) => word.length > 1 && !/^\p{Lu}+$/u.test(word) && !/^[ivxlc]+$/.test(word) && !isWord(word),
  )
}

/** Words for which the glossary has another: the longest entry counts where one holds the other. */
function findReplaced(prose: string, instead: { of: string; say: string }[]) {
  return instead.flatMap(({ of, say }) => {
    const found = new RegExp(`(?<!\\p{L})${RegExp.escape(of)}(?!\\p{L})`, 'iu').exec(prose)?.[0]
    return found
      ? [{ near: found, message: `Say “${say}” instead of “${found}”: one thing has one name (${wordListsFile}).` }]
      : []
  })
}
