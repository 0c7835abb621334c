import { escapeMarkup } from './escape-markup.ts'
import { allLanguages, initialLanguage, languages } from './languages.ts'
import { ownFontsAttribute } from './own-fonts.ts'
import { type BootstrapData, type PageData, webManifestAddress } from './page-data.ts'

/** The styles that a page needs, and the colour of its ground. */
export type PageStyle = {
  css: string
  ground: { light: string; dark: string }
}

/** The picture that a link to a page is shown with elsewhere. */
export type SharingCard = { address: string; width: number; height: number; alt: string }

type DocumentParts = {
  page: PageData
  /** The application's HTML for this page. */
  body: string
  /** The script that starts the page and what it must know; none for the answer to a plain form, which stays as it is. */
  start?: { bootstrap: string; data: BootstrapData }
  style: PageStyle
  origin: string
  siteName: string
  /** None for what is not meant to be shared: the not-found page, the answer to a plain form. */
  card?: SharingCard | undefined
  /** What the page says of itself to machines, in JSON-LD. */
  structuredData?: object | undefined
  live?: LiveParts | undefined
}

/** What live editing adds to a document. */
export type LiveParts = { styleSheet: string; notice: string }

/** One whole HTML document: it needs nothing else to be read. */
export function renderDocument(parts: DocumentParts): string {
  const { page, body, start, style, origin, siteName, card, structuredData, live } = parts
  const { direction } = languages[page.language]
  // React listens to clicks on #app. Were it anything to a screen reader, Firefox would call whatever can take the focus in
  // it clickable: a heading to which the focus goes, the errors of a form.
  return `<!doctype html>
<html lang="${page.language}" dir="${direction}" ${ownFontsAttribute}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(page.head.title)}</title>
<meta name="description" content="${escapeMarkup(page.head.description)}">
${page.kind === 'not-found' || page.head.noindex ? '<meta name="robots" content="noindex">' : links(page, origin)}
<meta property="og:title" content="${escapeMarkup(page.head.title)}">
<meta property="og:description" content="${escapeMarkup(page.head.description)}">
<meta property="og:site_name" content="${escapeMarkup(siteName)}">
<meta property="og:locale" content="${languages[page.language].locale.replace('-', '_')}">
${card ? cardLinks(card, origin) : ''}
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${style.ground.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${style.ground.dark}">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
${start ? `<noscript>${manifestLink(page)}</noscript>` : manifestLink(page)}
<style>${style.css}</style>
${live ? `<link rel="stylesheet" href="${live.styleSheet}">\n` : ''}${start ? `<script>${start.bootstrap}</script>\n` : ''}</head>
<body>
${live?.notice ?? ''}<div id="app" role="none">${body}</div>
${structuredData ? dataBlock('type="application/ld+json"', structuredData) : ''}${start ? bootstrapData(start.data) : ''}</body>
</html>
`
}

/** With script it comes when the page is hydrated: a visitor who only reads need not load it. */
const manifestLink = ({ language }: PageData) => `<link rel="manifest" href="${webManifestAddress(language)}">`

/** What the bootstrap script and the browser are told, after everything that is read. */
function bootstrapData(data: BootstrapData): string {
  return `${dataBlock('type="application/json" id="site"', data)}<script type="speculationrules">${speculationRules}</script>
`
}

/** What leads to another page in this language: languages change in place, and the map has a frame of its own. */
const pageLink = 'a[href^="/"]:not([hreflang], [target], [aria-current])'

/**
 * Until the page is hydrated, its links load documents: the browser may fetch one as soon as a pointer is over its link, or a
 * finger on it (HTML, "speculative loading"). `:hover` says so where an eagerness would not do: "moderate" waits 200 ms for a
 * pointer, and on a phone it and "eager" take links for wanted that are merely in view. Chromium looks at the selector again
 * when a style depends on it, as that of links in base.css does. To draw the page ahead too would hold up the click on a slow
 * device.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    { where: { selector_matches: `${pageLink}:hover` }, eagerness: 'eager' },
    { where: { selector_matches: pageLink }, eagerness: 'conservative' },
  ],
})

/** Data in a script element: never run, so the content security policy has no say in it (HTML, "data block"). */
function dataBlock(attributes: string, data: object): string {
  return `<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`
}

function links({ kind, address, addresses }: PageData, origin: string): string {
  const absolute = (path: string) => escapeMarkup(new URL(path, origin).href)
  const alternates = allLanguages.map(
    (language) => `<link rel="alternate" hreflang="${language}" href="${absolute(addresses[language])}">`,
  )
  return [
    `<link rel="canonical" href="${absolute(address)}">`,
    ...alternates,
    `<link rel="alternate" hreflang="x-default" href="${absolute(addresses[initialLanguage])}">`,
    `<meta property="og:type" content="${kind === 'article' ? 'article' : 'website'}">`,
    `<meta property="og:url" content="${absolute(address)}">`,
  ].join('\n')
}

/** Open Graph, and the one line that X asks for besides. The picture's address must be whole. */
function cardLinks({ address, width, height, alt }: SharingCard, origin: string): string {
  return `<meta property="og:image" content="${escapeMarkup(new URL(address, origin).href)}">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
<meta property="og:image:alt" content="${escapeMarkup(alt)}">
<meta name="twitter:card" content="summary_large_image">`
}
