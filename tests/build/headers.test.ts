import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { METHODS } from 'node:http'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { renderHeaders, renderRedirects } from '../../src/generator/static-host-files.ts'
import { allLanguages, languages, notFoundAddress } from '../../src/shared/languages.ts'
import { sharedHeaders } from '../../src/shared/security-headers.ts'
import { addresses } from '../support/addresses.ts'
import { expectPromised } from '../support/promised-headers.ts'
import { all, attribute, builtSite, everyPage } from './built-pages.ts'
import { type Answer, type Request, registered, startServer } from './real-server.ts'

const behindTls = 'https://www.example.org'

const server = await startServer({
  origin: behindTls,
  keep: () => Promise.reject(new Error('Nobody thought of this.')),
})

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
const filled = { name: 'Ana', email: 'ana@example.org', message: 'Hello', language: 'en' }
const requests: [status: number, path: string, request?: Request][] = [
  [200, '/', { headers: { 'accept-encoding': 'br' } }],
  [304, '/', { headers: { 'if-none-match': '*' } }],
  [200, '/', { method: 'HEAD' }],
  [200, '/healthz'],
  // The absolute form of an address, as clients send it to a proxy; nothing is fetched from there.
  [200, 'http://169.254.169.254/'],
  [404, '/%zz'],
  [404, '/fr/nulle-part'],
  [301, '/presentacion'],
  [405, '/', { method: 'DELETE' }],
  [303, '/api/contact'],
  [405, '/api/contact', { method: 'PUT' }],
  [500, '/api/contact', { method: 'POST', headers: json, body: JSON.stringify(filled) }],
  [500, '/api/contact', { method: 'POST', headers: form, body: String(new URLSearchParams(filled)) }],
]

const piece = fc.oneof(
  fc.constantFrom('/', '//', '\\', '..', '*', '?', '#', '@', ':', '[', ']', '%', '%2f', '%00', '%zz', '%c3', ';'),
  fc.constantFrom('http://', 'https://a', 'a:80', 'api/contact', 'healthz', '__proto__', 'constructor'),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const headerLines = `Host: a
Host: a, b
Host:
Content-Type: application/json
Content-Type: x
Content-Length: 0
Content-Length: 2
Connection: close
Connection: upgrade
Upgrade: websocket
Transfer-Encoding: chunked
Referer: //[
Origin: null
Expect: tea
X-Large: ${'x'.repeat(20_000)}`
const anyRequest = fc.record({
  method: fc.oneof(fc.constantFrom('POST', 'GET'), fc.constantFrom(...METHODS, 'BREW', 'get', '')),
  target: fc
    .tuple(fc.constantFrom('/', ''), fc.array(piece, { maxLength: 6 }))
    .map(([start, rest]) => start + rest.join('')),
  // With more of them, most requests would be malformed.
  headers: fc.subarray(headerLines.split('\n'), { maxLength: 3 }),
  body: fc.constantFrom('', '{}', '[]'),
})

afterAll(() => server[Symbol.asyncDispose]())

/** Answers for every address of the site, and of every other kind. */
const answers = new Map<string, Answer>()
for (const address of Object.keys(builtSite.files)) answers.set(address, await server.ask(encodeURI(address)))

function expectAnswer(what: string, status: number, answer: Answer): void {
  expect([what, answer.status]).toEqual([what, status])
  expectPromised(what, answer.headers)
  const { 'strict-transport-security': hsts, 'set-cookie': cookies } = answer.headers
  expect([what, hsts, cookies]).toEqual([what, 'max-age=31536000', undefined])
  // Neither the error nor where in the code it happened.
  if (status >= 400) expect(String(answer.body)).not.toMatch(/Nobody thought|at .*\.ts|HPE_|fastify/)
  answers.set(`${what}, ${status}`, answer)
}

// Other answers to messages: tests/messages/submissions.ts.
describe('every answer has the promised headers', () => {
  test('of a file', () => {
    expect(answers.size).toBeGreaterThan(everyPage.length)
    const notFoundPages = allLanguages.map(notFoundAddress)
    for (const [what, answer] of [...answers]) expectAnswer(what, notFoundPages.includes(what) ? 404 : 200, answer)
  })

  test('of any other request', async () => {
    for (const [status, path, request] of requests)
      expectAnswer(`${path} ${JSON.stringify(request)}`, status, await server.ask(path, request))
  })

  test('of whatever is asked for, in whatever way: nothing fails, and nothing leads to another site', async () => {
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(anyRequest, async ({ method, target, headers, body }) => {
        const bytes = `${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`
        const answer = await server.askRaw(bytes)
        // Node closes some connections without an answer, such as for CONNECT: these have no status.
        if (Number.isNaN(answer.status)) return
        statuses.add(answer.status)
        expect(answer.status).toBeLessThan(500)
        expect(answer.headers.location ?? '/').toMatch(/^\/(?![/\\])/)
        expectAnswer(bytes.slice(0, 200), answer.status, answer)
      }),
      { numRuns: 1_000, examples: [[{ method: 'POST', target: '//', headers: ['Host: a'], body: '' }]] },
    )
    for (const status of [301, 400, 404, 405, 417, 431]) expect(statuses).toContain(status)
  })

  test('other sites may show pictures and the register’s table, and no page, script or data of a page', async () => {
    const certificate = `/c/${registered.number}`
    const shared = [
      '/register.csv',
      `${certificate}.svg`,
      `${certificate}.json`,
      `${addresses.register_changes.es}.atom`,
    ]
    for (const address of shared) {
      answers.set(address, await server.ask(address))
      // What a browser asks before another site's script may send If-None-Match.
      const { status, headers } = await server.ask(address, { method: 'OPTIONS' })
      expect([address, status, headers['access-control-allow-headers']]).toEqual([address, 204, '*'])
    }
    for (const address of [addresses.register.es, '/', '/api/contact'])
      expect((await server.ask(address, { method: 'OPTIONS' })).status).toBe(405)
    for (const [what, { headers }] of answers) {
      const isShared = headers['content-type']?.startsWith('image/') || shared.includes(what)
      const expected = isShared ? ['cross-origin', '*'] : ['same-origin', undefined]
      const found = [headers['cross-origin-resource-policy'], headers['access-control-allow-origin']]
      expect([what, ...found]).toEqual([what, ...expected])
    }
  })

  test('/healthz names the build, and is not cached', () => {
    const { headers, body } = answers.get('/healthz undefined, 200') as Answer
    expect(headers['cache-control']).toBe('no-store')
    expect(JSON.parse(String(body))).toEqual({ status: 'ok', build: builtSite.build })
  })

  test('but HSTS, if the site’s origin has no TLS', async () => {
    await using plain = await startServer({ origin: 'http://127.0.0.1:3000' })
    for (const path of ['/', '/presentacion', '/no-existe'])
      expect([path, (await plain.ask(path)).headers['strict-transport-security']]).toEqual([path, undefined])
  })
})

describe('policies', () => {
  test('a page’s allows its own scripts and styles, and nothing else', () => {
    for (const { address, root } of everyPage) {
      const hashes = (selector: string) =>
        all(root, selector)
          .filter((element) => !attribute(element, 'type').endsWith('json'))
          .map(({ textContent }) => `'sha256-${createHash('sha256').update(textContent).digest('base64')}'`)
      const policy = directivesOf(policyOf(answers.get(address) as Answer))
      expect(policy.get('script-src')?.sort(), address).toEqual(["'self'", ...hashes('script')].sort())
      expect(policy.get('style-src'), address).toEqual(["'self'", ...hashes('style')])
      expect(Object.fromEntries(policy), address).toMatchObject({
        'default-src': ["'none'"],
        'connect-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'require-trusted-types-for': ["'script'"],
      })
    }
  })

  test('only the site’s own maps can be framed, by the site itself', () => {
    const framed = [...answers].filter(([, answer]) => /frame-ancestors (?!'none'(;|$))/.test(policyOf(answer)))
    expect(framed.map(([, answer]) => directivesOf(policyOf(answer)).get('frame-ancestors')?.join())).toEqual(
      framed.map(() => "'self'"),
    )
    expect(framed.filter(([what]) => !what.startsWith('/assets/maps/'))).toEqual([])
    expect(new Set(framed.map(([what]) => what.split(',')[0])).size).toBeGreaterThanOrEqual(allLanguages.length)
  })
})

describe('static hosts', () => {
  const written = renderHeaders({ ...builtSite, settings: { ...builtSite.settings, origin: behindTls } })
  const [common = {}, forAssets, ...forPictures] = written
    .split(/^\/.*$/m)
    .slice(1)
    .map((rule) =>
      Object.fromEntries([...rule.matchAll(/^ +(.+?): (.*)$/gm)].map(([, name = '', value]) => [name, value])),
    )

  test('_headers has the promised headers for every file, and immutable caching below /assets alone', () => {
    expect(written.match(/^\/.*$/gm)).toEqual([
      ...['/*', '/assets/*', '/assets/cards/*', '/assets/pictures/*'],
      ...Object.keys(builtSite.files).filter((address) => /^\/[^/]*\.(svg|ico|png)$/.test(address)),
    ])
    for (const rule of forPictures) expect(rule).toEqual(sharedHeaders)
    expectPromised('/*', common)
    expect(common['strict-transport-security']).toBe('max-age=31536000')
    expect([common['cache-control'], forAssets]).toEqual([
      undefined,
      { 'cache-control': 'public, max-age=31536000, immutable' },
    ])
    for (const [address, { immutable }] of Object.entries(builtSite.files))
      expect([address, address.startsWith('/assets/')]).toEqual([address, immutable])
    expect(readFileSync('dist/public/_headers', 'utf8')).toContain(common['content-security-policy'])
    // What Cloudflare Pages reads.
    expect(Math.max(...written.split('\n').map((line) => line.length))).toBeLessThanOrEqual(2_000)
  })

  test('its one policy allows each file what its own policy allows, and only the site to frame it', () => {
    const allowed = directivesOf(common['content-security-policy'] ?? '')
    for (const [address, { contentSecurityPolicy }] of Object.entries(builtSite.files))
      for (const [name, sources] of directivesOf(contentSecurityPolicy))
        expect(allowed.get(name), address).toEqual(expect.arrayContaining(sources.filter((each) => each !== "'none'")))
    for (const [name, sources] of allowed) if (sources.length > 1) expect(sources, name).not.toContain("'none'")
    expect(allowed.get('frame-ancestors')).toEqual(["'self'"])
  })

  test('_redirects names a not-found page for each language, that of the initial language last, and before them old addresses', () => {
    const prefixes = [...allLanguages.map((language) => languages[language].prefix).filter(Boolean), '']
    const rulesIn = (text: string) => text.match(/^[^#\n].*$/gm) ?? []
    const rules = rulesIn(readFileSync('dist/public/_redirects', 'utf8'))
    const notFound = prefixes.map((prefix) => `${prefix}/* ${prefix}/404.html 404`)
    expect(rules.slice(-notFound.length)).toEqual(notFound)
    // What a host shows by itself is left to it.
    const itself = ['/contact.html', '/contact/', '/index.html', '/en/contact/index.html']
    const redirects = Object.fromEntries(
      [...itself, '/página.php', '/old/index.html'].map((from) => [from, '/Presentación']),
    )
    const old = ['/p%C3%A1gina.php /Presentaci%C3%B3n 301', '/old/index.html /Presentaci%C3%B3n 301']
    expect(rulesIn(renderRedirects({ ...builtSite, redirects }))).toEqual([...old, ...notFound])
    for (const prefix of prefixes) expect(readFileSync(`dist/public${prefix}/404.html`, 'utf8')).toContain('<h1')
  })
})

function policyOf({ headers }: Answer): string {
  return String(headers['content-security-policy'])
}

function directivesOf(policy: string): Map<string, string[]> {
  return new Map(policy.split('; ').map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1)]))
}
