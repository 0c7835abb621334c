import { interpolate } from '../../shared/interpolate.ts'
import type { Language } from '../../shared/languages.ts'
import { longDate } from '../../shared/long-date.ts'
import type { Sourced } from '../../shared/page-data.ts'
import { type PageKey, pagesIn } from '../../shared/pages.ts'
import type { RichElement, RichText } from '../../shared/rich-text.ts'
import { buildOnlyKeys, type Texts } from '../../shared/text-types.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'
import { contactLinks, localise, placeholderValues } from '../read/organisation.ts'
import { isRunningText, textFile } from '../read/texts.ts'
import { isBranch, type KeyPath, spellPath, type TextTree } from '../text-tree.ts'
import { type RichTextContext, readPlainText, readRichText } from './rich-text.ts'

/**
 * Finds a drawing that the build makes, by its name: `partners.es` and `valencia.es` are maps, `animal_welfare/rest.es` is a
 * picture of an article.
 */
export type FindDrawing = (name: string) => { address: string; width: number; height: number }

/** A section as components read it: facts filled in, every `body` read from Markdown, build-only keys left out. */
type ReadTree = string | RichText | ReadTree[] | { [key: string]: ReadTree }

/** Reads one language's sections. Problems inside running texts are added to `problems`. */
export class SectionReader {
  readonly content: Content
  readonly language: Language
  readonly findDrawing: FindDrawing
  readonly #facts: Record<string, string>
  readonly #problems: Problem[]
  /** The key of the text that is being read, for the problems in it. */
  #key = ''

  /** @param settings facts that come from the settings, for the texts' placeholders */
  constructor(
    content: Content,
    language: Language,
    findDrawing: FindDrawing,
    problems: Problem[],
    settings: Record<string, string>,
  ) {
    this.content = content
    this.language = language
    this.findDrawing = findDrawing
    this.#facts = { ...placeholderValues(content.organisation, language), ...settings }
    this.#problems = problems
  }

  addressOf(page: PageKey): string {
    return this.content.addresses[page][this.language]
  }

  /** A section as it is written. */
  raw<Section = { [key: string]: TextTree }>(section: string): Section {
    return (this.content.texts[this.language][section] ?? {}) as Section
  }

  /** One line of text with the facts filled in. */
  line(text: TextTree | undefined): string {
    return interpolate(String(text ?? ''), this.#facts).trim()
  }

  read<Name extends keyof Texts>(section: Name): Texts[Name] {
    return this.#readTree(this.raw(section), this.#contextFor(section)) as Texts[Name]
  }

  /** A page's texts together with the sources it cites, in the order of their first citation, and its last review. */
  readSourced<Section>(section: string): Section & Sourced {
    const tree = this.raw(section)
    const context = this.#contextFor(section)
    const texts = this.#readTree(tree, context) as Section
    const { sources, calls } = context
    for (const name of Object.keys(sources).filter((id) => !calls.has(id)))
      this.#report(section, `sources.${name}`, 'source_unused', { name })
    const { sources_title: title, back } = this.raw<Texts['article']>('article')
    const cited = [...calls.keys()].map((id, index) => ({
      id,
      number: index + 1,
      text: readPlainText(sources[id] ?? '', context),
    }))
    const note = this.line(tree.sources_note)
    return { ...texts, references: { title, note, back, sources: cited }, review: this.#reviewOf(section) }
  }

  /** When a page was last reviewed and by whom; nothing if content/organisation.yml has no review of it. */
  #reviewOf(page: string): string | undefined {
    const review = this.content.organisation.reviews.find(({ pages }) => pages.includes(page))
    if (!review) return undefined
    const values = { date: longDate(review.date, this.language), reviewer: localise(review.by, this.language) }
    return interpolate(this.read('article').reviewed, values)
  }

  #readTree(tree: TextTree, context: RichTextContext, path: KeyPath = []): ReadTree {
    if (Array.isArray(tree)) return tree.map((item, index) => this.#readTree(item, context, [...path, index]))
    if (isBranch(tree))
      return Object.fromEntries(
        Object.entries(tree)
          .filter(([name]) => !(buildOnlyKeys as readonly string[]).includes(name))
          .map(([name, value]) => [name, this.#readTree(value, context, [...path, name])]),
      )
    this.#key = spellPath(path)
    return isRunningText(this.#key) ? readRichText(this.line(tree), context) : this.line(tree)
  }

  #contextFor(section: string): RichTextContext {
    const { sources = {} } = this.raw<{ sources?: Record<string, string> }>(section)
    const { pages, organisation } = this.content
    return {
      pages: Object.fromEntries(pagesIn(pages).map((page) => [page, this.addressOf(page)])),
      authorities: organisation.authorities,
      contacts: contactLinks(organisation),
      sources: Object.fromEntries(Object.entries(sources).map(([id, text]) => [id, this.line(text)])),
      reference: this.raw<Texts['article']>('article').reference,
      figureOf: (picture) => this.#figureOf(section as PageKey, picture),
      calls: new Map(),
      headingIds: new Set(),
      report: (code, values) => this.#report(section, this.#key, code, values),
    }
  }

  #figureOf(article: PageKey, name: string): RichElement | undefined {
    const { pictures } = this.raw<{ pictures?: Record<string, Record<'alt' | 'caption', string>> }>(article)
    const picture = pictures?.[name]
    if (!picture) return undefined
    const { address, width, height } = this.findDrawing(`${article}/${name}.${this.language}`)
    // The first picture may be in view at once, so it is not lazy. Its priority is low, because React would preload a picture of
    // any other priority before the text.
    const when: Record<string, string> =
      name === Object.keys(pictures)[0] ? { fetchPriority: 'low' } : { loading: 'lazy' }
    const attributes = { src: address, alt: this.line(picture.alt), width, height, decoding: 'async', ...when }
    return ['figure', null, ['img', attributes], ['figcaption', null, this.line(picture.caption)]]
  }

  #report(section: string, key: string, code: Problem['code'], values?: Problem['values']): void {
    this.#problems.push({ file: textFile(this.language, section), key, code, ...(values && { values }) })
  }
}
