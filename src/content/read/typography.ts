import type { Language } from '../../shared/languages.ts'
import { mapTexts, type TextTree } from '../text-tree.ts'
import { isAddress } from './texts.ts'

/** What is never changed: variables, link targets, citations, code, addresses, entities. */
const untouched = /\{\{[^}]*\}\}|\]\([^)]*\)|\[\^[^\]]*\]|`[^`]*`|https?:\/\/\S+|(?<!\S)[^\s@]+@\S+|&\w+;/g

/** Replaces it while the rules are applied: no file contains it. */
const filler = '\0'

type Rule = [pattern: RegExp, becomes: string]

/** The apostrophe, and single quotation marks. */
const single: Rule[] = [
  [/(?<=[\p{L}\p{N}.,!?…])'|(?<=[\0*)»”"])'(?=s\b|[\s.,;:!?)]|$)/gmu, '’'],
  [/'(?=[\p{L}\p{N}\0*¿¡])/gu, '‘'],
]

/** A straight quotation mark opens where a word begins, after stars or an elision too, and closes where one ends. */
const double = (opening: string, closing: string): Rule[] => [
  [/(?<=(?:^|[\s([¿¡—–/])\**)"(?=\S)|(?<=\p{L}’)"(?=[\p{L}\p{N}*])/gmu, opening],
  [/(?<=\S)"/g, closing],
]

const rules: Partial<Record<Language, Rule[]>> = {
  es: [...single, ...double('«', '»')],
  en: [...single, ...double('“', '”')],
  // Imprimerie nationale, Lexique des règles typographiques: a sign of two parts stays on the line of its word.
  fr: [
    ...single,
    ...double('«\u00a0', '\u00a0»'),
    [/(?<=[\p{L}\p{N}»”’)\]*%€…\0]) ?([;!?])(?=[\s»”’)\]*.,\0]|$)/gmu, '\u202f$1'],
    [/(?<=[\p{L}\p{N}»”’)\]*%€…\0]) ?:(?=[\s»”’)\]*.,\0]|$)/gmu, '\u00a0:'],
    [/« ?(?=[^\s\u00a0\u202f])/g, '«\u00a0'],
    [/(?<=[^\s\u00a0\u202f]) ?»/g, '\u00a0»'],
  ],
}

/** Applies a language's typographic rules to a tree of texts. A language without rules is left as it is. */
export const typeset = (tree: TextTree, language: Language): TextTree =>
  mapTexts(tree, (text, path) => (isAddress(String(path.at(-1))) ? text : typesetText(text, language)))

/** Two wordings that are fixed to the letter, against these rules. */
const fixed = ['Unexpected Application Error!', "Erreur lors de l'envoi du message."]

export function typesetText(text: string, language: Language): string {
  if (fixed.includes(text)) return text
  const originals = text.match(untouched) ?? []
  return (rules[language] ?? [])
    .reduce((before, [pattern, becomes]) => before.replace(pattern, becomes), text.replace(untouched, filler))
    .replaceAll(filler, () => originals.shift() ?? '')
}
