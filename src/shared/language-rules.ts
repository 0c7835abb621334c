import type { Language } from './languages.ts'

type Replacement = [pattern: RegExp, becomes: string]

/** Parts of regular expressions are in small letters. */
type LanguageRules = {
  /** Signs and spaces as the language's printers set them. */
  typography: Replacement[]
  /** A date as the language writes it, where Intl does not. */
  date?: Replacement
  /** What is written on a label for "batch", and before or behind that: parts of a regular expression. */
  batch: { name: string[]; beside: string[]; after: string[] }
  /** "and", in a search and between batches. */
  and: string[]
  /** From one batch "to" another one: parts of a regular expression. */
  to: string[]
}

/** The apostrophe, and single quotation marks. `\0` stands for what is never changed. */
const single: Replacement[] = [
  [/(?<=[\p{L}\p{N}.,!?…])'|(?<=[\0*)»”"])'(?=s\b|[\s.,;:!?)]|$)/gmu, '’'],
  [/'(?=[\p{L}\p{N}\0*¿¡])/gu, '‘'],
]

/** What is read as one word stays on one line: hours, and the name of a licence. */
const together: Replacement[] = [
  [/(?<=\d) (?=(?:am|pm|h)\b)/g, '\u00a0'],
  [/\bCC BY (?=\d)/g, 'CC\u00a0BY\u00a0'],
]

/** A straight quotation mark opens where a word begins, after stars or an elision too, and closes where one ends. */
const double = (opening: string, closing: string): Replacement[] => [
  [/(?<=(?:^|[\s([¿¡—–/])\**)"(?=\S)|(?<=\p{L}’)"(?=[\p{L}\p{N}*])/gmu, opening],
  [/(?<=\S)"/g, closing],
]

/** What code has to know of each language: a new one needs a line of each. */
export const languageRules: Record<Language, LanguageRules> = {
  es: {
    typography: [...together, ...single, ...double('«', '»')],
    batch: {
      name: ['lotes?'],
      beside: ['el', 'los', 'n[uú]m(?:\\.|ero)?', 'c[oó]digo', 'de', 'fabricaci[oó]n', 'producci[oó]n', 'envasado'],
      after: ['cad', 'caducidad', 'cons', 'consumir', 'env'],
    },
    and: ['y', 'e'],
    to: ['a', 'al', 'hasta'],
  },
  en: {
    typography: [...together, ...single, ...double('“', '”')],
    batch: {
      name: ['batch(?:es)?', 'lots?'],
      beside: ['the', 'no\\.?', 'number', 'code', 'id', 'ref\\.?', 'of', 'production'],
      after: ['exp', 'bbe?', 'best', 'use'],
    },
    and: ['and'],
    to: ['to', 'until', 'till', 'thru', 'through'],
  },
  fr: {
    // Imprimerie nationale, Lexique des règles typographiques: a sign of two parts stays on the line of its word.
    typography: [
      ...together,
      ...single,
      ...double('«\u00a0', '\u00a0»'),
      [/(?<=[\p{L}\p{N}»”’)\]*%€…\0]) ?([;!?])(?=[\s»”’)\]*.,\0]|$)/gmu, '\u202f$1'],
      [/(?<=[\p{L}\p{N}»”’)\]*%€…\0]) ?:(?=[\s»”’)\]*.,\0]|$)/gmu, '\u00a0:'],
      [/« ?(?=[^\s\u00a0\u202f])/g, '«\u00a0'],
      [/(?<=[^\s\u00a0\u202f]) ?»/g, '\u00a0»'],
    ],
    date: [/(?<!\d)1 (?=\p{L})/u, '1er '],
    batch: {
      name: ['lots?'],
      beside: ['les?', 'num[eé]ro', 'code', 'de', 'du', 'fabrication', 'production'],
      after: ['dlc', 'dluo', 'ddm', 'à', 'a\\sconsommer'],
    },
    and: ['et'],
    to: ['à', 'au', 'jusqu.au'],
  },
}

/** What all languages have of something, as alternatives of a regular expression. */
export const anyOf = (wordsOf: (rules: LanguageRules) => string[]) =>
  [...new Set(Object.values(languageRules).flatMap(wordsOf))].join('|')
