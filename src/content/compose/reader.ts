import type { z } from 'zod'
import { interpolate } from '../../shared/interpolate.ts'
import type { Language } from '../../shared/languages.ts'
import { longDate } from '../../shared/long-date.ts'
import { type PageKey, pagesIn } from '../../shared/pages.ts'
import { phoneLink } from '../../shared/phone-link.ts'
import type { Problem } from '../../shared/problem.ts'
import type { RichElement } from '../../shared/rich-text.ts'
import type { Sourced, SourceWords } from '../../site/components/sources/content.ts'
import { lazily } from '../lazily.ts'
import type { Content } from '../read/content.ts'
import { factVariables, localise } from '../read/organisation.ts'
import { type LanguageTexts, textFile } from '../read/texts.ts'
import { type Schema, shapeOf } from '../schema.ts'
import {
  isBranch,
  isRunning,
  type KeyPath,
  mapTexts,
  shapeAt,
  spellPath,
  type TextTree,
  valueAt,
} from '../text-tree.ts'
import { leaveOut } from './leave-out.ts'
import { type RichTextContext, readPlainText, readRichText } from './rich-text.ts'

/**
 * What page data has in place of the address of a drawing, which is set when the page is rendered (src/generator/drawing).
 * @param name `partners.es` and `valencia.es` are maps, `animal_welfare/rest.es` is a picture of an article
 */
export const drawingNamed = (name: string) => `drawing:${name}`

/** The parts of a file that belong to no component. */
type Cited = { sources: Record<string, string>; sources_note: string }
type Pictures = Record<string, Record<'alt' | 'caption', string>>

type Context = RichTextContext & {
  /** Of the text that is read. */
  key: string
}

export type Reader = ReturnType<typeof textReader>

/** Reads one language's texts: a file is filled with facts when somebody first asks for it, so one page needs only its own files. */
export function textReader(content: Content, language: Language, retentionDays: number) {
  const { organisation } = content
  const facts = { ...factVariables(organisation, language), retention_days: String(retentionDays) }
  const addresses: Record<PageKey, string> = lazily(
    pagesIn(content.pages),
    (page) => content.addresses[page as PageKey][language],
  )
  const phones = organisation.offices.map(({ phone }) => [phone, phoneLink(phone)])
  const names = [organisation, ...organisation.recognised_bodies].map(({ name }) => [localise(name, language), ''])
  const contacts = [[organisation.email, `mailto:${organisation.email}`], ...phones]
  const untranslated: Record<string, string> = Object.fromEntries([...names, ...contacts])
  const filled: LanguageTexts = lazily(Object.keys(content.texts[language]), (file) =>
    mapTexts(content.texts[language][file] ?? {}, (text, path) => {
      const shown = isRunning(shapeAt(content.shape, [file, ...path])) ? leaveOut(text, facts) : text
      return interpolate(shown, facts).trim()
    }),
  )
  const sourceWords = filled.article as SourceWords
  // A text may have the same problem twice, and be read for two pages.
  const problems = new Map<string, Problem>()

  /** A file's texts as they are, with facts filled in: for what is no part of a page, or is plain text. */
  const plain = <Type extends Schema>(file: string, _schema: Type) => filled[file] as z.input<Type>

  /** What a schema names of a file, as a component gets it: running text is read from Markdown. */
  const read = <Type extends Schema>(file: string, schema: Type) =>
    readTree(filled[file] ?? {}, shapeOf(schema), contextOf(file)) as z.output<Type>

  /** The same, with the sources that it cites, in the order of their first citation, and its last review. */
  function readCiting<Type extends Schema>(file: string, schema: Type): z.output<Type> & Sourced {
    const { sources, sources_note } = filled[file] as Cited
    const context = contextOf(file)
    const shown = readTree(filled[file] ?? {}, shapeOf(schema), context) as z.output<Type>
    const { calls } = context
    for (const name of Object.keys(sources).filter((id) => !calls.has(id)))
      report(file, `sources.${name}`, 'source_unused', { name })
    const cited = [...calls.keys()].map((id, index) => ({
      id,
      number: index + 1,
      text: readPlainText(sources[id] ?? '', context),
    }))
    const { sources_title: title, back } = sourceWords
    const references = { title, note: sources_note, back, sources: cited }
    return { ...(shown as object), references, review: reviewOf(file) } as z.output<Type> & Sourced
  }

  function report(file: string, key: string, code: Problem['code'], values?: Problem['values']): void {
    const problem = { file: textFile(language, file), key, code, ...(values && { values }) }
    problems.set(JSON.stringify(problem), problem)
  }

  function contextOf(file: string): Context {
    const { sources = {} } = filled[file] as Partial<Cited>
    const context: Context = {
      pages: addresses,
      authorities: organisation.authorities,
      untranslated,
      sources,
      reference: sourceWords.reference,
      figureOf: (name: string) => figureOf(file, name),
      calls: new Map(),
      headingIds: new Set(),
      key: '',
      report: (code, values) => report(file, context.key, code, values),
    }
    return context
  }

  /** When a page was last reviewed and by whom; nothing if content/organisation.yml has no review of it. */
  function reviewOf(page: string): string | undefined {
    const review = organisation.reviews.find(({ pages }) => pages.includes(page))
    if (!review) return undefined
    const values = { date: longDate(review.date, language), reviewer: localise(review.by, language) }
    return interpolate(sourceWords.reviewed, values)
  }

  function readTree(tree: TextTree, shape: TextTree | undefined, context: Context, path: KeyPath = []): unknown {
    if (Array.isArray(tree))
      return tree.map((item, index) => readTree(item, shapeAt(shape, [index]), context, [...path, index]))
    if (isBranch(tree) && isBranch(shape)) {
      const names = Object.keys('*' in shape ? tree : shape)
      const partOf = (name: string) =>
        readTree(valueAt(tree, [name]) ?? '', shapeAt(shape, [name]), context, [...path, name])
      return Object.fromEntries(names.map((name) => [name, partOf(name)]))
    }
    context.key = spellPath(path)
    return isRunning(shape) ? readRichText(String(tree), context) : tree
  }

  function figureOf(page: string, name: string): RichElement | undefined {
    const { pictures = {} } = filled[page] as { pictures?: Pictures }
    const picture = pictures[name]
    if (!picture || !Object.hasOwn(pictures, name)) return undefined
    const src = drawingNamed(`${page}/${name}.${language}`)
    // Requested once the page is laid out, also a picture that is in view: on a slow line the words come first.
    const attributes = { src, alt: picture.alt, decoding: 'async', loading: 'lazy' }
    return ['figure', null, ['img', attributes], ['figcaption', null, picture.caption]]
  }

  return { content, language, addresses, filled, plain, read, readCiting, problems }
}
