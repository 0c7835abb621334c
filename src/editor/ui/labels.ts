import { interpolate } from '../../shared/interpolate.ts'
import type { Language } from '../../shared/languages.ts'
import type { EditorState } from '../api.ts'
import { draftOf } from '../draft-files.ts'
import type { EditorTexts } from './editor-context.ts'
import { paragraphsOf } from './match-text.ts'
import { sectionOf } from './views.ts'

/** Stands between the parts of a name, and begins no line. */
export const between = '\u00a0· '

/** In characters: what is longer is cut at a word. */
const longestName = 50

/** Where a group of texts shows a name of its own. */
const ownNames = ['title', 'question', 'label', 'name', 'caption']

/**
 * What the values of a file are called, by their paths, no two alike: `items[0].title` is “Item 1 · Title”. A group that has
 * no word in the editor's texts is called as the page calls it, and a text by what it says, as it was published: so no name
 * changes while somebody types.
 */
export function labelsOf(
  state: EditorState,
  file: string,
  texts: EditorTexts,
  language: Language,
): Map<string, string> {
  const section = sectionOf(file)
  const languages = [language, ...state.languages.map((each) => each.language)]
  const said = new Map<string, string>()
  for (const each of section ? languages.map((one) => draftOf(one, section)) : [file])
    for (const { path, published, value } of state.files[each]?.fields ?? [])
      if (!said.get(path)) said.set(path, paragraphsOf(published ?? value, {})[0] ?? '')
  const labels = new Map<string, string>()
  const counts = new Map<string, number>()
  const words = section ? texts.fields : wordsOfFacts(state, texts)
  for (const path of said.keys()) {
    const label = labelOf(path, words, texts, said)
    const count = (counts.get(label) ?? 0) + 1
    counts.set(label, count)
    labels.set(path, count > 1 ? `${label} (${count})` : label)
  }
  return labels
}

/** The words for what all languages share: there, what differs by language is called by its language. */
export const wordsOfFacts = (state: EditorState, texts: EditorTexts): Record<string, string> => ({
  ...texts.fields,
  ...texts.facts,
  ...Object.fromEntries(state.languages.map(({ language, name }) => [language, name])),
})

/** @param said what stands at each path, to call it by where no word is meant for it */
export function labelOf(
  path: string,
  words: Record<string, string>,
  texts: EditorTexts,
  said = new Map<string, string>(),
): string {
  const parts: string[] = []
  let [before, isNamed] = ['', true]
  for (const { 0: step, 1: name = '', 2: places = '', index } of path.matchAll(/([^.[\]]+)((?:\[\d+\])*)/g)) {
    const end = index + step.length
    const isLeaf = end === path.length
    const numbers = [...places.matchAll(/\d+/g)].map(([number]) => Number(number) + 1)
    // Below a group without a name, “Text” would tell nothing.
    const word = isNamed || !isLeaf ? words[name] : undefined
    const own = isLeaf
      ? quoted(said.get(path), texts)
      : shortened(ownNames.map((each) => said.get(`${path.slice(0, end)}.${each}`)).find(Boolean))
    const part =
      citedAs(before, name) ??
      (word
        ? [word, ...numbers].join(' ')
        : [numbers.map((number) => `${number}.`), own].flat().filter(Boolean).join(' '))
    isNamed = part !== ''
    parts.push(part || (isLeaf ? (words[name] ?? texts.fields.text ?? '') : ''))
    before = name
  }
  return parts.filter(Boolean).join(between)
}

/** Names that texts cite are shown as one types them. */
const citedAs = (group: string, name: string) =>
  group === 'sources' ? `[^${name}]` : group === 'authorities' ? `authority:${name}` : undefined

const quoted = (words: string | undefined, texts: EditorTexts) =>
  words && interpolate(texts.quoted, { words: shortened(words) })

function shortened(words = ''): string {
  if (words.length <= longestName) return words
  return `${words.slice(0, longestName).replace(/[\s\p{P}]*\s\S*$/u, '')}…`
}
