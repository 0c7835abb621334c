import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Encoding, encodings } from '../../shared/built-site.ts'
import { renderDocument } from '../../shared/document.ts'
import type { PageData } from '../../shared/page-data.ts'
import type { LoadedSite } from '../built-site.ts'
import { type ContentHeaders, respond, type SiteRequest, type SiteResponse } from '../response.ts'
import { acceptedEncoding } from '../static-files/accept-headers.ts'

type RequestHeaders = Pick<SiteRequest, 'acceptEncoding' | 'ifNoneMatch'>

/** A dynamic page, and how it is sent. */
type DynamicPage = {
  /** A page of the contact form or of the register. */
  page: PageData
  status: number
  cacheControl: string
}

/** Renders a dynamic page with the site's own components, and sends it as an HTML document. */
export function respondPage(
  request: RequestHeaders,
  site: LoadedSite,
  { page, status, cacheControl }: DynamicPage,
): SiteResponse {
  const { template, cards } = site[page.kind as 'contact' | 'register']
  const shell = site.shells[page.language]
  const { origin } = site.settings
  const card = cards?.[page.language]
  const body = site.renderPage(shell, page)
  const html = renderDocument({ page, body, template, origin, siteName: shell.name, card })
  const { contentSecurityPolicy } = template
  return respondText(request, status, html, { type: 'text/html; charset=utf-8', cacheControl, contentSecurityPolicy })
}

const compressors: Record<Encoding, (text: string) => Buffer> = {
  // Compressed for each request: quality 4 takes a twentieth of the time of 11, for a few bytes more.
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => gzipSync(text),
}

/** Sends a dynamic text, compressed as the client accepts it. */
export function respondText(
  request: RequestHeaders,
  status: number,
  text: string,
  headers: Omit<ContentHeaders, 'hash'>,
): SiteResponse {
  const encoding = acceptedEncoding(request.acceptEncoding, Object.keys(encodings) as Encoding[])
  const body = encoding ? compressors[encoding](text) : Buffer.from(text)
  const hash = createHash('sha1').update(text).digest('base64url')
  return respond(request, status, { ...headers, hash }, body, encoding)
}
