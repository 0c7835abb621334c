import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { readContactDesk } from '../../src/server/contact/answer-page.ts'
import { ContactService } from '../../src/server/contact/contact-service.ts'
import { Site } from '../../src/server/site/site.ts'
import { readSettings } from '../../src/settings.ts'
import { allLanguages, type Language } from '../../src/shared/languages.ts'
import { unknownAddresses } from '../support/addresses.ts'
import { builtSite, everyPage, publicPages, readBuiltFile } from './built-pages.ts'

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }
type Ask = (
  path: string,
  options?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<Answer>

// Read once: a server only reads it.
const site = new Site('dist')
const desk = await readContactDesk(resolve('dist'))

/** The real server on a port of its own. `ask` sends a path as it is written, byte by byte. */
async function startServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'gates-'))
  const contact = await ContactService.open(readSettings({ DATA_DIR: dataDir }), async () => desk)
  const app = buildApp({ site, contact, trustProxy: 0 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo

  const ask: Ask = async (path, { method = 'GET', headers = {}, body } = {}) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }).end(body)
    const [response] = await once(request, 'response')
    const parts: Buffer[] = []
    for await (const part of response) parts.push(part)
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }
  }

  /** Sends bytes that need not be HTTP, and reads the answer until the server hangs up. */
  async function askRaw(bytes: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    socket.end(Buffer.from(bytes, 'latin1'))
    const parts: Buffer[] = []
    for await (const part of socket) parts.push(part)
    return Buffer.concat(parts).toString('latin1')
  }

  return {
    ask,
    askRaw,
    [Symbol.asyncDispose]: async () => {
      await app.close()
      await contact.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** The path of an address as a browser sends it. */
const sent = (address: string) => encodeURI(address)
const languageOfAnswer = ({ body }: Answer) => parse(String(body)).querySelector('html')?.getAttribute('lang')

const hashedFiles = Object.keys(builtSite.files).filter((address) => address.startsWith('/assets/'))
const entryScript = hashedFiles.find((address) => address.includes('/entry-browser-') && address.endsWith('.js')) ?? ''

describe('pages', () => {
  test('each page is served at its address, as HTML in UTF-8', async () => {
    await using server = await startServer()
    for (const { address, html } of publicPages) {
      const { status, headers, body } = await server.ask(sent(address))
      expect([address, status, headers['content-type']]).toEqual([address, 200, 'text/html; charset=utf-8'])
      expect(body.equals(Buffer.from(html)), `${address} is not served as it was built.`).toBe(true)
    }
  })

  test('every file of the build is served with its type and length', async () => {
    await using server = await startServer()
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
    await using server = await startServer()
    for (const path of ['/Presentaci%C3%B3n', '/Presentaci%c3%b3n', '/%50resentaci%C3%B3n'])
      expect([path, (await server.ask(path)).status]).toEqual([path, 200])
    // Latin-1, from before addresses were UTF-8: understood, and sent to the true address.
    expect((await server.ask('/Presentaci%F3n')).headers.location).toBe('/Presentaci%C3%B3n')
  })

  // Node's parser takes nothing but ASCII there (RFC 9112 section 3.2); browsers encode what is typed.
  test.each(['/Presentación', '/presentación/'])(
    'the raw UTF-8 of %s is refused, and the server goes on',
    async (address) => {
      await using server = await startServer()
      expect((await server.ask(Buffer.from(address).toString('latin1'))).status).toBe(400)
      expect((await server.ask(encodeURI('/Presentación'))).status).toBe(200)
    },
  )

  test('a query changes nothing', async () => {
    await using server = await startServer()
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
    await using server = await startServer()
    for (const path of ['/', '/en/contact', entryScript]) {
      const { headers, body } = await server.ask(path, { headers: { 'accept-encoding': accepts } })
      expect(headers['content-encoding']).toBe(form === 'identity' ? undefined : form)
      expect(headers.vary?.toLowerCase()).toContain('accept-encoding')
      expect(Number(headers['content-length'])).toBe(body.length)
      expect(decoders[form](body).equals(Buffer.from(readBuiltFile(path)))).toBe(true)
    }
  })

  test('a compressed form is much smaller', async () => {
    await using server = await startServer()
    const plain = await server.ask('/')
    const small = await server.ask('/', { headers: { 'accept-encoding': 'br' } })
    expect(small.body.length).toBeLessThan(plain.body.length / 2)
  })
})

describe('caching', () => {
  test('every hashed file is kept for a year and never asked for again', async () => {
    await using server = await startServer()
    expect(hashedFiles.length).toBeGreaterThan(20)
    for (const address of hashedFiles)
      expect([address, (await server.ask(sent(address))).headers['cache-control']]).toEqual([
        address,
        'public, max-age=31536000, immutable',
      ])
  })

  test('everything that keeps its address is asked for each time', async () => {
    await using server = await startServer()
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
    await using server = await startServer()
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
    await using server = await startServer()
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
    await using server = await startServer()
    const { etag = '' } = (await server.ask('/fr')).headers
    expect((await server.ask('/fr', { headers: { 'if-none-match': write(etag) } })).status).toBe(status)
  })
})

describe('near misses', () => {
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
  ])('%s, %s, leads for good to %s, query and all', async (_what, path, target) => {
    await using server = await startServer()
    const plain = await server.ask(path)
    expect([plain.status, plain.headers.location, plain.body.length]).toEqual([301, target, 0])
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
    await using server = await startServer()
    const { status, headers } = await server.ask(path)
    expect([status, headers.location]).toEqual([404, undefined])
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
    await using server = await startServer()
    const answer = await server.ask(path)
    expect([answer.status, languageOfAnswer(answer)]).toEqual([404, language])
    const page = everyPage.find((page) => page.key === 'not-found' && page.language === language)
    expect(String(answer.body)).toBe(page?.html)
    // Tomorrow there may be a page at this address.
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('a 404 is never turned into a 304', async () => {
    await using server = await startServer()
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
    await using server = await startServer()
    const { status } = await server.ask(path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  test('an address without end is refused, and the server goes on', async () => {
    await using server = await startServer()
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
    await using server = await startServer()
    const { status, body } = await server.ask(path)
    expect([400, 404]).toContain(status)
    expect(languageOfAnswer({ status, headers: {}, body })).toBe('es')
    for (const secret of secrets) expect(String(body)).not.toContain(secret)
  })
})

describe('methods', () => {
  test('HEAD answers as GET does, without the body', async () => {
    await using server = await startServer()
    for (const path of ['/', '/en/contact', entryScript, '/presentacion', '/no-existe', '/healthz']) {
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
      await using server = await startServer()
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
    await using server = await startServer()
    const { status } = await server.ask('/', { method: 'POST', body: 'x'.repeat(60_000) })
    expect([405, 413]).toContain(status)
    expect((await server.ask('/')).status).toBe(200)
  })
})

test('/healthz says that the server is well and which build it serves, and is never kept', async () => {
  await using server = await startServer()
  const { status, headers, body } = await server.ask('/healthz')
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(headers['content-type']).toContain('application/json')
  expect(JSON.parse(String(body))).toEqual({ status: 'ok', build: builtSite.build })
})

describe('security headers', () => {
  const promised = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': /^(strict-origin|strict-origin-when-cross-origin|same-origin|no-referrer)$/,
    'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': /default-src 'none'/,
  }

  function expectPromised(what: string, headers: Record<string, unknown>) {
    for (const [name, value] of Object.entries(promised))
      expect(String(headers[name] ?? 'missing'), `${what}: ${name}`).toMatch(value)
    expect(String(headers['content-security-policy']), what).not.toMatch(/unsafe-inline|unsafe-eval|\*|http:/)
    // Nobody needs to know what the server is made of.
    expect([headers.server, headers['x-powered-by']], what).toEqual([undefined, undefined])
  }

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
    ['/healthz', '/healthz', 200],
  ])('on %s', async (what, path, status, options) => {
    await using server = await startServer()
    const answer = await server.ask(path, options)
    expect(answer.status).toBe(status)
    expectPromised(what, answer.headers)
  })

  test.each([
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['what is not HTTP', 'GET\r\n\r\n', 400],
  ])('on the answer to %s', async (what, bytes, status) => {
    await using server = await startServer()
    const [head = ''] = (await server.askRaw(bytes)).split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    expectPromised(what, headers)
  })

  test('a page’s policy lets its own style and script work, and nothing else', async () => {
    await using server = await startServer()
    for (const { address, root } of publicPages) {
      const policy = String((await server.ask(sent(address))).headers['content-security-policy'])
      const directives = new Map(
        policy.split('; ').map((directive) => {
          const [name = '', ...values] = directive.split(' ')
          return [name, values.join(' ')]
        }),
      )
      expect(directives.get('script-src'), address).toBe("'self'")
      expect(directives.get('connect-src'), address).toBe("'self'")
      expect(directives.get('form-action'), address).toBe("'self'")
      expect(directives.get('base-uri'), address).toBe("'none'")
      expect(directives.get('object-src') ?? directives.get('default-src'), address).toBe("'none'")
      expect(directives.get('frame-ancestors'), address).toBe("'none'")
      expect(directives.get('require-trusted-types-for'), address).toBe("'script'")
      const style = root.querySelector('style')?.textContent ?? ''
      const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style)))
      expect(directives.get('style-src'), address).toBe(`'self' 'sha256-${hash.toString('base64')}'`)
    }
  })

  test('only a locator map may be framed, and only by the site', async () => {
    await using server = await startServer()
    const framed: string[] = []
    for (const address of Object.keys(builtSite.files)) {
      const policy = String((await server.ask(sent(address))).headers['content-security-policy'])
      if (/frame-ancestors 'self'(;|$)/.test(policy)) framed.push(address)
      else expect([address, policy]).toEqual([address, expect.stringContaining("frame-ancestors 'none'")])
    }
    expect(framed.filter((address) => address.startsWith('/assets/maps/'))).toHaveLength(6)
    expect(framed.filter((address) => !address.startsWith('/assets/maps/'))).toEqual([])
  })
})
