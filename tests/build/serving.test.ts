import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allLanguages, type Language } from '../../src/shared/languages.ts'
import { unknownAddresses } from '../support/addresses.ts'
import { languageOfAnswer, sent } from './asking.ts'
import { entryScript, everyPage, publicPages, readBuiltFile } from './built-pages.ts'
import { startServer } from './real-server.ts'

/** The server is only read: one for all. */
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server[Symbol.asyncDispose]())

describe('files', () => {
  test('an accent may be percent-encoded in either case, or as an old link has it', async () => {
    for (const path of ['/Presentaci%C3%B3n', '/Presentaci%c3%b3n', '/%50resentaci%C3%B3n'])
      expect([path, (await server.ask(path)).status]).toEqual([path, 200])
    // Percent-encoded Latin-1, as some links have it, is redirected to the address in UTF-8.
    expect((await server.ask('/Presentaci%F3n')).headers.location).toBe('/Presentaci%C3%B3n')
  })

  test('a query changes nothing', async () => {
    const { status, body } = await server.ask('/en/contact?utm_source=newsletter&x=%zz')
    expect(status).toBe(200)
    expect(String(body)).toBe(readBuiltFile('/en/contact'))
  })
})

describe('caching', () => {
  test('what has not changed is answered with 304, without a body but with its caching', async () => {
    for (const path of ['/', '/en/contact', '/favicon.svg', entryScript])
      for (const encoding of ['br', 'gzip', 'identity']) {
        const first = await server.ask(path, { headers: { 'accept-encoding': encoding } })
        const etag = first.headers.etag ?? ''
        expect(etag).toMatch(/^"[^"]+"$/)
        const again = await server.ask(path, { headers: { 'accept-encoding': encoding, 'if-none-match': etag } })
        expect([again.status, again.body.length]).toEqual([304, 0])
        // A 304 must repeat these headers (RFC 9110 section 15.4.5).
        for (const name of ['etag', 'cache-control', 'vary'])
          expect(again.headers[name], `${path} ${name}`).toBe(first.headers[name])
      }
  })

  test('each compressed form has an ETag of its own', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (encoding) => (await server.ask('/', { headers: { 'accept-encoding': encoding } })).headers.etag,
      ),
    )
    expect(new Set(etags).size).toBe(3)
    const other = await server.ask('/', { headers: { 'accept-encoding': 'gzip', 'if-none-match': etags[0] ?? '' } })
    expect(other.status).toBe(200)
  })

  test.each([
    ['in a list', (etag: string) => `"other", ${etag}`, 304],
    ['marked weak by a proxy', (etag: string) => `W/${etag}`, 304],
    ['a star', () => '*', 304],
    ['another', () => '"other"', 200],
    ['without its quotes', (etag: string) => etag.replaceAll('"', ''), 200],
  ])('an ETag %s', async (_how, write, status) => {
    const { etag = '' } = (await server.ask('/fr')).headers
    expect((await server.ask('/fr', { headers: { 'if-none-match': write(etag) } })).status).toBe(status)
  })
})

describe('redirects', () => {
  test.each([
    ['other letter case', '/presentaci%C3%B3n', '/Presentaci%C3%B3n'],
    ['a missing accent', '/Presentacion', '/Presentaci%C3%B3n'],
    ['a decomposed accent', '/Presentacio%CC%81n', '/Presentaci%C3%B3n'],
    ['a slash at the end', '/en/', '/en'],
    ['a Spanish slug under /en', '/en/Presentaci%C3%B3n', '/en/presentation'],
    ['a Spanish slug under /fr', '/fr/bienestar-animal', '/fr/bien-etre-animal'],
    ['/es/…', '/es/contact', '/contact'],
    ['/es', '/es', '/'],
    ['an accent too many', '/fr/bien-%C3%AAtre-animal', '/fr/bien-etre-animal'],
    ['a slash that is encoded', '/en%2Fcontact', '/en/contact'],
    ['several at once', '/EN/CERTIFICACIO%CC%81N/', '/en/certification'],
  ])('%s, %s, leads for good to %s, query and all', async (_what, path, target) => {
    const plain = await server.ask(path)
    expect([plain.status, plain.headers.location]).toEqual([301, target])
    expect(plain.body.length).toBe(0)
    const queried = await server.ask(`${path}?a=1&b=%C3%B3`)
    expect([queried.status, queried.headers.location]).toEqual([301, `${target}?a=1&b=%C3%B3`])
    expect((await server.ask(target)).status).toBe(200)
  })

  test.each(['//example.org', '/\\example.org', '/%2F%2Fexample.org/..', '//example.org/%2e%2e'])(
    '%s leads to no other site',
    async (path) => {
      const { status, headers } = await server.ask(path)
      expect([301, 404]).toContain(status)
      expect(headers.location ?? '/').toMatch(/^\/(?![/\\])/)
    },
  )
})

describe('what is not there', () => {
  const unknown: [path: string, language: Language][] = [
    ...allLanguages.map((language): [string, Language] => [unknownAddresses[language], language]),
    ['/fr/nulle-part?retour=/en', 'fr'],
    ['/en/bien-etre-animal', 'en'],
    ['/en/fr/contact', 'en'],
    ['/contact.html', 'es'],
    // Not the prefix of a language, though they begin like one.
    ['/english', 'es'],
    ['/index.html', 'es'],
    // Capitals are ignored in a prefix too, as everywhere else.
    ['/EN/nowhere', 'en'],
    ['/%65n/nowhere', 'en'],
    ['//fr//nulle-part/', 'fr'],
    // The not-found pages have no address of their own.
    ['/404', 'es'],
    ['/assets/entry-browser-00000000.js', 'es'],
  ]
  test.each(unknown)('%s is answered with 404 and the not-found page in %s', async (path, language) => {
    const answer = await server.ask(path)
    expect([answer.status, languageOfAnswer(answer)]).toEqual([404, language])
    const page = everyPage.find((page) => page.key === 'not-found' && page.language === language)
    expect(String(answer.body)).toBe(page?.html)
    // A page may be added at this address, so a cache must not keep the 404.
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('a 404 is never turned into a 304', async () => {
    expect((await server.ask('/no-existe', { headers: { 'if-none-match': '*' } })).status).toBe(404)
  })
})

describe('nothing outside the public build can be fetched', () => {
  const secrets = ['mizan-halal-website', 'lockfileVersion', 'root:', '"files"', 'import ', 'localhost']
  test.each([
    '/package.json',
    '/../../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..%5c..%5cpackage.json',
    '/%252e%252e/%252e%252e/package.json',
    '/assets/../../site.json',
    '/site.json',
    '/index.html.br',
    '/content/organisation.yml',
    '/.env',
    '/../../../../../../etc/passwd',
    // Properties that every JavaScript object has: a table of files must not find them.
    '/__proto__',
    '/constructor',
  ])('%s', async (path) => {
    const { status, body } = await server.ask(path)
    expect([400, 404]).toContain(status)
    expect(languageOfAnswer({ body })).toBe('es')
    for (const secret of secrets) expect(String(body)).not.toContain(secret)
  })
})

describe('methods', () => {
  test('HEAD answers as GET does, without the body', async () => {
    for (const path of ['/', '/en/contact', entryScript, '/presentacion', '/no-existe']) {
      const get = await server.ask(path)
      const head = await server.ask(path, { method: 'HEAD' })
      const { date: _one, ...wanted } = get.headers
      const { date: _other, ...given } = head.headers
      expect([path, head.status, head.body.length, given]).toEqual([path, get.status, 0, wanted])
    }
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s is refused with what is allowed instead, in the language of the address',
    async (method) => {
      for (const [path, language] of [
        ['/', 'es'],
        ['/en/contact', 'en'],
        ['/fr?x=1', 'fr'],
        ['/en?x=1', 'en'],
      ] as const) {
        const answer = await server.ask(path, { method })
        expect([path, answer.status, answer.headers.allow]).toEqual([path, 405, 'GET, HEAD'])
        expect([path, languageOfAnswer(answer)]).toEqual([path, language])
      }
    },
  )
})

test('a page’s policy lets its own style and script work, and nothing else', async () => {
  for (const { address, root } of publicPages) {
    const policy = String((await server.ask(sent(address))).headers['content-security-policy'])
    const directives = new Map(
      policy.split('; ').map((directive) => {
        const [name = '', ...values] = directive.split(' ')
        return [name, values.join(' ')]
      }),
    )
    const scripts = root.querySelectorAll('script').filter((script) => !/json$/.test(script.getAttribute('type') ?? ''))
    const hashes = scripts.map(({ textContent }) => createHash('sha256').update(textContent).digest('base64'))
    expect(directives.get('script-src')?.split(' ').sort(), address).toEqual(
      ["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].sort(),
    )
    expect(directives.get('connect-src'), address).toBe("'self'")
    expect(directives.get('form-action'), address).toBe("'self'")
    expect(directives.get('base-uri'), address).toBe("'none'")
    expect(directives.get('object-src') ?? directives.get('default-src'), address).toBe("'none'")
    expect(directives.get('frame-ancestors'), address).toBe("'none'")
    expect(directives.get('require-trusted-types-for'), address).toBe("'script'")
    const styles = root
      .querySelectorAll('style')
      .map(({ textContent }) => createHash('sha256').update(textContent).digest('base64'))
    expect(directives.get('style-src'), address).toBe(`'self' ${styles.map((hash) => `'sha256-${hash}'`).join(' ')}`)
  }
})
