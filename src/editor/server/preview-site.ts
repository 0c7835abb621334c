import { composeLanguage, type SiteSettings } from '../../content/compose/compose-language.ts'
import { type Content, readFiles } from '../../content/read/content.ts'
import type { Bundle } from '../../generator/bundle.ts'
import { drawAssets } from '../../generator/drawing/draw-assets.ts'
import { subsetFonts } from '../../generator/drawing/fonts.ts'
import { pageRenderer } from '../../generator/render-page.ts'
import { registerPages } from '../../register/pages.ts'
import { drawCode } from '../../register/qr-code.ts'
import { indexCertificates } from '../../register/search.ts'
import { runAtOnce } from '../../register/slices.ts'
import { allLanguages, eachLanguage, type Language } from '../../shared/languages.ts'
import { dayIn } from '../../shared/long-date.ts'
import type { PageData, ShellData } from '../../shared/page-data.ts'
import { attempt } from '../../shared/problem.ts'
import { nameTexts, tagTexts } from './tags.ts'

/** `/en/home`, `/en/register`, `/en/register/26-0041-4` */
const pageAddress = new RegExp(`^/(${allLanguages.join('|')})/([\\w-]+)(?:/([\\w-]+))?$`)

/** What somebody may write: all that the font of the headings has. */
export const allLetters = Array.from({ length: 0x2300 }, (_, code) => String.fromCodePoint(code))

/**
 * The site as the files make it: a page is composed and rendered when it is asked for, and says which text is where. A file
 * that cannot be read says what it said before, and all do if a picture is missing: the check reports it.
 * @param published a folder with the content of the last commit, for files that cannot be read from the beginning
 * @returns a function that finds the page, or the file of a page, at an address
 */
export function previewSite(folder: string, published: string, bundle: Bundle, settings: SiteSettings) {
  const subset = subsetFonts(allLetters)
  let site: { content: Content; drawings: ReturnType<typeof drawAssets> } | undefined
  const read = () => {
    const content = readFiles(folder, site?.content ?? attempt(() => readFiles(published), []))
    return { content, drawings: drawAssets(content) }
  }
  return async (address: string): Promise<string | Buffer | undefined> => {
    if (address.startsWith('/c/')) return drawCode(settings.siteOrigin + address.replace(/\.svg$/, ''))
    const fonts = await subset
    const file = bundle.files.get(address) ?? fonts.files.get(address)
    const [, language, name, number = ''] = pageAddress.exec(address) ?? []
    if (file || !language) return file ?? site?.drawings.files.find((file) => file.address === address)?.body
    site = attempt(read, []) ?? site
    if (!site) return undefined
    const { content, drawings } = site
    const { content: taggedContent, tagged } = tagTexts(content, language as Language)
    const { shell, pages, notFound } = drawings.place(composeLanguage(taggedContent, language as Language, settings))
    // At the address of a register that has no certificate yet, visitors see the same.
    const found = pages.find(({ page }) => page === name) ?? notFound
    const page = found.kind === 'register' ? registerPage(shell, found, number, taggedContent) : found
    const { renderPage } = pageRenderer({ bundle, fonts, content, origin: settings.siteOrigin })
    return nameTexts(renderPage(shell, page), tagged)
  }
}

/** The page of a certificate as the server composes it, or the register's list. */
function registerPage(shell: ShellData, page: PageData<'register'>, number: string, content: Content): PageData {
  const { register, organisation } = content
  const timeZone = organisation.time_zone
  const published = dayIn(timeZone, new Date())
  const site = { settings: { origin: '', timeZone }, shells: eachLanguage(() => shell) }
  const pages = eachLanguage(() => page)
  const index = runAtOnce(
    indexCertificates(
      register.certificates,
      eachLanguage(() => page.content),
    ),
  )
  const loaded = { register, index, published }
  const { listPage, changesPage, certificatePage } = registerPages(
    site,
    { pages, changes: pages },
    loaded,
    () => new Date(),
  )
  if (page.page === 'register_changes') return changesPage(page.language, new URLSearchParams()).page
  const isThere = register.byNumber.has(number)
  return (isThere ? certificatePage(page.language, number) : listPage(page.language, new URLSearchParams())).page
}
