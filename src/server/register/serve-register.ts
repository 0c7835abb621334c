import { maxQueryLength, registerPages } from '../../register/pages.ts'
import { drawCode } from '../../register/qr-code.ts'
import { foldAddress, withoutLastSigns } from '../../shared/fold.ts'
import { initialLanguage, type Language, languageOf } from '../../shared/languages.ts'
import { type PageData, pageDataAddress } from '../../shared/page-data.ts'
import type { ShownCertificate } from '../../shared/register-page.ts'
import { filePolicy } from '../../shared/security-headers.ts'
import type { LoadedSite } from '../built-site.ts'
import { respondPage, respondText } from '../pages/respond-page.ts'
import { decodePath, type SiteRequest, type SiteResponse, splitUrl } from '../response.ts'
import { preferredLanguage } from '../static-files/accept-headers.ts'
import { decodeNearMiss, redirectFinder } from '../static-files/redirects.ts'

/** A state changes at midnight and with each build. Browsers show what they have stored again with Back, however old. */
const cacheControl = 'no-store'

/**
 * Serves the register's pages from memory, as documents and as data for the browser's code, and QR codes.
 * @returns a function that answers the requests for these, and no other
 */
export function serveRegister(site: LoadedSite, now = () => new Date()) {
  if (!site.register) return () => undefined
  const { origin } = site.settings
  const { listPage, certificatePage } = registerPages(site, site.register, now)
  const { addresses } = site.register.pages[initialLanguage]
  const findRegister = redirectFinder([addresses])
  const [dataFolder, dataEnding] = pageDataAddress(site.dataVersion, '*').split('*') as [string, string]

  return (request: SiteRequest): SiteResponse | undefined => {
    const [rawPath, rawQuery] = splitUrl(request.url)
    const path = decodePath(rawPath) ?? ''
    const isData = path.startsWith(dataFolder) && path.endsWith(dataEnding)
    const [, inCode] = /^(\/+c\/[^/]+)\.svg\/*$/i.exec(path) ?? []
    const query = new URLSearchParams(rawQuery)
    const asked = isData ? path.slice(dataFolder.length, -dataEnding.length) : (inCode ?? path)
    const find = (path: string) => findPage(path, query, preferredLanguage(request.acceptLanguage))
    const exact = find(asked)
    const near = exact && !exact.content.view.advice ? undefined : find(withoutLastSigns(decodeNearMiss(rawPath)))
    const page = near?.content.view.certificate ? near : exact
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

  /**
   * Finds the page that a decoded path and a query mean, also if its address is another one.
   * @param preferred the language that the browser prefers, for the short addresses `/c/…`
   */
  function findPage(path: string, query: URLSearchParams, preferred: Language): PageData<'register'> | undefined {
    if (findRegister(path) === path) return listPage(languageOf(path), query)
    const [, folder = '', typed = ''] = /^(.*)\/([^/]+)\/*$/.exec(path) ?? []
    const address = foldAddress(folder) === '/c' ? addresses[preferred] : findRegister(folder)
    return address && typed.length <= maxQueryLength ? certificatePage(languageOf(address), typed) : undefined
  }
}

const fileHeaders = (type: string, cacheControl: string) => ({ type, contentSecurityPolicy: filePolicy, cacheControl })

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
