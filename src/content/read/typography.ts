import { languageRules } from '../../shared/language-rules.ts'
import type { Language } from '../../shared/languages.ts'
import { mapTexts, type TextTree } from '../text-tree.ts'
import { isAddress } from './texts.ts'

/** What is never changed: variables, link targets, citations, code, addresses, entities. */
const untouched = /\{\{[^}]*\}\}|\]\([^)]*\)|\[\^[^\]]*\]|`[^`]*`|https?:\/\/\S+|(?<!\S)[^\s@]+@\S+|&\w+;/g

/** Replaces it while the rules are applied: no file contains it. */
const filler = '\0'

/** Applies a language's typographic rules to a tree of texts. */
export const typeset = (tree: TextTree, language: Language): TextTree =>
  mapTexts(tree, (text, path) => (isAddress(String(path.at(-1))) ? text : typesetText(text, language)))

/** Two wordings that are fixed to the letter, against these rules. */
const fixed = ['Unexpected Application Error!', "Erreur lors de l'envoi du message."]

export function typesetText(text: string, language: Language): string {
  if (fixed.includes(text)) return text
  const originals = text.match(untouched) ?? []
  return languageRules[language].typography
    .reduce((before, [pattern, becomes]) => before.replace(pattern, becomes), text.replace(untouched, filler))
    .replaceAll(filler, () => originals.shift() ?? '')
}
