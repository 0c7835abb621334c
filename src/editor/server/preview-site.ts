import { composePage, type SiteSettings } from '../../content/compose/compose-language.ts'
import { attempt } from '../../content/problem.ts'
import { type Content, readFiles } from '../../content/read/content.ts'
import type { Bundle } from '../../generator/bundle.ts'
import { documentTemplate } from '../../generator/document-template.ts'
import { drawAssets } from '../../generator/drawing/draw-assets.ts'
import { subsetFonts } from '../../generator/drawing/fonts.ts'
import { renderDocument } from '../../shared/document.ts'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { markTexts, nameTexts } from './marks.ts'

export type PreviewSite = ReturnType<typeof previewSite>

const pageAddress = new RegExp(`^/(${allLanguages.join('|')})/([\\w-]+)$`)

/** What somebody may write: all that the font of the headings has. */
export const allLetters = Array.from({ length: 0x2300 }, (_, code) => String.fromCodePoint(code))

/**
 * The site as the files make it: each page is composed and drawn when it is asked for, and says which text is where. A file
 * that cannot be read says what it said before, and all do if a picture is missing: the check reports it.
 */
export function previewSite(folder: string, bundle: Bundle, settings: SiteSettings) {
  const subset = subsetFonts(allLetters)
  let site: { content: Content; drawings: ReturnType<typeof drawAssets> } | undefined
  const read = () => {
    const content = readFiles(folder, site?.content)
    return { content, drawings: drawAssets(content) }
  }
  return {
    async file(address: string): Promise<string | Buffer | undefined> {
      const fonts = await subset
      const file = bundle.files.get(address) ?? fonts.files.get(address)
      const [, language, name = ''] = pageAddress.exec(address) ?? []
      if (file || !language) return file ?? site?.drawings.files.find((file) => file.address === address)?.body
      site = attempt(read, []) ?? site
      if (!site) return undefined
      const { content, drawings } = site
      const { content: markedContent, marked } = markTexts(content, language as Language)
      const composed = composePage(markedContent, language as Language, name, drawings.findDrawing, settings)
      if (!composed) return undefined
      const { shell, page } = composed
      const { origin } = settings
      const template = documentTemplate(page.kind, { bundle, fonts, content, origin })
      const parts = { page, template, origin, siteName: content.organisation.name }
      return nameTexts(renderDocument({ ...parts, body: bundle.renderPage(shell, page) }), marked)
    },
  }
}
