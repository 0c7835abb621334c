import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allLanguages, type Language } from '../../src/shared/languages.ts'
import { unknownAddresses } from '../support/addresses.ts'
import { type Ask, languageOfAnswer, sent } from './asking.ts'
import { builtSite, entryScript, everyPage, publicPages, readBuiltFile } from './built-pages.ts'
import { expectPromised } from './promised-headers.ts'
import { startServer } from './real-server.ts'

const hashedFiles = Object.keys(builtSite.files).filter((address) => address.startsWith('/assets/'))

/** The server is only read: one for all. */
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server[Symbol.asyncDispose]())

describe('pages', () => {
  test('each page is served at its address, as HTML in UTF-8', async () => {
    for (const { address, html } of publicPages) {
      const { status, headers, body } = await server.ask(sent(address))
      expect([address, status, headers['content-type']]).toEqual([address, 200, 'text/html; charset=utf-8'])
      expect(body.equals(Buffer.from(html)), `${address} is not served as it was built.`).toBe(true)
    }
  })

  test('every file of the build is served with its type and length', async () => {
    const notFoundPages = Object.values(builtSite.notFound)
    const files = Object.entries(builtSite.files).filter(([address]) => !notFoundPages.includes(address))
    expect(files.length).toBeGreaterThan(21)
    for (const [address, { type }] of files) {
      const { status, headers, body } = await server.ask(sent(address))
      expect([address, status, headers['content-type']]).toEqual([address, 200, type])
      expect(Number(headers['content-length']), address).toBe(body.length)
    }
  })

  test('an accent may be percent-encoded in either case, or as an old link has it', async () => {
    for (const path of ['/Presentaci%C3%B3n', '/Presentaci%c3%b3n', '/%50resentaci%C3%B3n'])
      expect([path, (await server.ask(path)).status]).toEqual([path, 200])
    // Latin-1, from before addresses were UTF-8: understood, and sent to the true address.
    expect((await server.ask('/Presentaci%F3n')).headers.location).toBe('/Presentaci%C3%B3n')
  })

  test('a query changes nothing', async () => {
    const { status, body } = await server.ask('/en/contact?utm_source=newsletter&x=%zz')
    expect(status).toBe(200)
    expect(String(body)).toBe(readBuiltFile('/en/contact'))
  })
})

describe('compression', () => {
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }

  test.each<[accepts: string, form: keyof typeof decoders]>([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', 'identity'],
    ['deflate', 'identity'],
    ['', 'identity'],
  ])('Accept-Encoding “%s” gets the %s form, made beforehand', async (accepts, form) => {
    for (const path of ['/', '/en/contact', entryScript]) {
      const { headers, body } = await server.ask(path, { headers: { 'accept-encoding': accepts } })
      expect(headers['content-encoding']).toBe(form === 'identity' ? undefined : form)
      expect(headers.vary?.toLowerCase()).toContain('accept-encoding')
      expect(Number(headers['content-length'])).toBe(body.length)
      expect(decoders[form](body).equals(Buffer.from(readBuiltFile(path)))).toBe(true)
    }
  })

  test('a compressed form is much smaller', async () => {
    const plain = await server.ask('/')
    const small = await server.ask('/', { headers: { 'accept-encoding': 'br' } })
    expect(small.body.length).toBeLessThan(plain.body.length / 2)
  })
})

describe('caching', () => {
  test('every hashed file is kept for a year and never asked for again', async () => {
    expect(hashedFiles.length).toBeGreaterThan(20)
    for (const address of hashedFiles)
      expect([address, (await server.ask(sent(address))).headers['cache-control']]).toEqual([
        address,
        'public, max-age=31536000, immutable',
      ])
  })

  test('everything that keeps its address is asked for each time', async () => {
    const unhashed = Object.keys(builtSite.files).filter(
      (address) => !address.startsWith('/assets/') && !Object.values(builtSite.notFound).includes(address),
    )
    expect(unhashed).toEqual(expect.arrayContaining(['/', '/favicon.svg', '/robots.txt', '/sitemap.xml']))
    for (const address of unhashed)
      expect([address, (await server.ask(sent(address))).headers['cache-control']]).toEqual([
        address,
        'public, no-cache',
      ])
  })

  test('what has not changed is answered with 304, without a body but with its caching', async () => {
    for (const path of ['/', '/en/contact', '/favicon.svg', entryScript])
      for (const encoding of ['br', 'gzip', 'identity']) {
        const first = await server.ask(path, { headers: { 'accept-encoding': encoding } })
        const etag = first.headers.etag ?? ''
        expect(etag).toMatch(/^"[^"]+"$/)
        const again = await server.ask(path, { headers: { 'accept-encoding': encoding, 'if-none-match': etag } })
        expect([again.status, again.body.length]).toEqual([304, 0])
        // RFC 9110 section 15.4.5.
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
    ['other letter case', '/EN/Animal-Welfare', '/en/animal-welfare'],
    ['a missing accent', '/Presentacion', '/Presentaci%C3%B3n'],
    ['a decomposed accent', '/Presentacio%CC%81n', '/Presentaci%C3%B3n'],
    ['a slash at the end', '/en/', '/en'],
    ['a slash at the end', '/Certificaci%C3%B3n/', '/Certificaci%C3%B3n'],
    ['a Spanish slug under /en', '/en/Presentaci%C3%B3n', '/en/presentation'],
    ['a Spanish slug under /fr', '/fr/bienestar-animal', '/fr/bien-etre-animal'],
    ['/es/…', '/es/contact', '/contact'],
    ['/es', '/es', '/'],
    ['an accent too many', '/fr/bien-%C3%AAtre-animal', '/fr/bien-etre-animal'],
    ['/es/…, with its accent', '/es/Presentaci%C3%B3n', '/Presentaci%C3%B3n'],
    ['several at once', '/EN/CERTIFICACIO%CC%81N/', '/en/certification'],
  ])('%s, %s, leads for good to %s, query and all', async (_what, path, target) => {
    const plain = await server.ask(path)
    expect([plain.status, plain.headers.location]).toEqual([301, target])
    expect(plain.body.length).toBe(0)
    const queried = await server.ask(`${path}?a=1&b=%C3%B3`)
    expect([queried.status, queried.headers.location]).toEqual([301, `${target}?a=1&b=%C3%B3`])
    expect((await server.ask(target)).status).toBe(200)
  })

  test.each([
    '//example.org',
    '//example.org/contact',
    '/\\example.org',
    '/%2F%2Fexample.org/..',
    '//example.org/%2e%2e',
  ])('%s leads to no other site', async (path) => {
    const { status, headers } = await server.ask(path)
    expect([301, 404]).toContain(status)
    expect(headers.location ?? '/').toMatch(/^\/(?![/\\])/)
  })
})

describe('what is not there', () => {
  const unknown: [path: string, language: Language][] = [
    ...allLanguages.map((language): [string, Language] => [unknownAddresses[language], language]),
    ['/en/bienestar', 'en'],
    ['/fr/animal-welfare', 'fr'],
    ['/animal-welfare', 'es'],
    ['/en/contact/form', 'en'],
    ['/fr/nulle-part?retour=/en', 'fr'],
    ['/fr/certificat', 'fr'],
    ['/en/bien-etre-animal', 'en'],
    ['/en/fr/contact', 'en'],
    ['/es/animal-welfare', 'es'],
    ['/xx/contact', 'es'],
    ['/contcat', 'es'],
    ['/contact.html', 'es'],
    // Words that only begin like a prefix.
    ['/english', 'es'],
    ['/index.html', 'es'],
    ['/en/index.html', 'en'],
    // Letter case is forgiven everywhere else.
    ['/EN/nowhere', 'en'],
    ['/Fr/nulle-part', 'fr'],
    ['/%65n/nowhere', 'en'],
    // No address of their own: the pages that the server answers with.
    ['/404', 'es'],
    ['/en/404', 'en'],
    ['/fr/404', 'fr'],
    ['/assets/entry-browser-00000000.js', 'es'],
  ]
  test.each(unknown)('%s is answered with 404 and the not-found page in %s', async (path, language) => {
    const answer = await server.ask(path)
    expect([answer.status, languageOfAnswer(answer)]).toEqual([404, language])
    const page = everyPage.find((page) => page.key === 'not-found' && page.language === language)
    expect(String(answer.body)).toBe(page?.html)
    // Tomorrow there may be a page at this address.
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('a 404 is never turned into a 304', async () => {
    expect((await server.ask('/no-existe', { headers: { 'if-none-match': '*' } })).status).toBe(404)
  })

  test.each([
    '/%',
    '/%zz',
    '/%C3',
    '/%E0%A4%A',
    '/contact%',
    '/%C3%28',
    '/%00',
    '/en/%ff%fe',
    '/%u0041',
    `/${'a'.repeat(9000)}`,
  ])('an address that makes no sense, %s, is a client’s error', async (path) => {
    const { status } = await server.ask(path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  test('an address without end is refused, and the server goes on', async () => {
    const { status } = await server.ask(`/${'a'.repeat(20_000)}`)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect((await server.ask('/')).status).toBe(200)
  })
})

describe('nothing outside the public build can be fetched', () => {
  const secrets = ['mizan-halal-website', 'lockfileVersion', 'root:', '"files"', 'import ', 'localhost']
  test.each([
    '/package.json',
    '/../package.json',
    '/../../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/%2e%2e%2f%2e%2e%2fpackage.json',
    '/..%5c..%5cpackage.json',
    '/..\\..\\package.json',
    '/%252e%252e/%252e%252e/package.json',
    '/assets/../../site.json',
    '/assets/%2e%2e/%2e%2e/site.json',
    '/site.json',
    '/dist/site.json',
    '/public/index.html',
    '/index.html.br',
    '/fingerprint',
    '/bundle/manifest.json',
    '/prerender/entry-prerender.js',
    '/src/settings.ts',
    '/content/organisation.yml',
    '/.env',
    '/.git/config',
    '/node_modules/fastify/package.json',
    '/../../../../../../etc/passwd',
    '/etc/passwd',
    '/__proto__',
    '/constructor',
    '/toString',
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

  test('a body that nobody asked for is refused, however large', async () => {
    const { status } = await server.ask('/', { method: 'POST', body: 'x'.repeat(60_000) })
    expect([405, 413]).toContain(status)
    expect((await server.ask('/')).status).toBe(200)
  })
})

describe('security headers', () => {
  test.each<[what: string, path: string, status: number, options?: Parameters<Ask>[1]]>([
    ['a page', '/en/contact', 200],
    ['a compressed page', '/', 200, { headers: { 'accept-encoding': 'br' } }],
    ['a script', entryScript, 200],
    ['a file that keeps its address', '/robots.txt', 200],
    ['what has not changed', '/', 304, { headers: { 'if-none-match': '*' } }],
    ['a redirect', '/presentacion', 301],
    ['a not-found page', '/no-existe', 404],
    ['an address that makes no sense', '/%zz', 400],
    ['a refused method', '/', 405, { method: 'DELETE' }],
    ['a HEAD', '/', 200, { method: 'HEAD' }],
  ])('on %s', async (what, path, status, options) => {
    const answer = await server.ask(path, options)
    expect(answer.status).toBe(status)
    expectPromised(what, answer.headers)
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
      const scripts = root
        .querySelectorAll('script')
        .filter((script) => !/json$/.test(script.getAttribute('type') ?? ''))
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

  test('only a locator map may be framed, and only by the site', async () => {
    const framed: string[] = []
    for (const address of Object.keys(builtSite.files)) {
      const policy = String((await server.ask(sent(address))).headers['content-security-policy'])
      if (/frame-ancestors 'self'(;|$)/.test(policy)) framed.push(address)
      else expect([address, policy]).toEqual([address, expect.stringContaining("frame-ancestors 'none'")])
    }
    expect(framed.filter((address) => address.startsWith('/assets/maps/'))).toHaveLength(2 * allLanguages.length)
    expect(framed.filter((address) => !address.startsWith('/assets/maps/'))).toEqual([])
  })
})
