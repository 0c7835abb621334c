import { HTMLElement, parse, TextNode } from 'node-html-parser'
import { composeLanguage, type SiteSettings } from '../../content/compose/compose-language.ts'
import type { TagText } from '../../content/compose/section-reader.ts'
import { attempt } from '../../content/problem.ts'
import { type Content, readFiles } from '../../content/read/content.ts'
import type { Bundle } from '../../generator/bundle.ts'
import { documentFrame } from '../../generator/document-frame.ts'
import { drawAssets } from '../../generator/drawing/draw-assets.ts'
import { subsetFonts } from '../../generator/drawing/fonts.ts'
import { renderDocument } from '../../shared/document.ts'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { nameOfKey } from '../content-paths.ts'

export type PreviewSite = ReturnType<typeof previewSite>

const pageAddress = new RegExp(`^/(${allLanguages.join('|')})/([\\w-]+)$`)

/** What somebody may write: all that the font of the headings has. */
const letters = Array.from({ length: 0x2300 }, (_, code) => String.fromCodePoint(code))

/**
 * The site as the files make it: each page is composed and drawn when it is asked for, and says which text is where. A file
 * that cannot be read says what it said before, and all do if a picture is missing: the check reports it.
 */
export function previewSite(folder: string, bundle: Bundle, settings: SiteSettings) {
  const subset = subsetFonts(letters)
  let site: { content: Content; drawings: ReturnType<typeof drawAssets> } | undefined
  const read = () => {
    const content = readFiles(folder, site?.content)
    return { content, drawings: drawAssets(content) }
  }
  return {
    async file(address: string): Promise<string | Buffer | undefined> {
      const fonts = await subset
      const file = bundle.files.get(address) ?? fonts.files.get(address)
      const [, language, name] = pageAddress.exec(address) ?? []
      if (file || !language) return file ?? site?.drawings.files.find((file) => file.address === address)?.body
      site = attempt(read, []) ?? site
      if (!site) return undefined
      const { content, drawings } = site
      const composed = composeLanguage(content, language as Language, drawings.findDrawing, [], settings, tagOf)
      const page = [...composed.pages, composed.notFound].find(({ page }) => page === name)
      if (!page) return undefined
      const frame = documentFrame(page.kind, { bundle, fonts, content, origin: settings.origin })
      const parts = { page, frame, siteName: content.organisation.name }
      return nameTexts(renderDocument({ ...parts, body: bundle.renderPage(composed.shell, page) }))
    },
  }
}

// Letters for private use (Unicode, chapter 23.5): no text of the site has them.
const tag = /\uE000(.*?)\uE001/g
const tagOf: TagText = (file, key) => `\uE000${nameOfKey({ file, key })}\uE001`

/** Replaces the tags by attributes: `data-text` of an element has the names of the texts in it, or in its attributes. */
export function nameTexts(html: string): string {
  const page = parse(html)
  for (const element of page.querySelectorAll('*')) {
    addNames(element.rawAttrs, element)
    for (const [index, child] of element.childNodes.entries()) {
      const next = element.childNodes[index + 1]
      // A tag before an element is about all of the element: a paragraph, a list.
      const isBefore = next instanceof HTMLElement && child.rawText.endsWith('\uE001')
      if (child instanceof TextNode) addNames(child.rawText, isBefore ? next : element)
    }
  }
  return page.toString().replace(tag, '')
}

function addNames(text: string, element: HTMLElement): void {
  for (const [, name = ''] of text.matchAll(tag)) {
    const before = element.getAttribute('data-text')
    element.setAttribute('data-text', before ? `${before} ${name}` : name)
  }
}
