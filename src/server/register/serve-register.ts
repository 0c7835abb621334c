import { type PageData, pageDataAddress } from '../../shared/page-data.ts'
import { filePolicy } from '../../shared/security-headers.ts'
import type { LoadedSite } from '../built-site.ts'
import { respondPage, respondText } from '../pages/respond-page.ts'
import { decodePath, type SiteRequest, type SiteResponse, splitUrl } from '../response.ts'
import { preferredLanguage } from '../static-files/accept-headers.ts'
import { serveCode } from './register-code.ts'
import { registerPages } from './register-pages.ts'

/** Responds to a request for a page of the register; nothing for any other. */
export type ServeRegister = (request: SiteRequest) => SiteResponse | undefined

/** A state changes at midnight and with each build. Browsers show what they have stored again with Back, however old. */
const cacheControl = 'no-store'

/** Serves the register's pages from memory: as documents, and as data for the browser's code. */
export function serveRegister(site: LoadedSite, now = () => new Date()): ServeRegister {
  if (!site.register) return () => undefined
  const { byNumber, findPage } = registerPages(site, site.register, now)
  const [dataFolder, dataEnding] = pageDataAddress(site.dataVersion, '*').split('*') as [string, string]

  return (request) => {
    const [rawPath, query] = splitUrl(request.url)
    const path = decodePath(rawPath) ?? ''
    const code = serveCode(request, path, site.settings.origin, byNumber)
    if (code) return code
    const isData = path.startsWith(dataFolder) && path.endsWith(dataEnding)
    const address = isData ? path.slice(dataFolder.length, -dataEnding.length) : path
    const language = preferredLanguage(request.acceptLanguage)
    let found = findPage(address, new URLSearchParams(query), language)
    if (isData && found && 'redirect' in found) found = findPage(found.redirect, new URLSearchParams(), language)
    if (!found) return undefined
    if ('redirect' in found) {
      const headers = { location: encodeURI(found.redirect), 'cache-control': cacheControl, vary: 'accept-language' }
      return { status: found.status, headers }
    }
    const isMissing = found.content.view.kind === 'none'
    const json = { type: 'application/json', contentSecurityPolicy: filePolicy, cacheControl }
    if (isData) return respondText(request, 200, JSON.stringify(found), json)
    const structuredData = certification(found, site.settings.origin)
    return respondPage(request, site, { page: found, status: isMissing ? 404 : 200, structuredData, cacheControl })
  }
}

/** A certificate's page described for machines (schema.org, JSON-LD). */
function certification(
  { address, content: { title, view } }: PageData<'register'>,
  origin: string,
): object | undefined {
  if (view.kind !== 'certificate') return undefined
  const { number, holder, plant, from, until, state } = view.certificate
  return {
    '@context': 'https://schema.org',
    '@type': 'Certification',
    name: title,
    url: origin + address,
    certificationIdentification: number,
    certificationStatus: `https://schema.org/Certification${state === 'in_force' ? 'Active' : 'Inactive'}`,
    validFrom: from,
    expires: until,
    issuedBy: { '@id': `${origin}/#organization` },
    about: { '@type': 'Organization', name: holder || plant },
  }
}
