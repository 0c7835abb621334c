import type { Encoding } from '../shared/built-site.ts'
import { sharedHeaders } from '../shared/security-headers.ts'

/** The parts of a GET request that decide its response; `url` is as it was sent. */
export type SiteRequest = {
  url: string
  acceptEncoding?: string | undefined
  acceptLanguage?: string | undefined
  ifNoneMatch?: string | undefined
}
export type SiteResponse = { status: number; headers: Record<string, string>; body?: Buffer }

/** The headers of a content. @property hash of the uncompressed bytes @property isShared other sites may show it, as any picture */
export type ContentHeaders = {
  type: string
  hash: string
  contentSecurityPolicy: string
  cacheControl: string
  isShared?: boolean
}

/** Sends a content, compressed or not, or 304 if the client has it. */
export function respond(
  { ifNoneMatch }: Pick<SiteRequest, 'ifNoneMatch'>,
  status: number,
  content: ContentHeaders,
  body: Buffer,
  encoding?: Encoding,
): SiteResponse {
  const etag = `"${content.hash}${encoding ? `-${encoding}` : ''}"`
  const headers = {
    'content-type': content.type,
    ...(encoding && { 'content-encoding': encoding }),
    vary: 'accept-encoding',
    etag,
    'cache-control': content.cacheControl,
    'content-security-policy': content.contentSecurityPolicy,
    ...((content.isShared || content.type.startsWith('image/')) && sharedHeaders),
  }
  if (status === 200 && ifNoneMatch && matches(ifNoneMatch, etag)) return { status: 304, headers }
  return { status, headers: { ...headers, 'content-length': String(body.length) }, body }
}

/** Compares ETags weakly (RFC 9110 section 13.1.2), because proxies that compress mark an ETag as weak. */
function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch
    .split(',')
    .some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === etag)
}

export function splitUrl(url: string): [path: string, query: string] {
  const start = url.indexOf('?')
  return start === -1 ? [url, ''] : [url.slice(0, start), url.slice(start)]
}

/** @returns nothing if the path is not encoded in UTF-8 */
export function decodePath(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw)
  } catch {
    return undefined
  }
}
