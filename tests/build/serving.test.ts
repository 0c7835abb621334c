import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { contentFolder } from '../../src/content/content.ts'
import { readRedirects } from '../../src/content/read/redirects.ts'
import { readBuiltSite } from '../../src/server/built-site.ts'
import { StaticFiles } from '../../src/server/static-files/static-files.ts'
import { allLanguages, isDraft, languageOf, notFoundAddress, publishedLanguages } from '../../src/shared/languages.ts'
import { ownAddresses, ownFolders } from '../../src/shared/own-addresses.ts'
import type { PageKey } from '../../src/shared/pages.ts'
import { addresses, unknownAddresses } from '../support/addresses.ts'
import { builtSite, everyPage, readBuiltBytes, readBuiltFile } from './built-pages.ts'
import { startServer } from './real-server.ts'

/** One server for all tests, because they only read. */
const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

describe('files', () => {
  test('every file is served in each of its forms, and not again if it has not changed', async () => {
    const site = new StaticFiles(await readBuiltSite())
    const notFoundPages = allLanguages.map(notFoundAddress)
    const files = Object.entries(builtSite.files).filter(([address]) => !notFoundPages.includes(address))
    expect(files.length).toBeGreaterThan(everyPage.length)
    for (const [address, { encodings, type, immutable }] of files) {
      const etags = new Set<string | undefined>()
      for (const form of ['identity', ...encodings] as const) {
        const request = { url: encodeURI(address), acceptEncoding: form }
        const { status, headers, body } = site.get(request)
        expect([address, status, headers['content-encoding'] ?? 'identity']).toEqual([address, 200, form])
        expect([address, body?.equals(readBuiltBytes(address, form))]).toEqual([address, true])
        const plain = form === 'identity' ? body : (form === 'br' ? brotliDecompressSync : gunzipSync)(body ?? '')
        expect([address, plain?.equals(readBuiltBytes(address))]).toEqual([address, true])
        // What has a hash in its address never changes.
        const caching = immutable ? 'public, max-age=31536000, immutable' : 'public, no-cache'
        expect([address, immutable]).toEqual([address, /^\/assets\/.*-[\w-]{8}\.\w+$/.test(address)])
        const { 'content-length': length, ...others } = headers
        expect(others, address).toMatchObject({
          'content-type': type,
          'cache-control': caching,
          vary: 'accept-encoding',
        })
        expect([address, Number(length)]).toEqual([address, body?.length])
        // A 304 repeats these headers (RFC 9110 section 15.4.5).
        const again = site.get({ ...request, ifNoneMatch: headers.etag })
        expect(again, address).toEqual({ status: 304, headers: others })
        etags.add(headers.etag)
      }
      expect(etags.size, address).toBe(1 + encodings.length)
    }
  })

  test('every file that is no page is in the list of addresses that no page may have', () => {
    const pages = everyPage.map(({ address }) => address)
    const isListed = (address: string) =>
      isDraft(languageOf(address)) ||
      Object.values<string>(ownAddresses).includes(address) ||
      Object.values(ownFolders).some((folder) => address.startsWith(`${folder}/`))
    expect(Object.keys(builtSite.files).filter((address) => !pages.includes(address) && !isListed(address))).toEqual([])
  })

  test('security.txt is not served once it has expired', async () => {
    const site = new StaticFiles(await readBuiltSite())
    const status = () => site.get({ url: '/.well-known/security.txt' }).status
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(status()).toBe(200)
    vi.setSystemTime(Date.now() + 366 * 86_400_000)
    expect(status()).toBe(404)
  })

  test('an accent may be percent-encoded in any way, and a query changes nothing', async () => {
    for (const path of ['/Presentaci%C3%B3n', '/Presentaci%c3%b3n', '/%50resentaci%C3%B3n'])
      expect([path, (await server.ask(path)).status]).toEqual([path, 200])
    expect(String((await server.ask('/en/contact?x=%zz')).body)).toBe(readBuiltFile('/en/contact'))
  })
})

// All that mailers and chats do to an address: src/shared/redirects.test.ts. To no other site: headers.test.ts.
test.each([
  ['a missing accent', '/Presentacion', '/Presentaci%C3%B3n'],
  ['a Spanish slug under another language', '/fr/bienestar-animal', '/fr/bien-etre-animal'],
  ['/es/…', '/es/contact', '/contact'],
  ['/es', '/es', '/'],
  ['several at once', '/EN/CERTIFICACIO%CC%81N/', '/en/certification'],
])('%s, %s, leads permanently to %s, with its query', async (_what, path, target) => {
  const { status, headers, body } = await server.ask(`${path}?a=1&b=%C3%B3`)
  expect([status, headers.location, body.length]).toEqual([301, `${target}?a=1&b=%C3%B3`, 0])
  expect((await server.ask(target)).status).toBe(200)
})

test('each old address leads permanently to its page', async () => {
  for (const { from, to, language } of readRedirects(contentFolder)) {
    const { status, headers } = await server.ask(encodeURI(from))
    expect([from, status, headers.location]).toEqual([from, 301, encodeURI(addresses[to as PageKey][language])])
  }
})

test('the address to which the form posts leads to the form, in the language of its page or of the browser', async () => {
  const locationFor = async (headers: Record<string, string>) => {
    const { status, headers: answered } = await server.ask('/api/contact?x=1', { headers })
    return [status, answered.location]
  }
  const referer = (path: string) => ({ referer: `http://127.0.0.1:${server.port}${path}` })
  for (const language of publishedLanguages) {
    const own = addresses.contact[language]
    expect(await locationFor({ ...referer(own), 'accept-language': 'de' })).toEqual([303, own])
    expect(
      await locationFor({ referer: 'https://www.example.com/en', 'accept-language': `${language};q=0.5, de` }),
    ).toEqual([303, own])
  }
  expect(await locationFor({ referer: '//[' })).toEqual([303, addresses.contact.es])
})

describe('missing pages', () => {
  test.each([
    ...publishedLanguages.map((language) => [unknownAddresses[language], language] as const),
    ['/fr/nulle-part?retour=/en', 'fr'],
    ['/en/bien-etre-animal', 'en'],
    ['/contact.htm', 'es'],
    // Not the prefix of a language, though it begins like one.
    ['/english', 'es'],
    ['/%65N/nowhere', 'en'],
    ['//fr//nulle-part/', 'fr'],
    // The not-found pages have no address of their own.
    ['/404', 'es'],
    ['/assets/entry-browser-00000000.js', 'es'],
    // Outside the public files, and a property of every JavaScript object.
    ['/..%2f..%2fpackage.json', 'es'],
    ['/assets/../../site.json', 'es'],
    ['/index.html.br', 'es'],
    ['/__proto__', 'es'],
  ] as const)('%s is answered with 404 and the not-found page in %s', async (path, language) => {
    const { status, headers, body } = await server.ask(path)
    const page = everyPage.find((page) => page.key === 'not-found' && page.language === language)
    expect([status, String(body)]).toEqual([404, page?.html])
    // A page may be added at this address, so the 404 must not be cached.
    expect(headers['cache-control']).toBe('no-store')
  })
})
