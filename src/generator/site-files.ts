import type { editor } from '../editor/content.ts'
import { office } from '../office/content.ts'
import { mail } from '../server/mail/content.ts'
import type { BuiltRegister, BuiltSite } from '../shared/built-site.ts'
import type { Language } from '../shared/languages.ts'
import { ownAddresses } from '../shared/own-addresses.ts'
import {
  type PageContent,
  type PageData,
  pageDataAddress,
  type ShellFile,
  shellDataAddress,
} from '../shared/page-data.ts'
import type { PageKey } from '../shared/pages.ts'
import { filePolicy } from '../shared/security-headers.ts'
import type { LanguageSite } from '../site/compose.ts'
import type { Content as ContactContent } from '../site/pages/contact/content.ts'
import type { Content as RegisterContent } from '../site/pages/register/content.ts'
import type { Bundle } from './bundle.ts'
import type { ComposedSite } from './compose-site.ts'
import { documentTemplate, type TemplateParts } from './document-template.ts'
import { icons } from './drawing/icons.ts'
import { outlineWords } from './drawing/outline-words.ts'
import { hashOf } from './hashed-address.ts'
import { renderLicences } from './licences.ts'
import { renderOutagePage } from './outage-page.ts'
import { pageRenderer } from './render-page.ts'
import { renderRobots, renderSecurityContact, renderSitemap } from './sitemap.ts'

/** A file of the public site: its public address, and its path below dist/public. */
export type SiteFile = {
  address: string
  path: string
  /** Makes the content when the file is written, because a large site does not fit into memory as a whole. */
  body: () => Body | Promise<Body>
  contentSecurityPolicy: string
}

type Body = string | Buffer

/** What the build makes: the public files, what the server needs besides, and the page that nginx shows without it. */
export type SiteFiles = {
  files: SiteFile[]
  served: Omit<BuiltSite, 'build' | 'files'>
  outagePage: string
}

/** Makes every file of the public site, and what the server renders the other pages from. */
export function makeSiteFiles(
  { content, settings, sites, drawings, fonts, cards }: ComposedSite,
  bundle: Bundle,
): SiteFiles {
  const { siteOrigin: origin, retentionDays } = settings
  const timeZone = content.organisation.time_zone
  const codeVersion = hashOf(JSON.stringify([bundle.entry, bundle.kinds]))
  const pages = sites
    .flatMap((site) => [...site.pages, site.notFound].map((page) => ({ site, page })))
    .filter(({ page }) => page.kind !== 'register')
  const parts: TemplateParts = { bundle, fonts, content, origin }
  const { templateOf, documentOf } = pageRenderer(parts, codeVersion)

  const inEachLanguage = <Value>(make: (site: LanguageSite) => Value) =>
    Object.fromEntries(sites.map((site) => [site.shell.language, make(site)])) as Record<Language, Value>
  const pagesOf = <Content extends PageContent>(key: PageKey) =>
    inEachLanguage(({ pages }) => pages.find(({ page }) => page === key) as PageData<Content>)

  const documentFile = (site: LanguageSite, page: PageData): SiteFile => ({
    address: page.address,
    path: page.address === '/' ? 'index.html' : `${page.address.slice(1)}.html`,
    body: () => documentOf(site.shell, page, cards.get(page)),
    contentSecurityPolicy: templateOf(page.kind).contentSecurityPolicy,
  })

  function builtRegister(): BuiltRegister {
    const pages = pagesOf<RegisterContent>('register')
    return {
      template: templateOf('register'),
      pages,
      cards: inEachLanguage(({ shell }) => cards.get(pages[shell.language])),
      changes: pagesOf<RegisterContent>('register_changes'),
      specimens: content.specimens,
    }
  }

  return {
    files: [
      ...pages.map(({ site, page }) => documentFile(site, page)),
      ...[...cards.values()].map(({ address, render }) => file(address, render)),
      ...pages.map(({ page }) => file(pageDataAddress(codeVersion, page.address), () => JSON.stringify(page))),
      ...sites.map(({ shell }) => {
        const data: ShellFile = { ...shell, chunks: bundle.kinds }
        return file(shellDataAddress(codeVersion, shell.language), () => JSON.stringify(data))
      }),
      ...[...bundle.files, ...fonts.files].map(([address, body]) => file(address, body)),
      ...drawings.map(({ address, body, contentSecurityPolicy }) =>
        file(address, () => outlineWords(body, fonts.heading), contentSecurityPolicy),
      ),
      ...icons.map((icon) => file(...icon)),
      file(ownAddresses.sitemap, renderSitemap(Object.values(content.addresses), origin)),
      file(ownAddresses.robots, renderRobots(origin)),
      file(ownAddresses.securityContact, renderSecurityContact(content.organisation.email, origin, new Date())),
      file(ownAddresses.licences, renderLicences()),
    ],
    served: {
      codeVersion,
      settings: { origin, retentionDays, timeZone },
      addresses: Object.values(content.addresses),
      redirects: Object.fromEntries(
        content.redirects
          .map(({ from, to, language }) => [from, content.addresses[to as PageKey][language]] as const)
          // A page may have its old address again. To a static host, that would be a circle.
          .filter(([from, address]) => from !== address),
      ),
      shells: inEachLanguage(({ shell }) => shell),
      contact: { template: documentTemplate('contact', parts), pages: pagesOf<ContactContent>('contact') },
      register: builtRegister(),
      mail: inEachLanguage(({ plain }) => plain('mail', mail)),
      office: inEachLanguage(({ plain, shell }) => ({
        ...plain('office', office),
        // Not filled in: the name in them is that of what is wrong, not the organisation's.
        problems: (content.texts[shell.language].editor as ReturnType<typeof plain<typeof editor>>).problems,
      })),
    },
    outagePage: renderOutagePage(sites),
  }
}

const file = (address: string, body: Body | SiteFile['body'], contentSecurityPolicy = filePolicy): SiteFile => ({
  address,
  path: address.slice(1),
  body: typeof body === 'function' ? body : () => body,
  contentSecurityPolicy,
})
