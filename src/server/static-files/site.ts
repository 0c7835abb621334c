import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BuiltFile, type BuiltSite, type Encoding, encodings } from '../../shared/built-site.ts'
import { CommandError } from '../../shared/command-error.ts'
import { allLanguages, languageOf, notFoundAddress } from '../../shared/languages.ts'
import { foldAddress, redirectFinder } from '../../shared/redirects.ts'
import { acceptedEncoding } from './accept-headers.ts'

export type SiteRequest = {
  url: string
  acceptEncoding?: string | undefined
  acceptLanguage?: string | undefined
  ifNoneMatch?: string | undefined
}
export type SiteAnswer = { status: number; headers: Record<string, string>; body?: Buffer }

/** A file as it is, or compressed: what a client is sent. */
type Form = { etag: string; body: Buffer; headers: Record<string, string> }
type ServedFile = BuiltFile & { forms: Map<string, Form> }

/** Somebody has deleted or changed a file of the build. */
export const damagedBuild = (folder: string, cause: unknown) =>
  new CommandError(`The build in ${folder} is not whole (${(cause as Error).message}). Make it anew: npm run build`, {
    cause,
  })

const notFoundAddresses = allLanguages.map(notFoundAddress)

/** The built site in memory, in its compressed forms: an answer reads no file. */
export class Site {
  readonly build: string
  readonly #files = new Map<string, ServedFile>()
  readonly #findRedirect: (path: string) => string | undefined

  /**
   * @param folder where the build wrote: dist
   * @throws CommandError when it wrote nothing yet, or when what it wrote is not whole
   */
  constructor(folder: string) {
    if (!existsSync(`${folder}/site.json`))
      throw new CommandError(`There is no build in ${folder}. Make one first: npm run build`)
    try {
      const site: BuiltSite = JSON.parse(readFileSync(`${folder}/site.json`, 'utf8'))
      this.build = site.build
      this.#findRedirect = redirectFinder(site.addresses)
      for (const [address, file] of Object.entries(site.files)) this.#files.set(address, readForms(folder, file))
    } catch (error) {
      throw damagedBuild(folder, error)
    }
  }

  /** Answers a GET: the file, 304, a redirect to the true address, or the not-found page in the visitor's language. */
  answer({ url, acceptEncoding, ifNoneMatch }: SiteRequest): SiteAnswer {
    const [rawPath, query] = splitUrl(url)
    const path = decodePath(rawPath)
    const file = path && this.#files.get(path)
    // A not-found page has no address of its own: a request for /404 gets it with status 404.
    if (path && file && !notFoundAddresses.includes(path)) return answerFile(file, 200, acceptEncoding, ifNoneMatch)
    const meant = path && this.#findRedirect(path)
    return meant ? redirect(encodeURI(meant) + query) : this.notFound({ url, acceptEncoding })
  }

  /** The not-found page in the language of the address, or of what it nearly is: /EN/…, /%65n/…, //en/… */
  notFound({ url, acceptEncoding }: SiteRequest, status = 404): SiteAnswer {
    const path = decodePath(splitUrl(url)[0]) ?? url
    const page = this.#files.get(notFoundAddress(languageOf(foldAddress(path)))) as ServedFile
    const answer = answerFile(page, status, acceptEncoding)
    return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
  }
}

/** All forms of a file. The plain one, which few clients need, is half of the site's bytes: some megabytes. */
function readForms(folder: string, file: BuiltFile): ServedFile {
  const path = `${folder}/public/${file.path}`
  const cacheControl = file.immutable ? 'public, max-age=31536000, immutable' : 'public, no-cache'
  const forms = new Map([['identity', formOf({ ...file, cacheControl }, readFileSync(path))]])
  for (const encoding of file.encodings)
    forms.set(encoding, formOf({ ...file, cacheControl }, readFileSync(path + encodings[encoding]), encoding))
  return { ...file, forms }
}

type FormParts = Pick<BuiltFile, 'type' | 'hash' | 'contentSecurityPolicy'> & { cacheControl: string }

function formOf(file: FormParts, body: Buffer, encoding?: string): Form {
  const etag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`
  return {
    etag,
    body,
    headers: {
      'content-type': file.type,
      'content-length': String(body.length),
      ...(encoding && { 'content-encoding': encoding }),
      vary: 'accept-encoding',
      etag,
      'cache-control': file.cacheControl,
      'content-security-policy': file.contentSecurityPolicy,
    },
  }
}

function answerFile(file: ServedFile, status: number, acceptEncoding?: string, ifNoneMatch?: string): SiteAnswer {
  const form = file.forms.get(acceptedEncoding(acceptEncoding, file.encodings) ?? 'identity') as Form
  return answerForm(form, status, ifNoneMatch)
}

const compressors: Record<Encoding, (text: string) => Buffer> = {
  // The text is made for each request: quality 4 takes a twentieth of the time of 11, for a few bytes more.
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => gzipSync(text),
}

/** Answers with a text that is no file: it is compressed for each request. */
export function answerText(
  { acceptEncoding, ifNoneMatch }: SiteRequest,
  { text, status, ...parts }: Omit<FormParts, 'hash'> & { text: string; status: number },
): SiteAnswer {
  const encoding = acceptedEncoding(acceptEncoding, Object.keys(encodings) as Encoding[])
  const hash = createHash('sha1').update(text).digest('base64url')
  const form = formOf({ ...parts, hash }, encoding ? compressors[encoding](text) : Buffer.from(text), encoding)
  return answerForm(form, status, ifNoneMatch)
}

/** Answers with a form of a file, or with 304 if the client has it. */
function answerForm({ etag, body, headers }: Form, status: number, ifNoneMatch?: string): SiteAnswer {
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

const redirect = (location: string): SiteAnswer => ({
  status: 301,
  headers: { location, 'cache-control': 'public, max-age=3600' },
})

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
