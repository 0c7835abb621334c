import { isBlank } from '../../shared/contact/message-rules.ts'
import { placeholdersOf, withoutPlaceholders } from '../../shared/interpolate.ts'
import { initialLanguage, type Language } from '../../shared/languages.ts'
import { nearest } from '../nearest.ts'
import type { Problem, Told } from '../problem.ts'
import { allTextsOf, isBranch, languageName, type TextTree, textFile, type WrittenTexts } from '../read/texts.ts'

/**
 * Holds each language against the initial one, which is the reference: same files, same keys, same words in braces; and
 * nothing is empty, and no brace stands alone. Each finding names file and key, and says what to do.
 */
export function compareLanguages(texts: WrittenTexts): Problem[] {
  const others = (Object.keys(texts) as Language[]).filter((language) => language !== initialLanguage)
  return [
    ...others.flatMap((language) => new Comparison(texts, language).problems),
    ...allTextsOf(texts).flatMap(findFault),
  ]
}

type Branch = { [key: string]: TextTree }

class Comparison {
  readonly problems: Problem[] = []
  readonly #language: Language

  constructor(texts: WrittenTexts, language: Language) {
    this.#language = language
    const [reference, own] = [texts[initialLanguage], texts[language]]
    for (const section of Object.keys({ ...reference, ...own })) {
      const [model, tree] = [reference[section], own[section]]
      if (model === undefined)
        this.#report(
          section,
          '',
          `There is no ${textFile(initialLanguage, section)}. If the name of this file is misspelt, mend it; otherwise remove it.`,
        )
      else if (tree === undefined)
        this.#report(
          section,
          '',
          `This file is missing. Copy ${textFile(initialLanguage, section)} to it, and write its texts in ${languageName(language)}.`,
        )
      else this.#compare(model, tree, section, '')
    }
  }

  #report(section: string, key: string, message: string, told: Told & { near?: string } = {}): void {
    this.problems.push({ file: textFile(this.#language, section), key, message, ...told })
  }

  #compare(model: TextTree, tree: TextTree, section: string, key: string): void {
    if (shapeOf(tree) !== shapeOf(model)) {
      const colon = isBranch(tree) ? ' If this text holds a colon, put it between straight quotation marks.' : ''
      this.#report(
        section,
        key,
        `This is ${shapeOf(tree)}, but ${shapeOf(model)} in ${textFile(initialLanguage, section)}.${colon}`,
      )
    } else if (typeof model === 'string') this.#comparePlaceholders(model, tree as string, section, key)
    else this.#compareNames(model as Branch, tree as Branch, section, key)
  }

  #compareNames(model: Branch, tree: Branch, section: string, key: string): void {
    const file = textFile(initialLanguage, section)
    const missing = Object.keys(model).filter((name) => !Object.hasOwn(tree, name))
    for (const name of Object.keys(tree)) {
      if (Object.hasOwn(model, name)) {
        this.#compare(model[name] as TextTree, tree[name] as TextTree, section, join(key, name))
        continue
      }
      const meant = nearest(name, missing)
      if (meant) missing.splice(missing.indexOf(meant), 1)
      this.#report(
        section,
        join(key, name),
        meant
          ? `In ${file} this is called “${meant}”. Write “${meant}:” in place of “${name}:”, or mend the name there.`
          : `No page shows this text: it is not in ${file}. Remove it, or add it there.`,
      )
    }
    for (const name of missing) {
      const text = model[name]
      const quoted = typeof text === 'string' && text ? `: “${shorten(text)}”` : ''
      this.#report(
        section,
        join(key, name),
        `This text is missing. ${file} has it${quoted}. Write it here in ${languageName(this.#language)}, under the same name.`,
        { code: 'missing' },
      )
    }
  }

  #comparePlaceholders(model: string, text: string, section: string, key: string): void {
    const [theirs, ours] = [placeholdersOf(model), placeholdersOf(text)]
    const extra = ours.filter((name) => !theirs.includes(name))
    const missing = theirs.filter((name) => !ours.includes(name))
    if (extra.length + missing.length === 0) return
    const file = textFile(initialLanguage, section)
    const inBraces = (names: string[]) => names.map((each) => `{{${each}}}`).join(' and ')
    const found =
      extra.length === 0
        ? `${inBraces(missing)} is missing here, and is in ${file}. The site puts something in its place: write it as it stands there, also in ${languageName(this.#language)}.`
        : missing.length === 0
          ? `${inBraces(extra)} is not in ${file}: the site has nothing to put in its place. Remove it, braces and all.`
          : `Write ${inBraces(missing)} in place of ${inBraces(extra)}, as in ${file}. The site fills in what stands in braces: these words stay the same in every language.`
    this.#report(section, key, found, { code: 'braces', ...(extra[0] && { near: `{{${extra[0]}` }) })
  }
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

function findFault({ file, key, text, language }: ReturnType<typeof allTextsOf>[number]): Problem[] {
  if (isBlank(text) && key !== 'head.slug')
    return [{ file, key, message: `This text is empty. Write it in ${languageName(language)}.`, code: 'empty' }]
  const [brace] = /[{}]/.exec(withoutPlaceholders(text)) ?? []
  if (!brace) return []
  const message = `A brace stands alone (“${brace}”). What the site fills in has two before it and two after it: {{name}}.`
  return [{ file, key, message, near: brace, code: 'brace' }]
}
