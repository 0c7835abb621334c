import { type BuiltFile, pathsOf } from '../../shared/built-site.ts'
import { allLanguages, languageOf, notFoundAddress } from '../../shared/languages.ts'
import { foldAddress, redirectFinder } from '../../shared/redirects.ts'
import type { LoadedSite } from '../built-site.ts'
import {
  decodePath,
  type Representation,
  representation,
  respond,
  type SiteRequest,
  type SiteResponse,
  splitUrl,
} from '../response.ts'
import { acceptedEncoding } from './accept-headers.ts'

type ServedFile = BuiltFile & { forms: Map<string, Representation> }

const notFoundAddresses = allLanguages.map(notFoundAddress)

/** Serves the public files of the built site, and redirects near misses of its addresses. */
export class StaticFiles {
  readonly #files: Map<string, ServedFile>
  readonly #findRedirect: (path: string) => string | undefined

  constructor({ files, contents, addresses }: Pick<LoadedSite, 'files' | 'contents' | 'addresses'>) {
    this.#findRedirect = redirectFinder(addresses)
    this.#files = new Map(
      Object.entries(files).map(([address, file]) => [address, { ...file, forms: formsOf(file, contents) }]),
    )
  }

  /** Answers a GET: the file, 304, a redirect to the canonical address, or the not-found page in the visitor's language. */
  get({ url, acceptEncoding, ifNoneMatch }: SiteRequest): SiteResponse {
    const [rawPath, query] = splitUrl(url)
    const path = decodePath(rawPath)
    const file = path && this.#files.get(path)
    // A not-found page has no address of its own: a request for /404 gets it with status 404.
    if (path && file && !notFoundAddresses.includes(path)) return send(file, 200, acceptEncoding, ifNoneMatch)
    const canonical = path && this.#findRedirect(path)
    return canonical ? redirect(encodeURI(canonical) + query) : this.notFound({ url, acceptEncoding })
  }

  /** The not-found page in the language of the address, or of what it nearly is: /EN/…, /%65n/…, //en/… */
  notFound({ url, acceptEncoding }: SiteRequest, status = 404): SiteResponse {
    const path = decodePath(splitUrl(url)[0]) ?? url
    const page = this.#files.get(notFoundAddress(languageOf(foldAddress(path)))) as ServedFile
    const response = send(page, status, acceptEncoding)
    return { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } }
  }
}

/** All forms of a file. The plain one, which few clients need, is half of the site's bytes: some megabytes. */
function formsOf(file: BuiltFile, contents: LoadedSite['contents']): ServedFile['forms'] {
  const cacheControl = file.immutable ? 'public, max-age=31536000, immutable' : 'public, no-cache'
  return new Map(
    pathsOf(file).map((path, index) => {
      const encoding = index === 0 ? undefined : file.encodings[index - 1]
      const body = contents.get(path) as Buffer
      return [encoding ?? 'identity', representation({ ...file, cacheControl }, file.hash, body, encoding)]
    }),
  )
}

function send(file: ServedFile, status: number, acceptEncoding?: string, ifNoneMatch?: string): SiteResponse {
  const form = file.forms.get(acceptedEncoding(acceptEncoding, file.encodings) ?? 'identity') as Representation
  return respond(form, status, ifNoneMatch)
}

const redirect = (location: string): SiteResponse => ({
  status: 301,
  headers: { location, 'cache-control': 'public, max-age=3600' },
})
