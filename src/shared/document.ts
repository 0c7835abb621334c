import { escapeMarkup } from './escape-markup.ts'
import { initialLanguage, languages } from './languages.ts'
import type { BootstrapData, PageData, Picture } from './page-data.ts'

/** What all documents of one kind of page have in common. */
export type DocumentTemplate = {
  /** All styles that the page needs. */
  css: string
  /** The colour of the page's background, for the browser's own controls. */
  themeColor: Record<'light' | 'dark', string>
  /** The bootstrap script and the code that it loads; none for a page that is not hydrated. */
  script?: { bootstrap: string; code: Omit<BootstrapData, 'address' | 'kind'> }
  /** The `Content-Security-Policy` of such a document. */
  contentSecurityPolicy: string
}

type DocumentParts = {
  page: PageData
  /** The application's HTML for this page. */
  body: string
  template: DocumentTemplate
  /** The public origin of the site, for absolute addresses. */
  origin: string
  siteName: string
  /** The picture shown beside a shared link. The not-found page and the answer to a plain form are not for sharing. */
  card?: Picture | undefined
  /** Structured data (JSON-LD). */
  structuredData?: object | undefined
}

/** An HTML document with its styles: readable without any other file. */
export function renderDocument(parts: DocumentParts): string {
  const { page, body, template, origin, siteName, card, structuredData } = parts
  const { head, language, kind, address } = page
  const { css, themeColor, script } = template
  const { direction, locale } = languages[language]
  const lines = [
    '<!doctype html>',
    `<html lang="${language}" dir="${direction}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeMarkup(head.title)}</title>`,
    meta('name="description"', head.description),
    ...(kind === 'not-found' || head.noindex ? [meta('name="robots"', 'noindex')] : addressLinks(page, origin)),
    meta('property="og:title"', head.title),
    meta('property="og:description"', head.description),
    meta('property="og:site_name"', siteName),
    meta('property="og:locale"', locale.replace('-', '_')),
    ...(card ? cardLinks(card, origin) : []),
    meta('name="theme-color" media="(prefers-color-scheme: light)"', themeColor.light),
    meta('name="theme-color" media="(prefers-color-scheme: dark)"', themeColor.dark),
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<style>${css}</style>`,
    script && `<script>${script.bootstrap}</script>`,
    '</head>',
    '<body>',
    // React listens to clicks on #app. With any other role, Firefox would call whatever can take the focus in it clickable:
    // a heading to which the focus goes, the errors of a form.
    `<div id="app" role="none">${body}</div>`,
    structuredData && dataBlock('type="application/ld+json"', structuredData),
    script && dataBlock('type="application/json" id="site"', { address, kind, ...script.code } satisfies BootstrapData),
    script && `<script type="speculationrules">${speculationRules}</script>`,
    '</body>',
    '</html>\n',
  ]
  return lines.filter(Boolean).join('\n')
}

const meta = (attributes: string, content: string) => `<meta ${attributes} content="${escapeMarkup(content)}">`

/** Links to other pages and languages. Links with a target change the map. */
const pageLink = 'a[href^="/"]:not([target], [aria-current])'

/**
 * Until the page is hydrated, its links load documents: the browser may prefetch one as soon as a pointer is over its link,
 * or a finger on it (HTML, "speculative loading"). The first rule uses `:hover`, because no eagerness fits: "moderate" waits
 * 200 ms for a pointer, and on a phone both it and "eager" prefetch links that are merely in view. Chromium evaluates the
 * selector again when a style depends on it, as that of links in base.css does. Prerendering the page too would delay the
 * click on a slow device.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    { where: { selector_matches: `${pageLink}:hover` }, eagerness: 'eager' },
    { where: { selector_matches: pageLink }, eagerness: 'conservative' },
  ],
})

/** Data in a script element: never run, so the content security policy does not apply (HTML, "data block"). */
const dataBlock = (attributes: string, data: object) =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

function addressLinks({ kind, address, addresses }: PageData, origin: string): string[] {
  const absolute = (path: string) => escapeMarkup(new URL(path, origin).href)
  const alternates = Object.entries({ ...addresses, 'x-default': addresses[initialLanguage] })
  return [
    `<link rel="canonical" href="${absolute(address)}">`,
    ...alternates.map(([language, path]) => `<link rel="alternate" hreflang="${language}" href="${absolute(path)}">`),
    meta('property="og:type"', kind === 'article' ? 'article' : 'website'),
    `<meta property="og:url" content="${absolute(address)}">`,
  ]
}

/** Open Graph, and the one line that X needs besides. The picture's address must be absolute. */
const cardLinks = ({ address, width, height, alt }: Picture, origin: string) => [
  meta('property="og:image"', new URL(address, origin).href),
  meta('property="og:image:width"', String(width)),
  meta('property="og:image:height"', String(height)),
  meta('property="og:image:alt"', alt),
  meta('name="twitter:card"', 'summary_large_image'),
]
