import type { Language } from '../../shared/languages.ts'
import { mapTexts, type TextTree } from '../text-tree.ts'
import { isAddress } from './texts.ts'

/** Text that is never changed: placeholders, link targets, citations, code, addresses, entities. */
const untouched = String.raw`\{\{[^}]*\}\}|\]\([^)]*\)|\[\^[^\]]*\]|\x60[^\x60]*\x60|\w+://\S+|\S+@\S+|&\w+;`

/** After a word, even if that ends in a sign or a placeholder. */
const afterWord = String.raw`(?<=[\p{L}\p{N}»”’)\]*%}])`
const atEnd = String.raw`(?=[\s»”’)\]*.,]|$)`

/** Replaces a pattern; `$2` is its group. */
type Rule = [pattern: RegExp, becomes: string]

const rule = (pattern: string, becomes: string): Rule => [new RegExp(`(${untouched})|${pattern}`, 'gmu'), becomes]

/** The apostrophe, and single quotation marks. */
const single: Rule[] = [rule(String.raw`(?<=[\p{L}\p{N}.,!?…])'`, '’'), rule(String.raw`'(?=[\p{L}\p{N}])`, '‘')]

/** A straight quotation mark opens where a word begins and closes where one ends. */
const double = (opening: string, closing: string): Rule[] => [
  rule(String.raw`(?<=^|[\s(\[*¿¡])"(?=\S)`, opening),
  rule(String.raw`(?<=\S)"`, closing),
]

const rules: Partial<Record<Language, Rule[]>> = {
  es: [...single, ...double('«', '»')],
  en: [...single, ...double('“', '”')],
  // Imprimerie nationale, Lexique des règles typographiques: a sign of two parts stays on the line of its word.
  fr: [
    ...single,
    ...double('«\u00a0', '\u00a0»'),
    rule(`${afterWord} ?([;!?])${atEnd}`, '\u202f$2'),
    rule(`${afterWord} ?:${atEnd}`, '\u00a0:'),
    rule('« ?(?=[^\\s\u00a0\u202f])', '«\u00a0'),
    rule('(?<=[^\\s\u00a0\u202f]) ?»', '\u00a0»'),
  ],
}

/** Applies a language's typographic rules to a tree of texts. A language without rules is left as it is. */
export const typeset = (tree: TextTree, language: Language): TextTree =>
  mapTexts(tree, (text, path) => (isAddress(String(path.at(-1))) ? text : typesetText(text, language)))

/** Two wordings that are fixed to the letter, against these rules. */
const fixed = ['Unexpected Application Error!', "Erreur lors de l'envoi du message."]

export const typesetText = (text: string, language: Language): string =>
  (fixed.includes(text) ? [] : (rules[language] ?? [])).reduce(
    (before, [pattern, becomes]) =>
      before.replace(pattern, (found, kept, group) => (kept === undefined ? becomes.replace('$2', group) : found)),
    text,
  )
