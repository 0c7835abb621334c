import type { Encoding } from '../shared/built-site.ts'

/** What a GET request says of itself; `url` is as it was sent. */
export type SiteRequest = {
  url: string
  acceptEncoding?: string | undefined
  acceptLanguage?: string | undefined
  ifNoneMatch?: string | undefined
}
export type SiteResponse = { status: number; headers: Record<string, string>; body?: Buffer }

/** A content in one of its forms, plain or compressed, with its headers. */
export type Representation = { etag: string; body: Buffer; headers: Record<string, string> }

export type ContentHeaders = { type: string; contentSecurityPolicy: string; cacheControl: string }

/** @param hash of the plain content */
export function representation(
  { type, contentSecurityPolicy, cacheControl }: ContentHeaders,
  hash: string,
  body: Buffer,
  encoding?: Encoding,
): Representation {
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`
  return {
    etag,
    body,
    headers: {
      'content-type': type,
      'content-length': String(body.length),
      ...(encoding && { 'content-encoding': encoding }),
      vary: 'accept-encoding',
      etag,
      'cache-control': cacheControl,
      'content-security-policy': contentSecurityPolicy,
    },
  }
}

/** Sends a representation, or 304 if the client has it. */
export function respond({ etag, body, headers }: Representation, status: number, ifNoneMatch?: string): SiteResponse {
  if (status !== 200 || !ifNoneMatch || !matches(ifNoneMatch, etag)) return { status, headers, body }
  const { 'content-length': _, ...others } = headers
  return { status: 304, headers: others }
}

/** The weak comparison of RFC 9110 section 13.1.2: proxies that compress mark an ETag as weak. */
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
