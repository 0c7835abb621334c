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
  immutable: boolean
  contentSecurityPolicy: string
}

type Body = string | Buffer

export type SiteFiles = {
  build: string
  files: SiteFile[]
  /** What the server needs to answer contact messages. */
  contactData: ContactData
  /** The page that a reverse proxy shows while the site's server does not answer. */
  outagePage: string
  /** What the server draws the register's pages from. */
  register: RegisterData | undefined
}

/**
 * Makes every file of the public site.
 * @param name the name of the build in the addresses of its texts; by default a hash of all texts and code
 */
export async function makeSiteFiles(
  { content, settings, sites, drawings, fonts, cards }: ComposedSite,
  bundle: Bundle,
  name?: string,
): Promise<SiteFiles> {
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
    const card = cards.get(page)?.card
    return {
      address: page.address,
      path: page.address === '/' ? 'index.html' : `${page.address.slice(1)}.html`,
      body: () =>
        renderDocument({
          page,
          body: bundle.renderPage(site.shell, page),
          frame,
          siteName: site.shell.name,
          card,
          structuredData: structuredData(page, content, origin),
        }),
      immutable: false,
      contentSecurityPolicy: frame.contentSecurityPolicy,
    }
  }

  return {
    build,
    files: [
      ...pages.map(({ site, page }) => documentFile(site, page)),
      ...[...cards.values()].map(({ card, drawing }) =>
        asset(card.address, () => renderSharingCard(drawing, card.address)),
      ),
      ...pages.map(({ page }) => asset(pageDataAddress(build, page.address), () => JSON.stringify(page))),
      ...sites.map(({ shell }) => {
        const file: ShellFile = { ...shell, chunks: bundle.kinds }
        return asset(shellDataAddress(build, shell.language), () => JSON.stringify(file))
      }),
      ...[...bundle.files, ...fonts.files].map(([address, body]) => asset(address, body)),
      ...drawings.map(({ address, body, contentSecurityPolicy }) => asset(address, body, contentSecurityPolicy)),
      ...[...icons].map(([address, icon]) =>
        Buffer.isBuffer(icon) ? plain(address, icon) : plain(address, icon.svg, drawingPolicy([icon.style], "'none'")),
      ),
      plain('/sitemap.xml', renderSitemap(Object.values(content.addresses), origin)),
      plain('/robots.txt', renderRobots(origin)),
      ...('register' in content.pages ? [plain('/register.csv', readFileSync(`${content.folder}/register.csv`))] : []),
      plain('/licences.txt', renderLicences()),
    ],
    contactData: {
      retentionDays: settings.retentionDays,
      timeZone: content.organisation.time_zone,
      frame: documentFrame('contact', parts),
      languages: inEachLanguage(({ shell, pages, mail }) => {
        const page = pages.find(({ kind }) => kind === 'contact') as PageData<'contact'>
        return { shell, page, mail }
      }),
    },
    outagePage: drawOutagePage(sites),
    register: 'register' in content.pages ? registerData() : undefined,
  }

  function registerData(): RegisterData {
    return {
      certificates: content.certificates,
      published: dayIn(content.organisation.time_zone)(new Date()),
      timeZone: content.organisation.time_zone,
      build,
      frame: documentFrame('register', parts, build),
      languages: inEachLanguage(({ shell, pages }) => {
        const page = pages.find(({ kind }) => kind === 'register') as PageData<'register'>
        return { shell, page, card: cards.get(page)?.card }
      }),
    }
  }
}

const asset = (address: string, body: Body | SiteFile['body'], contentSecurityPolicy = filePolicy): SiteFile => ({
  address,
  path: address.slice(1),
  body: typeof body === 'function' ? body : () => body,
  immutable: true,
  contentSecurityPolicy,
})

/** A file whose address stays the same when its content changes. */
const plain = (address: string, body: Body, contentSecurityPolicy?: string): SiteFile => ({
  ...asset(address, body, contentSecurityPolicy),
  immutable: false,
})
