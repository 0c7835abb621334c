import { type Content, readFiles } from '../../content/read/content.ts'
import type { Bundle } from '../../generator/bundle.ts'
import { drawAssets } from '../../generator/drawing/draw-assets.ts'
import { subsetFonts } from '../../generator/drawing/fonts.ts'
import { outlineWords } from '../../generator/drawing/outline-words.ts'
import { pageRenderer } from '../../generator/render-page.ts'
import { textShape } from '../../generator/site-texts.ts'
import { registerOf } from '../../register/entries.ts'
import { registerPages } from '../../register/pages.ts'
import { certificateIndexer } from '../../register/search.ts'
import { allLanguages, eachLanguage, type Language } from '../../shared/languages.ts'
import { memoizeLast } from '../../shared/memoize.ts'
import type { PageData } from '../../shared/page-data.ts'
import type { PageKey } from '../../shared/pages.ts'
import { attempt } from '../../shared/problem.ts'
import { languageComposer, type SiteSettings } from '../../site/compose.ts'
import type { Shell } from '../../site/content.ts'
import type { Content as RegisterContent } from '../../site/pages/register/content.ts'
import { nameTexts, tagTexts } from './tags.ts'

/** `/en/home` */
const pageAddress = new RegExp(`^/(${allLanguages.join('|')})/([\\w-]+)$`)

/** What somebody may write: all that the font of the headings has. */
export const allLetters = Array.from({ length: 0x2300 }, (_, code) => String.fromCodePoint(code))

/**
 * The site as the files make it: a page is composed and rendered of the files that it needs when it is asked for, and says which
 * text is where. In place of a file that cannot be read, it shows the last commit: the check reports it.
 * @param published a folder with the content of the last commit
 * @returns a function that finds the page, or the file of a page, at an address. It has to know which commit is the last
 */
export function previewSite(folder: string, published: string, bundle: Bundle, settings: SiteSettings) {
  const subset = subsetFonts(allLetters)
  /** What was drawn for the pages that were shown, by its address. */
  const drawn = new Map<string, string>()
  const readPublished = memoizeLast((_commit: string) => attempt(() => readFiles(published, textShape), []))
  return async (address: string, commit: string): Promise<string | Buffer | undefined> => {
    const fonts = await subset
    const [, language, name = ''] = pageAddress.exec(address) ?? []
    if (!language) {
      const drawing = drawn.get(address)
      return bundle.files.get(address) ?? fonts.files.get(address) ?? (drawing && outlineWords(drawing, fonts.heading))
    }
    const content = attempt(() => readFiles(folder, textShape, { last: readPublished(commit) }), [])
    if (!content) return undefined
    const { content: taggedContent, tagged } = tagTexts(content, language as Language)
    const { shell, composePage, notFound } = languageComposer(taggedContent, language as Language, settings)
    const page = Object.hasOwn(content.pages, name) ? composePage(name as PageKey) : notFound
    const shown =
      page.kind === 'register' ? registerPage(shell, page as PageData<RegisterContent>, taggedContent) : page
    const { setAddresses, files } = drawAssets(content)
    // A drawing that is gone leaves its place empty: the check reports it.
    const located = setAddresses({ shell, page: shown })
    for (const { address, body } of files.values()) drawn.set(address, body)
    const { documentOf } = pageRenderer({ bundle, fonts, content, origin: settings.siteOrigin })
    return nameTexts(documentOf(located.shell, located.page), tagged)
  }
}

/** A page of the register as the server composes it, with the specimens alone. */
function registerPage(shell: Shell, page: PageData<RegisterContent>, { specimens, organisation }: Content): PageData {
  const site = { settings: { origin: '', timeZone: organisation.time_zone }, shells: eachLanguage(() => shell) }
  const pages = eachLanguage(() => page)
  const register = registerOf(specimens)
  const index = certificateIndexer(eachLanguage(() => page.content))(register.certificates)
  const composed = registerPages(site, { pages, changes: pages }, { register, index }, () => new Date())
  const compose = page.page === 'register_changes' ? composed.changesPage : composed.listPage
  return compose(page.language, new URLSearchParams())
}
