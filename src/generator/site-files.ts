import { readFileSync } from 'node:fs'
import type { LanguageSite } from '../content/compose/compose-language.ts'
import type { ContactData } from '../shared/built-site.ts'
import { renderDocument } from '../shared/document.ts'
import type { Language } from '../shared/languages.ts'
import { type PageData, pageDataAddress, type ShellFile, shellDataAddress } from '../shared/page-data.ts'
import { dayIn } from '../shared/register/certificate.ts'
import type { RegisterData } from '../shared/register/register-page.ts'
import { filePolicy } from '../shared/security-headers.ts'
import type { Bundle } from './bundle.ts'
import type { ComposedSite } from './compose-site.ts'
import { drawingPolicy } from './content-security-policy.ts'
import { documentFrame, type FrameParts } from './document-frame.ts'
import { drawIcons } from './drawing/icons.ts'
import { renderSharingCard } from './drawing/sharing-cards.ts'
import { hashOf } from './hashed-address.ts'
import { renderLicences } from './licences.ts'
import { drawOutagePage } from './outage-page.ts'
import { renderRobots, renderSitemap } from './sitemap.ts'
import { structuredData } from './structured-data.ts'

/** A file of the public site: its public address, and its path below dist/public. */
export type SiteFile = {
  address: string
  path: string
  /** Makes the content when the file is written, because a large site does not fit into memory as a whole. */
  body: () => Body | Promise<Body>
  contentSecurityPolicy: string
}

type Body = string | Buffer

export type SiteFiles = Awaited<ReturnType<typeof makeSiteFiles>>

/**
 * Makes every file of the public site.
 * @param name the name of the build in the addresses of its texts; by default a hash of all texts and code
 */
export async function makeSiteFiles(
  { content, settings, sites, drawings, fonts, cards }: ComposedSite,
  bundle: Bundle,
  name?: string,
) {
  const { origin } = settings
  const build = name ?? hashOf(...sites.map((site) => JSON.stringify(site)), JSON.stringify(bundle.kinds))
  const pages = sites
    .flatMap((site) => [...site.pages, site.notFound].map((page) => ({ site, page })))
    .filter(({ page }) => page.kind !== 'register')
  const icons = await drawIcons()
  const parts: FrameParts = { bundle, fonts, content, origin }

  const inEachLanguage = <Value>(make: (site: LanguageSite) => Value) =>
    Object.fromEntries(sites.map((site) => [site.shell.language, make(site)])) as Record<Language, Value>

  function documentFile(site: LanguageSite, page: PageData): SiteFile {
    const frame = documentFrame(page.kind, parts, build)
    return {
      address: page.address,
      path: page.address === '/' ? 'index.html' : `${page.address.slice(1)}.html`,
      body: () =>
        renderDocument({
          page,
          body: bundle.renderPage(site.shell, page),
          frame,
          siteName: site.shell.name,
          card: cards.get(page)?.card,
          structuredData: structuredData(page, content, origin),
        }),
      contentSecurityPolicy: frame.contentSecurityPolicy,
    }
  }

  /** What the server needs to answer contact messages. */
  const contactData: ContactData = {
    retentionDays: settings.retentionDays,
    timeZone: content.organisation.time_zone,
    frame: documentFrame('contact', parts),
    languages: inEachLanguage(({ shell, pages, mail }) => {
      const page = pages.find(({ kind }) => kind === 'contact') as PageData<'contact'>
      return { shell, page, mail }
    }),
  }

  /** What the server draws the register's pages from. */
  const register: RegisterData | false = 'register' in content.pages && {
    certificates: content.certificates,
    published: dayIn(content.organisation.time_zone, new Date()),
    timeZone: content.organisation.time_zone,
    build,
    frame: documentFrame('register', parts, build),
    languages: inEachLanguage(({ shell, pages }) => {
      const page = pages.find(({ kind }) => kind === 'register') as PageData<'register'>
      return { shell, page, card: cards.get(page)?.card }
    }),
  }

  return {
    build,
    files: [
      ...pages.map(({ site, page }) => documentFile(site, page)),
      ...[...cards.values()].map(({ card, drawing }) =>
        file(card.address, () => renderSharingCard(drawing, card.address)),
      ),
      ...pages.map(({ page }) => file(pageDataAddress(build, page.address), () => JSON.stringify(page))),
      ...sites.map(({ shell }) => {
        const data: ShellFile = { ...shell, chunks: bundle.kinds }
        return file(shellDataAddress(build, shell.language), () => JSON.stringify(data))
      }),
      ...[...bundle.files, ...fonts.files].map(([address, body]) => file(address, body)),
      ...drawings.map(({ address, body, contentSecurityPolicy }) => file(address, body, contentSecurityPolicy)),
      ...[...icons].map(([address, icon]) =>
        Buffer.isBuffer(icon) ? file(address, icon) : file(address, icon.svg, drawingPolicy(icon.style)),
      ),
      file('/sitemap.xml', renderSitemap(Object.values(content.addresses), origin)),
      file('/robots.txt', renderRobots(origin)),
      ...(register ? [file('/register.csv', readFileSync(`${content.folder}/register.csv`))] : []),
      file('/licences.txt', renderLicences()),
    ],
    contactData,
    register,
    outagePage: drawOutagePage(sites),
  }
}

const file = (address: string, body: Body | SiteFile['body'], contentSecurityPolicy = filePolicy): SiteFile => ({
  address,
  path: address.slice(1),
  body: typeof body === 'function' ? body : () => body,
  contentSecurityPolicy,
})
