import { renderSVG } from 'uqr'
import { foldAddress } from '../../shared/redirects.ts'
import { readNumber } from '../../shared/register/number.ts'
import { filePolicy } from '../../shared/security-headers.ts'
import { respondText } from '../pages/respond-page.ts'
import type { SiteRequest, SiteResponse } from '../response.ts'

/** A QR code shows no state, only an address that does not change. */
const cacheControl = 'public, max-age=86400'

/** Answers a request for the QR code of a certificate, `/c/<number>.svg`, and its near misses; nothing for any other. */
export function serveCode(
  request: SiteRequest,
  path: string,
  origin: string,
  certificates: Map<string, unknown>,
): SiteResponse | undefined {
  const [, folder = '', typed = ''] = /^(.*)\/([^/]{1,100})\.svg\/*$/i.exec(path) ?? []
  const number = readNumber(typed) ?? ''
  if (foldAddress(folder) !== '/c' || !certificates.has(number)) return undefined
  const location = `/c/${number}.svg`
  if (path !== location) return { status: 301, headers: { location, 'cache-control': cacheControl } }
  const headers = { type: 'image/svg+xml', contentSecurityPolicy: filePolicy, cacheControl }
  return respondText(request, 200, drawCode(`${origin}/C/${number}`), headers)
}

/**
 * A QR code (ISO/IEC 18004, level M) with the margin of four modules that the standard asks for. Capitals alone are written in
 * its alphanumeric mode, which takes a third less room; host names and this site's addresses do not distinguish case.
 */
const drawCode = (address: string) => renderSVG(address.toUpperCase(), { ecc: 'M', border: 4 })
