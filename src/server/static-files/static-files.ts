import { type BuiltFile, encodings } from '../../shared/built-site.ts'
import { foldAddress } from '../../shared/fold.ts'
import { allLanguages, languageOf, notFoundAddress } from '../../shared/languages.ts'
import { decodeNearMiss, redirectFinder } from '../../shared/redirects.ts'
import type { LoadedSite } from '../built-site.ts'
import { decodePath, respond, type SiteRequest, type SiteResponse, splitUrl } from '../response.ts'
import { acceptedEncoding } from './accept-headers.ts'

const notFoundAddresses = allLanguages.map(notFoundAddress)

/** Serves the public files of the built site, and redirects near misses of its addresses. */
export class StaticFiles {
  readonly #files: Map<string, BuiltFile>
  readonly #contents: LoadedSite['contents']
  readonly #findRedirect: (path: string) => string | undefined

  constructor({ files, contents, addresses, redirects }: LoadedSite) {
    this.#files = new Map(Object.entries(files))
    this.#contents = contents
    this.#findRedirect = redirectFinder(addresses, redirects)
  }

  /** Answers a GET: the file, 304, a redirect to the canonical address, or the not-found page in the visitor's language. */
  get(request: SiteRequest): SiteResponse {
    const [rawPath, query] = splitUrl(request.url)
    const path = decodePath(rawPath)
    const file = path && this.#files.get(path)
    // A not-found page has no address of its own: a request for /404 gets it with status 404.
    if (path && file && !notFoundAddresses.includes(path) && !isExpired(file)) return this.#send(file, request)
    const canonical = this.#findRedirect(rawPath)
    return canonical ? redirect(encodeURI(canonical) + query) : this.notFound(request)
  }

  /** The not-found page in the language of the address, near misses included: /EN/…, /%65n/…, //en/… */
  notFound(request: SiteRequest, status = 404): SiteResponse {
    const path = foldAddress(decodeNearMiss(splitUrl(request.url)[0]))
    const page = this.#files.get(notFoundAddress(languageOf(path))) as BuiltFile
    return this.#send(page, request, status, 'no-store')
  }

  #send(file: BuiltFile, request: SiteRequest, status = 200, cacheControl = cacheControlOf(file)): SiteResponse {
    const encoding = acceptedEncoding(request.acceptEncoding, file.encodings)
    const body = this.#contents.get(file.path + (encoding ? encodings[encoding] : '')) as Buffer
    return respond(request, status, { ...file, cacheControl }, body, encoding)
  }
}

const isExpired = ({ expires }: BuiltFile) => expires !== undefined && Date.parse(expires) <= Date.now()

const cacheControlOf = ({ immutable }: BuiltFile) =>
  immutable ? 'public, max-age=31536000, immutable' : 'public, no-cache'

const redirect = (location: string): SiteResponse => ({
  status: 301,
  headers: { location, 'cache-control': 'public, max-age=3600' },
})
