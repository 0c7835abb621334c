import { type Content, readFiles } from '../../content/read/content.ts'
import type { Bundle } from '../../generator/bundle.ts'
import { drawAssets } from '../../generator/drawing/draw-assets.ts'
import { subsetFonts } from '../../generator/drawing/fonts.ts'
import { outlineWords } from '../../generator/drawing/outline-words.ts'
import { pageRenderer } from '../../generator/render-page.ts'
import { textShape } from '../../generator/site-texts.ts'
import { isDay } from '../../register/day.ts'
import { readDrafts } from '../../register/draft-register.ts'
import { registerPages } from '../../register/pages.ts'
import { drawCode } from '../../register/qr-code.ts'
import { indexCertificates } from '../../register/search.ts'
import { allLanguages, eachLanguage, type Language } from '../../shared/languages.ts'
import { memoizeLast } from '../../shared/memoize.ts'
import type { PageData } from '../../shared/page-data.ts'
import type { PageKey } from '../../shared/pages.ts'
import { attempt } from '../../shared/problem.ts'
import { languageComposer, type SiteSettings } from '../../site/compose.ts'
import type { Shell } from '../../site/content.ts'
import type { Content as RegisterContent } from '../../site/pages/register/content.ts'
import { nameTexts, tagTexts } from './tags.ts'

/** `/en/home`, `/en/register`, `/en/register/26-0041-4` */
const pageAddress = new RegExp(`^/(${allLanguages.join('|')})/([\\w-]+)(?:/([\\w-]+))?$`)

/** What somebody may write: all that the font of the headings has. */
export const allLetters = Array.from({ length: 0x2300 }, (_, code) => String.fromCodePoint(code))

/**
 * The site as the files make it: a page is composed and rendered of the files that it needs when it is asked for, and says which
 * text is where. In place of a file that cannot be read, it shows the last commit: the check reports it.
 * @param published a folder with the content of the last commit
 * @returns a function that finds the page, as it is on a day (ISO 8601; today by default), or the file of a page, at an address.
 * It has to know which commit is the last
 */
export function previewSite(folder: string, published: string, bundle: Bundle, settings: SiteSettings) {
  const subset = subsetFonts(allLetters)
  /** What was drawn for the pages that were shown, by its address. */
  const drawn = new Map<string, string>()
  const readPublished = memoizeLast((_commit: string) => attempt(() => readFiles(published, textShape), []))
  return async (address: string, commit: string, day?: string): Promise<string | Buffer | undefined> => {
    if (address.startsWith('/c/')) return drawCode(settings.siteOrigin + address.replace(/\.svg$/, ''))
    const fonts = await subset
    const [, language, name = '', number = ''] = pageAddress.exec(address) ?? []
    if (!language) {
      const drawing = drawn.get(address)
      return bundle.files.get(address) ?? fonts.files.get(address) ?? (drawing && outlineWords(drawing, fonts.heading))
    }
    const options = { last: readPublished(commit), register: readDrafts(folder) }
    const content = attempt(() => readFiles(folder, textShape, options), [])
    if (!content) return undefined
    const { content: taggedContent, tagged } = tagTexts(content, language as Language)
    const { shell, composePage, notFound } = languageComposer(taggedContent, language as Language, settings)
    const page = Object.hasOwn(content.pages, name) ? composePage(name as PageKey) : notFound
    const shown =
      page.kind === 'register'
        ? registerPage(shell, page as PageData<RegisterContent>, number, taggedContent, day)
        : page
    const { setAddresses, files } = drawAssets(content)
    // A drawing that is gone leaves its place empty: the check reports it.
    const located = setAddresses({ shell, page: shown })
    for (const { address, body } of files.values()) drawn.set(address, body)
    const { renderPage } = pageRenderer({ bundle, fonts, content, origin: settings.siteOrigin })
    return nameTexts(renderPage(located.shell, located.page), tagged)
  }
}

/** The page of a certificate as the server composes it, or the register's list. */
function registerPage(
  shell: Shell,
  page: PageData<RegisterContent>,
  number: string,
  content: Content,
  day?: string,
): PageData {
  const { register, organisation } = content
  const timeZone = organisation.time_zone
  const now = day && isDay(day) ? new Date(`${day}T12:00Z`) : new Date()
  const site = { settings: { origin: '', timeZone }, shells: eachLanguage(() => shell) }
  const pages = eachLanguage(() => page)
  const isThere = register.byNumber.has(number)
  // A list alone is searched.
  const index = indexCertificates(
    isThere ? [] : register.certificates,
    eachLanguage(() => page.content),
  )
  const loaded = { register, index }
  const { listPage, changesPage, certificatePage } = registerPages(site, { pages, changes: pages }, loaded, () => now)
  if (page.page === 'register_changes') return changesPage(page.language, new URLSearchParams())
  return isThere ? certificatePage(page.language, number) : listPage(page.language, new URLSearchParams())
}
