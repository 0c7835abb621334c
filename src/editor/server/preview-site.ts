import type { Bundle } from '../../build/bundle.ts'
import { documentFrame } from '../../build/document-frame.ts'
import { drawAssets } from '../../build/drawing/draw-assets.ts'
import { subsetFonts } from '../../build/drawing/fonts.ts'
import { notFoundData, pageData, type SiteSettings, shellData } from '../../content/compose/compose-language.ts'
import { SectionReader, type TagText } from '../../content/compose/section-reader.ts'
import { ContentError } from '../../content/problem.ts'
import { headSection } from '../../content/read/addresses.ts'
import { type Content, readFiles } from '../../content/read/content.ts'
import { renderDocument } from '../../shared/document.ts'
import { allLanguages, initialLanguage, type Language } from '../../shared/languages.ts'
import { type PageKey, pagesIn } from '../../shared/pages.ts'
import { nameOfKey, sectionOf } from '../content-paths.ts'

export type PreviewFile = { body: string | Buffer; contentSecurityPolicy?: string }

/** What somebody may write: all that the font of the headings has. */
const letters = Array.from({ length: 0x2300 }, (_, code) => String.fromCodePoint(code))

/** The site as the files make it: each page is composed and drawn when it is asked for, and says which text is where. */
export class PreviewSite {
  readonly #folder: string
  readonly #bundle: Bundle
  readonly #settings: SiteSettings
  readonly #fonts = subsetFonts(letters)
  #drawings: ReturnType<typeof drawAssets> | undefined
  #content: Content | undefined
  /** The text files that each page shows. */
  reads: Record<string, string[]> = {}

  constructor(folder: string, bundle: Bundle, settings: SiteSettings) {
    this.#folder = folder
    this.#bundle = bundle
    this.#settings = settings
    this.follow()
  }

  /**
   * Takes over what the files say now. A file that cannot be read says what it said before, and all do if a picture is missing:
   * the check reports it.
   */
  follow(): void {
    try {
      const content = readFiles(this.#folder, this.#content)
      this.#drawings = drawAssets(content)
      if (String(Object.keys(this.reads)) !== String(pagesIn(content.pages))) this.reads = this.#findReads(content)
      this.#content = content
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
    }
  }

  async file(address: string): Promise<PreviewFile | undefined> {
    const [, language, page] = /^\/(\w+)\/([\w-]+)$/.exec(address) ?? []
    if (language && page) return this.#page(language as Language, page)
    const drawing = this.#drawings?.files.find((file) => file.address === address)
    if (drawing) return drawing
    const body = this.#bundle.files.get(address) ?? (await this.#fonts).files.get(address)
    return body && { body }
  }

  async #page(language: Language, page: string): Promise<PreviewFile | undefined> {
    const content = this.#content
    const isThere = content && allLanguages.includes(language) && (page in content.pages || page === 'not-found')
    if (!isThere) return undefined
    const reader = this.#reader(content, language, tagOf)
    const data = page === 'not-found' ? notFoundData(reader) : pageData(reader, page as PageKey)
    const { origin } = this.#settings
    const frame = documentFrame(data.kind, { bundle: this.#bundle, fonts: await this.#fonts, content, origin })
    const html = renderDocument({
      page: data,
      body: this.#bundle.renderPage(shellData(reader), data),
      frame,
      siteName: content.organisation.name,
    })
    return { body: nameTexts(html), contentSecurityPolicy: frame.contentSecurityPolicy }
  }

  #reader(content: Content, language: Language, tagOf: TagText): SectionReader {
    const settings = { retention_days: String(this.#settings.retentionDays) }
    const { findDrawing } = this.#drawings as ReturnType<typeof drawAssets>
    return new SectionReader(content, language, findDrawing, [], settings, tagOf)
  }

  #findReads(content: Content): Record<string, string[]> {
    return Object.fromEntries(
      pagesIn(content.pages).map((page) => {
        const sections = new Set([headSection(page)])
        const collect: TagText = (file) => {
          const section = sectionOf(file.replace('content/', ''))
          if (section) sections.add(section)
          return ['', '']
        }
        pageData(this.#reader(content, initialLanguage, collect), page)
        return [page, [...sections]]
      }),
    )
  }
}

// Letters for private use (Unicode, chapter 23.5): no text of the site has them.
const [nameStart, nameEnd, textEnd] = ['\uE000', '\uE001', '\uE002']

const tagOf: TagText = (file, key) => [nameStart + nameOfKey(file, key) + nameEnd, textEnd]

/** Replaces the tags by attributes: `data-text` of an element has the names of the texts in it, or in its attributes. */
export function nameTexts(html: string): string {
  const parts = html.split(/(<[^>]*>|\uE000[^\uE001]*\uE001|\uE002)/)
  const body = parts.findIndex((part) => part.startsWith('<body'))
  const isStart = (part = '') => /^<\w/.test(part)
  const names = new Map<number, string[]>()
  const open: number[] = []
  for (const [index, part] of parts.entries()) {
    const found = [...part.matchAll(/\uE000([^\uE001]*)\uE001/g)].map(([, name]) => name as string)
    // A tag before an element is about all of the element: a paragraph, a list.
    const isBefore = parts[index + 1] === '' && isStart(parts[index + 2])
    const element = isStart(part) ? index : isBefore ? index + 2 : open.at(-1)
    if (index >= body && element !== undefined) names.set(element, [...(names.get(element) ?? []), ...found])
    if (part.startsWith('</')) open.pop()
    else if (isStart(part) && !part.endsWith('/>')) open.push(index)
  }
  return parts
    .map((part, index) => {
      const shown = part.replace(/\uE000[^\uE001]*\uE001|\uE002/g, '')
      const own = names.get(index)?.join(' ')
      return own ? shown.replace(/^<[\w-]+/, `$& data-text="${own}"`) : shown
    })
    .join('')
}
