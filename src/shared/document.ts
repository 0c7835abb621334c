import { escapeMarkup } from './escape-markup.ts'
import { initialLanguage, type Language, languages, publishedLanguages } from './languages.ts'
import type { BootstrapData, PageData, Picture } from './page-data.ts'

/** What all documents of one kind of page have in common. */
export type DocumentTemplate = {
  /** The end of the head: the colour of the page, icons, all styles that it needs, and the bootstrap script. */
  headEnd: string
  /** What the bootstrap script loads, and which links the browser prefetches; none for a page that is not hydrated. */
  script?: { code: Omit<BootstrapData, 'address' | 'kind'>; speculationRules: string }
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
  const { headEnd, script } = template
  const { direction, locale } = languages[language]
  const lines = [
    '<!doctype html>',
    `<html lang="${language}" dir="${direction}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // Numbers of certificates look like telephone numbers; those that can be called are links.
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">',
    `<title>${escapeMarkup(head.title)}</title>`,
    meta('name="description"', head.description),
    head.feed &&
      `<link rel="alternate" type="application/atom+xml" href="${escapeMarkup(new URL(head.feed, origin).href)}">`,
    ...(kind === 'not-found' || head.noindex ? [meta('name="robots"', 'noindex')] : addressLinks(page, origin)),
    meta('property="og:title"', head.title),
    meta('property="og:description"', head.description),
    meta('property="og:site_name"', siteName),
    meta('property="og:locale"', locale.replace('-', '_')),
    ...(card ? cardLinks(card, origin) : []),
    headEnd,
    '</head>',
    '<body>',
    // React listens to clicks on #app. With any other role, Firefox would report each focusable element in it as clickable:
    // a heading that gets the focus, the errors of a form.
    // Cloudflare would replace e-mail addresses by a word that only its script turns back (docs/static-hosting.md).
    `<!--email_off--><div id="app" role="none">${body}</div><!--/email_off-->`,
    structuredData && dataBlock('type="application/ld+json"', structuredData),
    script && dataBlock('type="application/json" id="site"', { address, kind, ...script.code } satisfies BootstrapData),
    script && `<script type="speculationrules">${script.speculationRules}</script>`,
    '</body>',
    '</html>\n',
  ]
  return lines.filter(Boolean).join('\n')
}

const meta = (attributes: string, content: string) => `<meta ${attributes} content="${escapeMarkup(content)}">`

/** Data in a script element: never run, so the content security policy does not apply (HTML, "data block"). */
const dataBlock = (attributes: string, data: object) =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** The same page in each published language, by its name in `hreflang`. */
export const alternatesOf = (addresses: Record<Language, string>): [hreflang: string, address: string][] => [
  ...publishedLanguages.map((language): [string, string] => [language, addresses[language]]),
  ['x-default', addresses[initialLanguage]],
]

function addressLinks({ kind, address, addresses }: PageData, origin: string): string[] {
  const absolute = (path: string) => escapeMarkup(new URL(path, origin).href)
  return [
    `<link rel="canonical" href="${absolute(address)}">`,
    ...alternatesOf(addresses).map(
      ([language, path]) => `<link rel="alternate" hreflang="${language}" href="${absolute(path)}">`,
    ),
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
