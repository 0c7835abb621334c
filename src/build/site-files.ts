import { readFileSync } from 'node:fs'
import type { LanguageSite } from '../content/compose/compose-language.ts'
import type { Content } from '../content/read/content.ts'
import type { ContactData } from '../shared/contact/contact-data.ts'
import { type LiveParts, renderDocument, speculationRules } from '../shared/document.ts'
import {
  type BootstrapData,
  type PageData,
  pageDataAddress,
  type ShellFile,
  shellDataAddress,
  webManifestAddress,
} from '../shared/page-data.ts'
import type { RegisterData } from '../shared/register/register-page.ts'
import { filePolicy } from '../shared/security-headers.ts'
import type { Bundle } from './bundle.ts'
import type { ComposedSite } from './compose-site.ts'
import { contactData } from './contact-data.ts'
import { drawingPolicy, pagePolicy } from './content-security-policy.ts'
import type { Fonts } from './drawing/fonts.ts'
import { drawIcons, makeWebManifest } from './drawing/icons.ts'
import { renderSharingCard } from './drawing/sharing-cards.ts'
import { hashOf } from './hashed-address.ts'
import { drawOutagePage } from './outage-page.ts'
import { mapOrigin, styleOf } from './page-parts.ts'
import { registerData } from './register-data.ts'
import { renderRobots, renderSitemap } from './sitemap.ts'
import { type StructuredDataParts, structuredData } from './structured-data.ts'

/** One file of the public site. `address` is what a browser asks for, `path` where it lies below dist/public. */
export type SiteFile = {
  address: string
  path: string
  /** Makes what the file holds. A large site does not fit into memory whole: each file is made when it is written. */
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
  /** The page that a server in front shows while the site's own does not answer. */
  outagePage: string
  /** What the server draws the register's pages from. */
  register: RegisterData | undefined
}

/**
 * Makes every file of the public site.
 * @param name what the build is called in the addresses of its texts; by default a hash of all of them
 * @param live what live editing adds to each document
 */
export async function makeSiteFiles(
  { content, settings, sites, drawings, fonts, cards }: ComposedSite,
  bundle: Bundle,
  { name, live }: { name?: string; live?: LiveParts } = {},
): Promise<SiteFiles> {
  const { origin, contactOrigin } = settings
  const build = name ?? hashOf(...sites.map((site) => JSON.stringify(site)), JSON.stringify(bundle.kinds))
  const pages = sites.flatMap((site) => [...site.pages, site.notFound].map((page) => ({ site, page })))
  const identity = await identityFiles(content, sites)
  const register = registerData(sites, { content, settings, bundle, fonts, build, live })
  const context = { bundle, fonts, build, contactOrigin, origin, content, live }
  const files = [
    ...pages.map(({ site, page }) => documentFile(site, page, { ...context, card: cards.get(page)?.card })),
    ...[...cards.values()].map(({ card, drawing }) => asset(card.address, () => renderSharingCard(drawing))),
    ...pages.map(({ page }) => asset(pageDataAddress(build, page.address), () => JSON.stringify(page))),
    ...sites.map(({ shell }) => {
      const file: ShellFile = { ...shell, chunks: bundle.kinds }
      return asset(shellDataAddress(build, shell.language), () => JSON.stringify(file))
    }),
    ...[...bundle.files, ...fonts.files].map(([address, body]) => asset(address, body)),
    ...drawings.map(({ address, body, contentSecurityPolicy }) => asset(address, body, contentSecurityPolicy)),
    ...identity,
    plain('/sitemap.xml', renderSitemap(Object.values(content.addresses), origin)),
    plain('/robots.txt', renderRobots(origin)),
    ...(register ? [plain('/register.csv', readFileSync(`${content.folder}/register.csv`))] : []),
  ]
  return {
    build,
    files,
    contactData: contactData(sites, { bundle, fonts, content, settings }),
    outagePage: drawOutagePage(sites),
    register,
  }
}

const asset = (address: string, body: Body | SiteFile['body'], contentSecurityPolicy = filePolicy): SiteFile => ({
  address,
  path: address.slice(1),
  body: typeof body === 'function' ? body : () => body,
  immutable: true,
  contentSecurityPolicy,
})

/** What keeps its address, whatever it holds. */
const plain = (address: string, body: Body, contentSecurityPolicy?: string): SiteFile => ({
  ...asset(address, body, contentSecurityPolicy),
  immutable: false,
})

type DocumentContext = {
  bundle: Bundle
  fonts: Fonts
  build: string
  contactOrigin: string | undefined
  live: LiveParts | undefined
} & StructuredDataParts

function documentFile(
  site: LanguageSite,
  page: PageData,
  { bundle, fonts, build, contactOrigin, live, ...parts }: DocumentContext,
): SiteFile {
  const { origin, content, card } = parts
  const data: BootstrapData = {
    address: page.address,
    kind: page.kind,
    build,
    entry: bundle.entry,
    vendor: bundle.vendor,
    chunk: bundle.kinds[page.kind],
  }
  const style = styleOf(page.kind, { bundle, fonts, origin })
  const body = () =>
    renderDocument({
      page,
      body: bundle.renderPage(site.shell, page),
      start: { bootstrap: bundle.bootstrap, data },
      style,
      origin,
      siteName: site.shell.name,
      card,
      structuredData: structuredData(site, page, parts),
      live,
    })
  return {
    address: page.address,
    path: page.address === '/' ? 'index.html' : `${page.address.slice(1)}.html`,
    body,
    immutable: false,
    contentSecurityPolicy: pagePolicy({
      inlineStyles: [style.css],
      inlineScripts: [bundle.bootstrap, speculationRules],
      mapOrigin: mapOrigin(content),
      contactOrigin,
    }),
  }
}

/** The files that browsers, devices and other sites look for under fixed addresses. */
async function identityFiles({ organisation }: Content, sites: LanguageSite[]): Promise<SiteFile[]> {
  return [
    ...[...(await drawIcons())].map(([address, icon]) =>
      Buffer.isBuffer(icon) ? plain(address, icon) : plain(address, icon.svg, drawingPolicy([icon.style], "'none'")),
    ),
    ...sites.map(({ shell: { language }, pages }) =>
      plain(webManifestAddress(language), makeWebManifest(organisation, language, pages[0]?.head.description ?? '')),
    ),
  ]
}
