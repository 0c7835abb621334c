import { type BootstrapData, pageDataAddress, shellDataAddress, webManifestAddress } from '../../shared/page-data.ts'
import { brokenPromises } from '../../shared/promised-headers.ts'
import type { ExpectedPage, ExpectedSite } from './expected-site.ts'
import type { Breach, Check } from './live-report.ts'
import { acceptEncoding, answerInWords, hstsFaults, type MetPage, revalidationFaults } from './pages.ts'
import { type Answer, NoAnswer, textOf, type Visitor } from './visitor.ts'

type MetFile = { address: string; answer: Answer }

/** A year, as the build promises for names that hold a hash. */
const yearSeconds = 31_536_000

/** The files that pages name: all of them, and the script that wakes the pages. */
export type NamedFiles = { all: Set<string>; entry: string | undefined }

/** Asks for every file that the pages name, and looks at how it comes. */
export async function checkFiles(visitor: Visitor, named: NamedFiles, site: ExpectedSite): Promise<Check[]> {
  const addresses = [...named.all].sort()
  const breaches: Breach[] = []
  const files: MetFile[] = []
  await Promise.all(
    addresses.map(async (address) => {
      try {
        const answer = await visitor.ask(address, { method: 'HEAD', headers: { 'accept-encoding': acceptEncoding } })
        if (answer.status === 200) files.push({ address, answer })
        else breaches.push({ where: address, found: answerInWords(answer) })
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        breaches.push({ where: address, found: error.message })
      }
    }),
  )
  const hashed = files.filter(({ address }) => address.startsWith('/assets/'))
  const findIn = (among: MetFile[], find: (file: MetFile) => string[]): Breach[] =>
    among.flatMap((file) => find(file).map((found) => ({ where: file.address, found })))
  return [
    {
      what: 'every file that the pages name is there',
      of: addresses.length,
      breaches,
      remedy: 'Upload the whole build: pages and files belong together.',
    },
    {
      what: 'files say what they are, and bring every security header that is promised',
      of: files.length,
      breaches: findIn(files, ({ address, answer }) => [
        ...typeFaults(answer, site.types.get(decodeURI(address))),
        ...brokenPromises(answer.headers, false),
        ...hstsFaults(answer, visitor.origin),
      ]),
      remedy: 'Send the types and headers that the build wrote (docs/static-hosting.md) with every file.',
    },
    {
      what: 'files whose names hold a hash are kept for a year and never asked for again',
      of: hashed.length,
      breaches: findIn(hashed, ({ answer }) => cachingFaults(answer)),
      remedy: 'Send “Cache-Control: public, max-age=31536000, immutable” for /assets/.',
    },
    await checkScript(visitor, named.entry),
  ]
}

/** Adds what a browser may fetch for a page: what the page names itself, and what it tells its script. */
export function addNamedFiles(named: NamedFiles, { page, root }: MetPage, origin: string): void {
  const manifest = manifestOf(root.querySelector('script#site')?.rawText)
  named.entry ??= manifest.entry
  const addresses = [
    ...root.querySelectorAll('[src]').map((element) => element.getAttribute('src')),
    ...root
      .querySelectorAll('link[href]')
      .filter((link) => !/^(canonical|alternate)$/.test(link.getAttribute('rel') ?? ''))
      .map((link) => link.getAttribute('href')),
    root.querySelector('meta[property="og:image"]')?.getAttribute('content'),
    ...root.querySelectorAll('style').flatMap((style) => addressesIn(style.rawText)),
    ...filesOf(manifest, page),
  ]
  for (const address of addresses) {
    if (address === undefined || !URL.canParse(address, origin)) continue
    const url = new URL(address, origin)
    if (url.origin === origin) named.all.add(url.pathname)
  }
}

const addressesIn = (css: string) => [...css.matchAll(/url\(["']?(\/[^"')]+)/g)].map(([, address]) => address)

function manifestOf(json: string | undefined): Partial<BootstrapData> {
  try {
    return JSON.parse(json ?? '{}')
  } catch {
    return {}
  }
}

const filesOf = ({ build, entry, vendor, chunks }: Partial<BootstrapData>, { address, language }: ExpectedPage) => [
  webManifestAddress(language),
  entry,
  vendor,
  ...Object.values(chunks ?? {}).flatMap(({ script, styles }) => [script, ...styles]),
  ...(build ? [pageDataAddress(build, address), shellDataAddress(build, language)] : []),
]

function typeFaults({ headers }: Answer, wanted: string | undefined): string[] {
  const type = headers['content-type']
  // Whether a type of text names its encoding is the server's business, as long as it is not another.
  const essence = (value: string) => value.split(';')[0]?.trim().toLowerCase().replace('application/', 'text/')
  return !wanted || (type && essence(type) === essence(wanted)) ? [] : [`content-type is ${type}, not ${wanted}`]
}

function cachingFaults({ headers }: Answer): string[] {
  const caching = headers['cache-control'] ?? 'missing'
  const seconds = Number(/max-age=(\d+)/.exec(caching)?.[1] ?? 0)
  return seconds >= yearSeconds && caching.includes('immutable') ? [] : [`cache-control is ${caching}`]
}

/** One file whole: the script that wakes every page. */
async function checkScript(visitor: Visitor, entry: string | undefined): Promise<Check> {
  const check = {
    what: 'the script that wakes the pages arrives compressed and whole, and is answered with 304 afterwards',
    of: 1,
    remedy: 'Let the proxy pass Accept-Encoding, Content-Encoding and If-None-Match on for files too.',
  }
  if (!entry) return { ...check, breaches: [{ where: 'the pages', found: 'they name no script' }] }
  try {
    const headers = { 'accept-encoding': acceptEncoding }
    const answer = await visitor.ask(entry, { headers })
    const encoding = answer.headers['content-encoding']
    const { etag } = answer.headers
    const again = etag ? await visitor.ask(entry, { headers: { ...headers, 'if-none-match': etag } }) : undefined
    const found = [
      ...(answer.status === 200 ? [] : [answerInWords(answer)]),
      ...(encoding ? [] : ['content-encoding is missing']),
      ...(textOf(answer).length > 0 ? [] : ['it is empty']),
      ...revalidationFaults(again),
    ]
    return { ...check, breaches: found.map((words) => ({ where: entry, found: words })) }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { ...check, breaches: [{ where: entry, found: error.message }] }
  }
}
