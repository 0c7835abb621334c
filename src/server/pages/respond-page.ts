import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Encoding, encodings, type RenderedPage } from '../../shared/built-site.ts'
import { renderDocument } from '../../shared/document.ts'
import type { PageData } from '../../shared/page-data.ts'
import { filePolicy } from '../../shared/security-headers.ts'
import type { LoadedSite } from '../built-site.ts'
import { type ContentHeaders, representation, respond, type SiteRequest, type SiteResponse } from '../response.ts'
import { acceptedEncoding } from '../static-files/accept-headers.ts'

/** A page that is no file, and how it is sent. */
export type RequestedPage = {
  page: PageData<'contact'> | PageData<'register'>
  status: number
  cacheControl: string
  /** Structured data (JSON-LD). */
  structuredData?: object | undefined
}

type RequestHeaders = Pick<SiteRequest, 'acceptEncoding' | 'ifNoneMatch'>

/** Sends a page as a document, rendered with the site's own components. */
export function respondPage(request: RequestHeaders, site: LoadedSite, requested: RequestedPage): SiteResponse {
  const { page, structuredData, ...sent } = requested
  const { template, cards } = site[page.kind] as RenderedPage<'contact' | 'register'>
  const shell = site.shells[page.language]
  const { contentSecurityPolicy } = template
  const html = renderDocument({
    page,
    body: site.renderPage(shell, page),
    template,
    origin: site.settings.origin,
    siteName: shell.name,
    card: cards?.[page.language],
    structuredData,
  })
  return respondText(request, html, { ...sent, contentSecurityPolicy, type: 'text/html; charset=utf-8' })
}

/** Sends a page's data, for the code in the browser. */
export function respondPageData(request: RequestHeaders, { page, status, cacheControl }: RequestedPage): SiteResponse {
  const headers = { type: 'application/json', cacheControl, contentSecurityPolicy: filePolicy }
  return respondText(request, JSON.stringify(page), { status, ...headers })
}

const compressors: Record<Encoding, (text: string) => Buffer> = {
  // The text is made for each request: quality 4 takes a twentieth of the time of 11, for a few bytes more.
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => gzipSync(text),
}

/** Sends a text that is no file: it is compressed for each request. */
export function respondText(
  { acceptEncoding, ifNoneMatch }: RequestHeaders,
  text: string,
  { status, ...headers }: ContentHeaders & { status: number },
): SiteResponse {
  const encoding = acceptedEncoding(acceptEncoding, Object.keys(encodings) as Encoding[])
  const body = encoding ? compressors[encoding](text) : Buffer.from(text)
  const hash = createHash('sha1').update(text).digest('base64url')
  return respond(representation(headers, hash, body, encoding), status, ifNoneMatch)
}
