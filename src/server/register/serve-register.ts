import { renderSVG } from 'uqr'
import { type PageData, pageDataAddress } from '../../shared/page-data.ts'
import type { ShownCertificate } from '../../shared/register/certificate.ts'
import { filePolicy } from '../../shared/security-headers.ts'
import type { LoadedSite } from '../built-site.ts'
import { respondPage, respondText } from '../pages/respond-page.ts'
import { decodePath, type SiteRequest, type SiteResponse, splitUrl } from '../response.ts'
import { preferredLanguage } from '../static-files/accept-headers.ts'
import { registerPages } from './register-pages.ts'

/** A state changes at midnight and with each build. Browsers show what they have stored again with Back, however old. */
const cacheControl = 'no-store'

/**
 * Serves the register's pages from memory, as documents and as data for the browser's code, and QR codes.
 * @returns a function that answers the requests for these, and no other
 */
export function serveRegister(site: LoadedSite, now = () => new Date()) {
  if (!site.register) return () => undefined
  const { origin } = site.settings
  const findPage = registerPages(site, site.register, now)
  const [dataFolder, dataEnding] = pageDataAddress(site.dataVersion, '*').split('*') as [string, string]

  return (request: SiteRequest): SiteResponse | undefined => {
    const [rawPath, rawQuery] = splitUrl(request.url)
    const path = decodePath(rawPath) ?? ''
    const isData = path.startsWith(dataFolder) && path.endsWith(dataEnding)
    const [, inCode] = /^(\/+c\/[^/]+)\.svg\/*$/i.exec(path) ?? []
    const query = new URLSearchParams(rawQuery)
    const asked = isData ? path.slice(dataFolder.length, -dataEnding.length) : (inCode ?? path)
    const page = findPage(asked, query, preferredLanguage(request.acceptLanguage))
    const { certificate, advice } = page?.content.view ?? {}
    const own = inCode ? certificate && `/c/${certificate.number}.svg` : page?.address
    if (!page || !own) return undefined
    if (isData) return respondText(request, 200, JSON.stringify(page), fileHeaders('application/json', cacheControl))
    const { pathname } = new URL(own, origin)
    if (decodePath(pathname) !== path) {
      const isSeeOther = !inCode && (query.has('q') || /^\/c\/[^/]+$/.test(path))
      const headers = { location: pathname, 'cache-control': cacheControl, vary: 'accept-language' }
      return { status: isSeeOther ? 303 : 301, headers }
    }
    // A QR code shows no state, only an address that does not change.
    const codeHeaders = fileHeaders('image/svg+xml', 'public, max-age=86400')
    if (inCode && certificate) return respondText(request, 200, drawCode(certificate.address), codeHeaders)
    const structuredData = certificate && certification(page, certificate, origin)
    return respondPage(request, site, { page, status: advice ? 404 : 200, structuredData, cacheControl })
  }
}

const fileHeaders = (type: string, cacheControl: string) => ({ type, contentSecurityPolicy: filePolicy, cacheControl })

/**
 * A QR code (ISO/IEC 18004, level M) with the margin of four modules that the standard asks for. Capitals alone are written in
 * its alphanumeric mode, which takes a third less room; host names and this site's addresses do not distinguish case.
 */
export const drawCode = (address: string) => renderSVG(address.toUpperCase(), { ecc: 'M', border: 4 })

/** A certificate's page described for machines (schema.org, JSON-LD). */
const certification = ({ address, content }: PageData<'register'>, shown: ShownCertificate, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Certification',
  name: content.title,
  url: origin + address,
  certificationIdentification: shown.number,
  certificationStatus: `https://schema.org/Certification${shown.state === 'in_force' ? 'Active' : 'Inactive'}`,
  validFrom: shown.from,
  expires: shown.until,
  issuedBy: { '@id': `${origin}/#organization` },
  about: { '@type': 'Organization', name: shown.holder || shown.plant },
})
