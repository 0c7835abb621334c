import { changesFeed } from '../../register/feed.ts'
import { describeCertificate } from '../../register/machine-readable.ts'
import { readNumber } from '../../register/number.ts'
import { readPack } from '../../register/pack.ts'
import { type LoadedRegister, maxQueryLength, registerPages, unavailablePage } from '../../register/pages.ts'
import { drawCode } from '../../register/qr-code.ts'
import { foldAddress, withoutLastSigns } from '../../shared/fold.ts'
import { initialLanguage, type Language, languageOf } from '../../shared/languages.ts'
import { memoizeLast } from '../../shared/memoize.ts'
import { ownFolders } from '../../shared/own-addresses.ts'
import { type PageData, pageDataAddress } from '../../shared/page-data.ts'
import { decodeNearMiss, redirectFinder } from '../../shared/redirects.ts'
import { filePolicy } from '../../shared/security-headers.ts'
import type { Content } from '../../site/pages/register/content.ts'
import type { LoadedSite } from '../built-site.ts'
import { respondPage, respondText } from '../pages/respond-page.ts'
import { decodePath, type SiteRequest, type SiteResponse, splitUrl } from '../response.ts'
import { preferredLanguage } from '../static-files/accept-headers.ts'
import type { CurrentRegister } from './live-register.ts'

/** A state changes at midnight and with each new act, and a browser's Back shows stored answers, however old they are. */
const cacheControl = 'no-store'

/** In seconds. While the register cannot be read, it is tried more often than that. */
const retryAfter = '30'

/** What an address of the register asks for. @property form a QR code, JSON or a feed; empty for a page */
type RegisterRequest = {
  what: 'list' | 'changes' | 'certificate'
  language: Language
  typed: string
  form: '' | 'svg' | 'json' | 'atom'
}

/**
 * Serves the register from memory: its pages, as documents and as data for the browser's code; QR codes, JSON and the feed.
 * @param current the register as it was last read
 * @returns a function that answers the requests for these, and no other
 */
export function serveRegister(site: LoadedSite, current: CurrentRegister, now = () => new Date()) {
  const built = site.register
  const { origin } = site.settings
  const { addresses } = built.pages[initialLanguage]
  const [findRegister, findChanges] = [built.pages, built.changes].map((each) => {
    const { addresses } = each[initialLanguage]
    const leadsHere = ([, address]: [string, string]) => Object.values(addresses).includes(address)
    return redirectFinder([addresses], Object.fromEntries(Object.entries(site.redirects).filter(leadsHere)))
  }) as [ReturnType<typeof redirectFinder>, ReturnType<typeof redirectFinder>]
  const [dataFolder, dataEnding] = pageDataAddress(site.codeVersion, '*').split('*') as [string, string]
  const partsOf = memoizeLast((loaded: LoadedRegister) => {
    const pages = registerPages(site, built, loaded, now)
    return { ...pages, loaded, feedOf: changesFeed(pages, { origin, site }) }
  })

  return (request: SiteRequest): SiteResponse | undefined => {
    const [rawPath, rawQuery] = splitUrl(request.url)
    const path = decodePath(rawPath) ?? ''
    const isData = path.startsWith(dataFolder) && path.endsWith(dataEnding)
    const exact = locate(isData ? path.slice(dataFolder.length, -dataEnding.length) : path, request)
    const near = isData ? undefined : locate(withoutLastSigns(decodeNearMiss(rawPath)), request)
    const loaded = current()
    // A number that does not exist keeps its own address: 50%2525 is not made 50%25.
    const isNear = near?.what === 'certificate' && loaded?.register.byNumber.has(readNumber(near.typed) ?? '')
    const asked = isNear ? near : exact
    if (!asked) return undefined
    if (!loaded) return isData || asked.form ? unavailable(request) : unavailableDocument(request, asked.language)
    const parts = partsOf(loaded)
    const query = new URLSearchParams(asked.form === 'atom' ? '' : rawQuery)
    if (asked.form === 'json') return respondJson(request, parts, asked, query)
    const certificate = asked.form === 'svg' ? loaded.register.byNumber.get(readNumber(asked.typed) ?? '') : undefined
    if (asked.form === 'svg' && !certificate) return undefined
    const page = composePage(parts, asked, query)
    if (isData) return respondText(request, 200, JSON.stringify(page), fileHeaders('application/json'))
    const own = certificate ? `/c/${certificate.number}.svg` : page.address
    const { pathname, search } = new URL(asked.form === 'atom' ? `${page.address}.atom` : own, origin)
    if (decodePath(pathname) !== path) {
      const isSeeOther = asked.form === '' && (query.has('q') || /^\/c\/[^/]+$/.test(path))
      const headers = { location: pathname + search, 'cache-control': cacheControl, vary: 'accept-language' }
      return { status: isSeeOther ? 303 : 301, headers }
    }
    if (asked.form === 'atom') return respondText(request, 200, parts.feedOf(asked.language), feedHeaders)
    // A QR code shows no state, only an address that does not change.
    if (certificate) return respondText(request, 200, drawCode(`${origin}/c/${certificate.number}`), codeHeaders)
    return respondPage(request, site, { page, status: page.content.view.advice ? 404 : 200, cacheControl })
  }

  /** Finds what a path asks for, near misses included. Short addresses (/c/…) get the visitor's preferred language. */
  function locate(path: string, { acceptLanguage }: SiteRequest): RegisterRequest | undefined {
    const feed = findChanges(path.replace(/\.atom\/*$/i, ''))
    const isFeed = /\.atom\/*$/i.test(path)
    if (feed) return { what: 'changes', language: languageOf(feed), typed: '', form: isFeed ? 'atom' : '' }
    if (findRegister(path) === path) return { what: 'list', language: languageOf(path), typed: '', form: '' }
    const [, folder = '', name = ''] = /^(.*)\/([^/]+)\/*$/.exec(path) ?? []
    const isShort = foldAddress(folder) === ownFolders.certificates
    const [typed = '', form = ''] = (isShort && /^(.+)\.(svg|json)$/i.exec(name)?.slice(1)) || [name]
    const address = isShort ? addresses[preferredLanguage(acceptLanguage)] : findRegister(folder)
    if (!address || typed.length > maxQueryLength) return undefined
    return { what: 'certificate', language: languageOf(address), typed, form: form.toLowerCase() as 'svg' | 'json' }
  }

  function composePage(
    parts: ReturnType<typeof partsOf>,
    { what, language, typed }: RegisterRequest,
    query: URLSearchParams,
  ): PageData<Content> {
    if (what === 'list') return parts.listPage(language, query)
    return what === 'changes' ? parts.changesPage(language, query) : parts.certificatePage(language, typed, query)
  }

  /** Answers in JSON what a certificate's page says, or which parameters are wrong. */
  function respondJson(
    request: SiteRequest,
    parts: ReturnType<typeof partsOf>,
    { typed }: RegisterRequest,
    query: URLSearchParams,
  ) {
    const { register } = parts.loaded
    const today = parts.dayNow()
    const certificate = register.byNumber.get(readNumber(typed) ?? '')
    const { pack, errors } = readPack(query.get('on') ?? '', query.get('batch') ?? '', today)
    const isAsked = Object.keys(errors).length === 0
    const said = certificate && isAsked && describeCertificate(certificate, pack, today)
    const error = certificate ? { on: errors.packed, batch: errors.batch } : 'unknown number'
    const [status, body] = said ? [200, said] : [certificate ? 400 : 404, { error }]
    return respondText(request, status, `${JSON.stringify(body, null, 2)}\n`, {
      ...fileHeaders('application/json'),
      isShared: true,
    })
  }

  function unavailableDocument(request: SiteRequest, language: Language): SiteResponse {
    const page = unavailablePage(site, built, language)
    const response = respondPage(request, site, { page, status: 503, cacheControl })
    return { ...response, headers: { ...response.headers, 'retry-after': retryAfter } }
  }
}

/** Answers requests for anything but pages while the register cannot be read. */
export function unavailable(request: SiteRequest): SiteResponse {
  const headers = { ...fileHeaders('text/plain; charset=utf-8'), isShared: true }
  const response = respondText(request, 503, 'The register cannot answer now. Please try again later.\n', headers)
  return { ...response, headers: { ...response.headers, 'retry-after': retryAfter } }
}

const fileHeaders = (type: string, cache = cacheControl) => ({
  type,
  contentSecurityPolicy: filePolicy,
  cacheControl: cache,
})
const codeHeaders = fileHeaders('image/svg+xml', 'public, max-age=86400')
const feedHeaders = { ...fileHeaders('application/atom+xml; charset=utf-8', 'no-cache'), isShared: true }
