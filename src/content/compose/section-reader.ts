import { interpolate } from '../../shared/interpolate.ts'
import type { Language } from '../../shared/languages.ts'
import { lazily } from '../../shared/lazily.ts'
import { longDate } from '../../shared/long-date.ts'
import { type PageKey, pagesIn } from '../../shared/pages.ts'
import { phoneLink } from '../../shared/phone-link.ts'
import type { Problem } from '../../shared/problem.ts'
import type { RichElement } from '../../shared/rich-text.ts'
import { buildOnlyKeys, type Sourced, type Texts } from '../../shared/text-types.ts'
import type { Content } from '../read/content.ts'
import { factVariables, localise } from '../read/organisation.ts'
import { isRunningText, type LanguageTexts, textFile } from '../read/texts.ts'
import { isBranch, type KeyPath, mapTexts, spellPath, type TextTree } from '../text-tree.ts'
import { leaveOut } from './leave-out.ts'
import { type RichTextContext, readPlainText, readRichText } from './rich-text.ts'

/**
 * What page data has in place of the address of a drawing, which is set when the page is rendered (src/generator/drawing).
 * @param name `partners.es` and `valencia.es` are maps, `animal_welfare/rest.es` is a picture of an article
 */
export const drawingNamed = (name: string) => `drawing:${name}`

/** The parts of a section that only the build uses. */
type SectionParts = {
  sources?: Record<string, string>
  sources_note: string
  pictures?: Record<string, Record<'alt' | 'caption', string>>
}

export type SectionReader = ReturnType<typeof sectionReader>

/**
 * Reads one language's sections.
 * @returns the sections, each read when it is first asked for, with what pages are composed of besides them; and a function that
 * reads all of them, and finds the problems inside running texts
 */
export function sectionReader(content: Content, language: Language, retentionDays: number) {
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
  const filled: LanguageTexts = lazily(Object.keys(content.texts[language]), (section) =>
    mapTexts(content.texts[language][section] ?? {}, (text, path) => {
      const shown = isRunningText(spellPath(path)) ? leaveOut(text, facts) : text
      return interpolate(shown, facts).trim()
    }),
  )
  const common = filled.article as Record<keyof Texts['article'], string>
  // A text may have the same problem twice.
  const problems = new Map<string, Problem>()
  // The editor's own texts are on no page.
  const sections = Object.keys(filled).filter((section) => section !== 'editor')
  const texts = lazily(sections, (section) => readSection(section, filled[section] ?? {})) as Texts

  function report(problem: Problem): void {
    problems.set(JSON.stringify(problem), problem)
  }

  /** A section's texts; if it has sources, with those that it cites, in the order of their first citation, and its last review. */
  function readSection(section: string, tree: TextTree): unknown {
    const { sources, sources_note, pictures } = tree as SectionParts
    const file = textFile(language, section)
    const context: RichTextContext & { key: string } = {
      pages: addresses,
      authorities: organisation.authorities,
      untranslated,
      sources: sources ?? {},
      reference: common.reference,
      figureOf: (name) => figureOf(section, name, pictures),
      calls: new Map(),
      headingIds: new Set(),
      key: '',
      report: (code, values) => report({ file, key: context.key, code, ...(values && { values }) }),
    }
    const read = readTree(tree, context)
    if (!sources) return read
    const { calls } = context
    for (const name of Object.keys(sources).filter((id) => !calls.has(id)))
      report({ file, key: `sources.${name}`, code: 'source_unused', values: { name } })
    const cited = [...calls.keys()].map((id, index) => ({
      id,
      number: index + 1,
      text: readPlainText(context.sources[id] ?? '', context),
    }))
    const references = { title: common.sources_title, note: sources_note, back: common.back, sources: cited }
    return { ...(read as object), references, review: reviewOf(section) } satisfies Sourced
  }

  /** When a page was last reviewed and by whom; nothing if content/organisation.yml has no review of it. */
  function reviewOf(page: string): string | undefined {
    const review = organisation.reviews.find(({ pages }) => pages.includes(page))
    if (!review) return undefined
    const values = { date: longDate(review.date, language), reviewer: localise(review.by, language) }
    return interpolate(common.reviewed, values)
  }

  /** A section as components read it: every `body` read from Markdown, build-only keys left out. */
  function readTree(tree: TextTree, context: RichTextContext & { key: string }, path: KeyPath = []): unknown {
    if (Array.isArray(tree)) return tree.map((item, index) => readTree(item, context, [...path, index]))
    if (isBranch(tree)) {
      const names = Object.keys(tree).filter((name) => !(buildOnlyKeys as readonly string[]).includes(name))
      return Object.fromEntries(names.map((name) => [name, readTree(tree[name] ?? '', context, [...path, name])]))
    }
    context.key = spellPath(path)
    return isRunningText(context.key) ? readRichText(tree, context) : tree
  }

  function figureOf(page: string, name: string, pictures: SectionParts['pictures'] = {}): RichElement | undefined {
    const picture = pictures[name]
    if (!picture || !Object.hasOwn(pictures, name)) return undefined
    // The first picture may be in view at once, so it is not lazy. Its priority is low, because React would preload a picture of
    // any other priority before the text.
    const when: Record<string, string> =
      name === Object.keys(pictures)[0] ? { fetchPriority: 'low' } : { loading: 'lazy' }
    const src = drawingNamed(`${page}/${name}.${language}`)
    const attributes = { src, alt: picture.alt, decoding: 'async', ...when }
    return ['figure', null, ['img', attributes], ['figcaption', null, picture.caption]]
  }

  function findProblems(): Problem[] {
    Object.values(texts)
    return [...problems.values()]
  }

  return { content, language, addresses, filled, texts, findProblems }
}
