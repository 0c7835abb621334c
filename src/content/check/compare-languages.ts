import { isBlank } from '../../shared/contact/message-rules.ts'
import { placeholdersOf, withoutPlaceholders } from '../../shared/interpolate.ts'
import { initialLanguage, type Language } from '../../shared/languages.ts'
import { nearest } from '../nearest.ts'
import type { Problem } from '../problem.ts'
import { allTextsOf, isBranch, languageName, type TextTree, textFile, type WrittenTexts } from '../read/texts.ts'

/**
 * Holds each language against the initial one, which is the reference: same files, same keys, same words in braces; and
 * nothing is empty, and no brace stands alone. Each finding names file and key, and says what to do.
 */
export function compareLanguages(texts: WrittenTexts): Problem[] {
  const others = (Object.keys(texts) as Language[]).filter((language) => language !== initialLanguage)
  return [...others.flatMap((language) => [...compareFiles(texts, language)]), ...findFaults(texts)]
}

type Branch = { [key: string]: TextTree }

/** A place in the texts: its file in the language that is compared, the same file of the reference, and the key. */
type Place = { language: Language; file: string; reference: string; key: string }

function* compareFiles(texts: WrittenTexts, language: Language): Generator<Problem> {
  const [models, trees] = [texts[initialLanguage], texts[language]]
  for (const section of Object.keys({ ...models, ...trees })) {
    const [model, tree] = [models[section], trees[section]]
    const [file, reference] = [textFile(language, section), textFile(initialLanguage, section)]
    const unknown = `There is no ${reference}. If the name of this file is misspelt, mend it; otherwise remove it.`
    const missing = `This file is missing. Copy ${reference} to it, and write its texts in ${languageName(language)}.`
    if (model === undefined) yield { file, key: '', message: unknown }
    else if (tree === undefined) yield { file, key: '', message: missing }
    else yield* compareTrees(model, tree, { language, file, reference, key: '' })
  }
}

function* compareTrees(model: TextTree, tree: TextTree, place: Place): Generator<Problem> {
  const { file, key, reference } = place
  const colon = isBranch(tree) ? ' If this text holds a colon, put it between straight quotation marks.' : ''
  const message = `This is ${shapeOf(tree)}, but ${shapeOf(model)} in ${reference}.${colon}`
  if (shapeOf(tree) !== shapeOf(model)) yield { file, key, message }
  else if (typeof model === 'string') yield* comparePlaceholders(model, tree as string, place)
  else yield* compareNames(model as Branch, tree as Branch, place)
}

function* compareNames(model: Branch, tree: Branch, place: Place): Generator<Problem> {
  const { language, file, reference } = place
  const missing = Object.keys(model).filter((name) => !Object.hasOwn(tree, name))
  for (const name of Object.keys(tree)) {
    const key = join(place.key, name)
    if (Object.hasOwn(model, name)) {
      yield* compareTrees(model[name] as TextTree, tree[name] as TextTree, { ...place, key })
      continue
    }
    const meant = nearest(name, missing)
    if (meant) missing.splice(missing.indexOf(meant), 1)
    const message = meant
      ? `In ${reference} this is called “${meant}”. Write “${meant}:” in place of “${name}:”, or mend the name there.`
      : `No page shows this text: it is not in ${reference}. Remove it, or add it there.`
    yield { file, key, message }
  }
  for (const name of missing) {
    const text = model[name]
    const quoted = typeof text === 'string' && text ? `: “${shorten(text)}”` : ''
    const message = `This text is missing. ${reference} has it${quoted}. Write it here in ${languageName(language)}, under the same name.`
    yield { file, key: join(place.key, name), message, code: 'missing' }
  }
}

function* comparePlaceholders(model: string, text: string, place: Place): Generator<Problem> {
  const { language, file, reference, key } = place
  const [theirs, ours] = [placeholdersOf(model), placeholdersOf(text)]
  const extra = ours.filter((name) => !theirs.includes(name))
  const missing = theirs.filter((name) => !ours.includes(name))
  if (extra.length + missing.length === 0) return
  const inBraces = (names: string[]) => names.map((each) => `{{${each}}}`).join(' and ')
  const message =
    extra.length === 0
      ? `${inBraces(missing)} is missing here, and is in ${reference}. The site puts something in its place: write it as it stands there, also in ${languageName(language)}.`
      : missing.length === 0
        ? `${inBraces(extra)} is not in ${reference}: the site has nothing to put in its place. Remove it, braces and all.`
        : `Write ${inBraces(missing)} in place of ${inBraces(extra)}, as in ${reference}. The site fills in what stands in braces: these words stay the same in every language.`
  yield { file, key, message, code: 'braces', ...(extra[0] && { near: `{{${extra[0]}` }) }
}

const join = (key: string, name: string) => (key ? `${key}.${name}` : name)

/** The beginning of a text, to recognise it by. */
function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 60).trimEnd()}…` : line
}

function shapeOf(tree: TextTree): string {
  if (Array.isArray(tree)) return 'a list'
  return isBranch(tree) ? 'a group of texts' : 'a text'
}

function* findFaults(texts: WrittenTexts): Generator<Problem> {
  for (const { file, key, text, language } of allTextsOf(texts)) {
    const [brace] = /[{}]/.exec(withoutPlaceholders(text)) ?? []
    const empty = `This text is empty. Write it in ${languageName(language)}.`
    const alone = `A brace stands alone (“${brace}”). What the site fills in has two before it and two after it: {{name}}.`
    if (isBlank(text) && key !== 'head.slug') yield { file, key, message: empty, code: 'empty' }
    else if (brace) yield { file, key, message: alone, near: brace, code: 'brace' }
  }
}
