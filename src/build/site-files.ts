import type { Content } from '../content/content.ts'
import { localise } from '../content/organisation.ts'
import { ContentError, type Problem } from '../content/problem.ts'
import type { Drawings } from '../content/section-reader.ts'
import { composeSite, type Site, type SiteSettings } from '../content/site.ts'
import { leavesOf, textFile } from '../content/texts.ts'
import { withLines } from '../content/yaml-file.ts'
import type { ContactDesk } from '../shared/contact/desk.ts'
import { renderDocument, type SharingCard, speculationRules } from '../shared/document.ts'
import { interpolate } from '../shared/interpolate.ts'
import { allLanguages, type Language, languages } from '../shared/languages.ts'
import {
  manifestAddress,
  type PageData,
  pageDataAddress,
  type ShellData,
  type SiteManifest,
  shellDataAddress,
} from '../shared/page-data.ts'
import { filePolicy } from '../shared/security-headers.ts'
import type { Bundle } from './bundle.ts'
import { contactDesk } from './contact-desk.ts'
import { drawingPolicy, pagePolicy } from './content-security-policy.ts'
import { type Fonts, subsetFonts } from './fonts.ts'
import { hashedAddress, hashOf } from './hashed-address.ts'
import { drawOutagePage } from './hosting/outage.ts'
import { drawIcons, drawLogos, makeManifest } from './icons.ts'
import { drawLocatorMap } from './locator-map.ts'
import { mapOrigin, styleOf } from './page-parts.ts'
import { drawPartnersMap, partnersMapSize } from './partners-map.ts'
import { drawPictures, type Picture } from './pictures.ts'
import { cardKey, cardSize, drawSharingCard, renderSharingCard } from './sharing-cards.ts'
import { renderRobots, renderSitemap } from './sitemap.ts'
import { type StructuredDataParts, structuredData } from './structured-data.ts'
import type { Typeface } from './typeface.ts'

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
  contactDesk: ContactDesk
  /** The page that a server in front shows while the site's own does not answer. */
  outagePage: string
}

/**
 * Composes every file of the public site.
 * @param name what the build is called in the addresses of its texts; by default a hash of all of them
 * @throws ContentError when a drawing is missing, or a title does not fit its sharing card
 */
export async function makeSiteFiles(
  content: Content,
  bundle: Bundle,
  settings: SiteSettings,
  name?: string,
): Promise<SiteFiles> {
  const { origin, contactOrigin } = settings
  const drawings = drawAll(content)
  const fonts = await subsetFonts(writtenWords(content))
  const sites = allLanguages.map((language) => composeSite(content, language, drawings, [], settings))

  const build = name ?? hashOf(...sites.map((site) => JSON.stringify(site)), JSON.stringify(bundle.kinds))
  const pages = sites.flatMap((site) => [...site.pages, site.notFound].map((page) => ({ site, page })))
  const cards = drawSharingCards(content, sites, fonts)
  const identity = await identityFiles(content, sites, fonts.heading)
  const logo = identity.find(({ address }) => address === '/icon-512.png')?.address
  const files = [
    ...pages.map(({ site, page }) =>
      documentFile(site, page, {
        bundle,
        fonts,
        build,
        contactOrigin,
        origin,
        content,
        logo,
        card: cards.get(page)?.card,
      }),
    ),
    ...[...cards.values()].map(({ card, drawing }) => asset(card.address, () => renderSharingCard(drawing))),
    ...pages.map(({ page }) => asset(pageDataAddress(build, page.address), () => JSON.stringify(page))),
    ...sites.map(({ shell }) => asset(shellDataAddress(build, shell.language), () => JSON.stringify(shell))),
    ...[...bundle.files, ...fonts.files].map(([address, body]) => asset(address, body)),
    ...drawings.files,
    ...identity,
    plain('/sitemap.xml', renderSitemap(Object.values(content.addresses), origin)),
    plain('/robots.txt', renderRobots(origin)),
  ]
  return {
    build,
    files,
    contactDesk: contactDesk(sites, { bundle, fonts, content, settings }),
    outagePage: drawOutagePage(sites),
  }
}

/** Everything that is written on the site, whichever page says it. */
function writtenWords({ texts, organisation }: Content): string[] {
  const leaves = allLanguages.flatMap((language) => [...leavesOf(texts[language])])
  return [...leaves.map(([, text]) => text), JSON.stringify(organisation)]
}

const asset = (address: string, body: Body | SiteFile['body'], contentSecurityPolicy = filePolicy): SiteFile => ({
  address,
  path: address.slice(1),
  body: typeof body === 'function' ? body : () => body,
  immutable: true,
  contentSecurityPolicy,
})

const plain = (address: string, body: Body): SiteFile => ({ ...asset(address, body), immutable: false })

type DocumentContext = {
  bundle: Bundle
  fonts: Fonts
  build: string
  contactOrigin: string | undefined
} & StructuredDataParts

function documentFile(
  site: Site,
  page: PageData,
  { bundle, fonts, build, contactOrigin, ...parts }: DocumentContext,
): SiteFile {
  const { origin, content, card } = parts
  const manifest: SiteManifest = {
    address: page.address,
    kind: page.kind,
    build,
    entry: bundle.entry.script,
    library: bundle.library,
    chunks: bundle.kinds,
  }
  const style = styleOf(page.kind, { bundle, fonts, origin })
  const body = () =>
    renderDocument({
      page,
      body: bundle.renderPage(site.shell, page),
      start: { starter: bundle.starter, manifest },
      style,
      origin,
      siteName: site.shell.name,
      card,
      structuredData: structuredData(site, page, parts),
    })
  return {
    address: page.address,
    path: page.address === '/' ? 'index.html' : `${page.address.slice(1)}.html`,
    body,
    immutable: false,
    contentSecurityPolicy: pagePolicy({
      inlineStyles: [style.css],
      inlineScripts: [bundle.starter, speculationRules],
      mapOrigin: mapOrigin(content),
      contactOrigin,
    }),
  }
}

/** A card for every page that is meant to be shared: a page that was not found is not. */
function drawSharingCards(
  { folder, texts, organisation: { name } }: Content,
  sites: Site[],
  fonts: Fonts,
): Map<PageData, { card: SharingCard; drawing: string }> {
  const problems: Problem[] = []
  const cards = sites.flatMap(({ shell, pages }) =>
    pages.map((page) => {
      const { title } = page.kind === 'home' ? page.content.hero : page.content
      const typeface = fonts.typefaceFor(title)
      const { direction } = languages[shell.language]
      const drawing = typeface && drawSharingCard(title, name, { title: typeface, name: fonts.heading }, direction)
      if (!drawing) {
        problems.push({
          file: textFile(shell.language, page.kind === 'home' ? 'hero' : page.page),
          key: 'title',
          message: typeface
            ? 'This title is too long for the picture that is shown where somebody shares a link to the page. Shorten it.'
            : 'This title has letters that the picture shown where somebody shares a link cannot draw. Leave them out, or ask a programmer for a font that has them.',
        })
        return undefined
      }
      const { card_alt } = texts[shell.language].sharing as { card_alt: string }
      const address = hashedAddress(`/assets/cards/${page.page}.${shell.language}.png`, cardKey(drawing))
      return [page, { card: { address, ...cardSize, alt: interpolate(card_alt, { name, title }) }, drawing }] as const
    }),
  )
  if (problems.length > 0) throw new ContentError(withLines(problems, folder))
  return new Map(cards.filter((card) => card !== undefined))
}

function drawAll(content: Content): Drawings & { files: SiteFile[] } {
  const pictures = drawPictures(content)
  const files = new Map<string, SiteFile>()
  const add = (address: string, svg: string, ancestors: "'self'" | "'none'") => {
    files.set(address, asset(address, svg, drawingPolicy(stylesIn(svg), ancestors)))
    return address
  }
  const locators = new Map<string, string>()
  for (const language of allLanguages)
    for (const office of content.organisation.offices) {
      const svg = drawLocatorMap(office, language, locatorWords(content, localise(office.city, language), language))
      locators.set(
        `${office.id} ${language}`,
        add(hashedAddress(`/assets/maps/${office.id}.${language}.svg`, svg), svg, "'self'"),
      )
    }
  const partnersMaps = new Map(
    allLanguages.map((language) => {
      const svg = drawPartnersMap(content.organisation, language)
      return [language, add(hashedAddress(`/assets/maps/partners.${language}.svg`, svg), svg, "'none'")]
    }),
  )
  return {
    partnersMapOf: (language) => ({ address: partnersMaps.get(language) ?? '', ...partnersMapSize }),
    locatorOf: (office, language) => locators.get(`${office} ${language}`) ?? '',
    pictureOf(article, name, language) {
      const picture: Picture = pictures(article, name, language)
      add(picture.address, picture.svg, "'none'")
      return picture
    },
    get files() {
      return [...files.values()]
    },
  }
}

function locatorWords(content: Content, office: string, language: Language) {
  const { locator_title, locator_alt } = content.texts[language].footer as Pick<
    ShellData['texts']['footer'],
    'locator_title' | 'locator_alt'
  >
  return { title: interpolate(locator_title, { office }), description: interpolate(locator_alt, { office }) }
}

/** The files that browsers, devices and other sites look for under fixed addresses. */
async function identityFiles(content: Content, sites: Site[], heading: Typeface): Promise<SiteFile[]> {
  const { organisation } = content
  const files = new Map<string, Body>([
    ...(await drawIcons()),
    ...drawLogos(organisation.name, heading),
    ...sites.map(({ shell: { language }, pages }): [string, string] => [
      manifestAddress(language),
      makeManifest(organisation, language, pages[0]?.head.description ?? ''),
    ]),
  ])
  return [...files].map(([address, body]) => ({ ...plain(address, body), contentSecurityPolicy: policyOf(body) }))
}

const policyOf = (body: Body) =>
  typeof body === 'string' && body.includes('<style>') ? drawingPolicy(stylesIn(body), "'none'") : filePolicy

const stylesIn = (svg: string) => [...svg.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? '')
