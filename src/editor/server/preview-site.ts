import type { Bundle } from '../../build/bundle.ts'
import { writtenWords } from '../../build/compose-site.ts'
import { documentFrame } from '../../build/document-frame.ts'
import { drawAssets } from '../../build/drawing/draw-assets.ts'
import { subsetFonts } from '../../build/drawing/fonts.ts'
import { drawIcons } from '../../build/drawing/icons.ts'
import { notFoundData, pageData, type SiteSettings, shellData } from '../../content/compose/compose-language.ts'
import { SectionReader, type TagText } from '../../content/compose/section-reader.ts'
import { ContentError } from '../../content/problem.ts'
import { headSection } from '../../content/read/addresses.ts'
import { type Content, readFiles } from '../../content/read/content.ts'
import { readOrganisation } from '../../content/read/organisation.ts'
import { type LanguageTexts, type TextTree, withFallback } from '../../content/read/texts.ts'
import { typeset } from '../../content/read/typography.ts'
import { parseYaml } from '../../content/read/yaml-file.ts'
import { renderDocument } from '../../shared/document.ts'
import { allLanguages, eachLanguage, initialLanguage, type Language } from '../../shared/languages.ts'
import { type PageKey, pagesIn } from '../../shared/pages.ts'
import { languageOfFile, pathOfKey, sectionOf } from '../content-paths.ts'

export type PreviewFile = { body: string | Buffer; contentSecurityPolicy?: string }

/** The site as the files make it: each page is composed and drawn when it is asked for, and tells which text is where. */
export class PreviewSite {
  readonly #folder: string
  readonly #bundle: Bundle
  readonly #settings: SiteSettings
  readonly #drawings = new LastResult<ReturnType<typeof drawAssets>>()
  readonly #fonts = new LastResult<ReturnType<typeof subsetFonts>>()
  #content: Content | undefined
  #characters = new Set<string>()
  #readBy = new Map<string, string[]>()

  constructor(folder: string, bundle: Bundle, settings: SiteSettings) {
    this.#folder = folder
    this.#bundle = bundle
    this.#settings = settings
    this.#readAll()
  }

  /** Takes changed files over. What cannot be read stays as it was. */
  follow(sources: Map<string, string>, changed: string[]): void {
    const isRead = (file: string) => file === 'organisation.yml' || file === 'launch.yml' || sectionOf(file) !== ''
    if (!this.#content || !changed.every((file) => isRead(file) && sources.has(file))) this.#readAll()
    else {
      this.#readTexts(this.#content, sources, changed.filter(sectionOf))
      if (changed.includes('organisation.yml')) this.#readFacts(this.#content)
    }
  }

  #readFacts(content: Content): void {
    try {
      this.#content = { ...content, ...readOrganisation(this.#folder) }
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
    }
  }

  #readTexts(content: Content, sources: Map<string, string>, changed: string[]): void {
    const { written } = content
    for (const file of changed) {
      const source = sources.get(file) ?? ''
      for (const character of source) this.#characters.add(character)
      const document = parseYaml(source)
      if (document.errors.length > 0) continue
      written[languageOfFile(file) as Language][sectionOf(file)] = (document.toJS() ?? {}) as TextTree
    }
    this.#content = {
      ...content,
      texts: eachLanguage((language) => typeset(withFallback(written, language), language) as LanguageTexts),
    }
  }

  /** The text files that a page shows. */
  readsOf = (page: string): string[] => this.#readBy.get(page) ?? [headSection(page as PageKey)]

  async file(address: string): Promise<PreviewFile | undefined> {
    const [, language, page] = /^\/(\w+)\/([\w-]+)$/.exec(address) ?? []
    if (language && page) return this.#page(language as Language, page)
    if (address === '/favicon.svg') {
      const icon = (await drawIcons()).get(address)
      return icon && { body: Buffer.isBuffer(icon) ? icon : icon.svg }
    }
    const drawing = this.#content && this.#draw(this.#content).files.find((file) => file.address === address)
    const body = drawing?.body ?? this.#bundle.files.get(address) ?? (await this.#font(address))
    return body === undefined
      ? undefined
      : { body, ...(drawing && { contentSecurityPolicy: drawing.contentSecurityPolicy }) }
  }

  async #page(language: Language, page: string): Promise<PreviewFile | undefined> {
    if (!this.#content || !allLanguages.includes(language)) return undefined
    const content = this.#content
    if (page !== 'not-found' && !(page in content.pages)) return undefined
    const reader = this.#reader(content, language, tagOf)
    const data = page === 'not-found' ? notFoundData(reader) : pageData(reader, page as PageKey)
    const { origin } = this.#settings
    const frame = documentFrame(data.kind, { bundle: this.#bundle, fonts: await this.#fontsOf(), content, origin })
    const html = renderDocument({
      page: data,
      body: this.#bundle.renderPage(shellData(reader), data),
      frame,
      siteName: content.organisation.name,
    })
    return { body: commentTags(html), contentSecurityPolicy: frame.contentSecurityPolicy }
  }

  #reader(content: Content, language: Language, tagOf: TagText): SectionReader {
    const settings = { retention_days: String(this.#settings.retentionDays) }
    return new SectionReader(content, language, this.#draw(content).findDrawing, [], settings, tagOf)
  }

  #readAll(): void {
    try {
      const content = readFiles(this.#folder)
      // No page has to have an address of its own yet to be shown.
      const addresses = Object.keys(content.addresses).map((page) => [
        page,
        eachLanguage((language) => previewAddress(language, page)),
      ])
      const shown = { ...content, addresses: Object.fromEntries(addresses) as Content['addresses'] }
      this.#readBy = this.#findReads(shown)
      this.#content = shown
      this.#characters = new Set(writtenWords(shown).join(''))
    } catch (error) {
      // The check says what is wrong.
      if (!(error instanceof ContentError)) throw error
    }
  }

  #findReads(content: Content): Map<string, string[]> {
    return new Map(
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

  #draw(content: Content): ReturnType<typeof drawAssets> {
    const { name, offices, partners } = content.organisation
    const onMaps = [
      offices.map(({ phone: _, street: __, postal_code: ___, ...drawn }) => drawn),
      partners.map(({ country }) => country),
    ]
    const said = allLanguages.map((language) =>
      Object.values(content.texts[language]).map((section) => (section as { pictures?: object }).pictures),
    )
    const titles = allLanguages.map((language) => content.texts[language].footer)
    return this.#drawings.get(JSON.stringify([name, onMaps, said, titles]), () => drawAssets(content))
  }

  #fontsOf(): ReturnType<typeof subsetFonts> {
    const characters = [...this.#characters].sort().join('')
    return this.#fonts.get(characters, () => subsetFonts([characters]))
  }

  async #font(address: string): Promise<Buffer | undefined> {
    return this.#content && (await this.#fontsOf()).files.get(address)
  }
}

export const previewAddress = (language: Language, page: string) => `/${language}/${page}`

/** Keeps the result of the last input. */
class LastResult<Result> {
  #last: { key: string; result: Result } | undefined
  get(key: string, make: () => Result): Result {
    if (this.#last?.key !== key) this.#last = { key, result: make() }
    return this.#last.result
  }
}

// Letters for private use (Unicode, chapter 23.5): no text of the site has them.
const [nameStart, nameEnd, textEnd] = ['\uE000', '\uE001', '\uE002']

const tagOf: TagText = (file, key) => [
  `${nameStart}${file.replace('content/', '')}#${pathOfKey(key)}${nameEnd}`,
  textEnd,
]

/** Puts comments in the place of the tags: `<!--name-->text<!--/-->`. An element with a text in an attribute gets `data-text`. */
export function commentTags(html: string): string {
  const without = (text: string) => text.replace(/\uE000[^\uE001]*\uE001|\uE002/g, '')
  const bodyStart = html.indexOf('<body>')
  const body = html.slice(bodyStart).replace(/<[^>]*>|\uE000([^\uE001]*)\uE001|\uE002/g, (found, name?: string) => {
    if (found === textEnd) return '<!--/-->'
    if (name !== undefined) return `<!--${name}-->`
    const [, own] = /\uE000([^\uE001]*)\uE001/.exec(found) ?? []
    return own ? without(found).replace(/^<[\w-]+/, `$& data-text="${own}"`) : found
  })
  return without(html.slice(0, bodyStart)) + body
}
