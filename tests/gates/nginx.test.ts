import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../src/testing/free-port.ts'
import { NginxServer, nginxStartMs, ServedFolder } from '../../src/testing/nginx-server.ts'
import { type Asked, askerOf, headOf, languageOfAnswer, sent } from './asking.ts'
import { builtSite } from './built-pages.ts'
import { observe, scoreOf } from './observatory.ts'
import { expectPromised } from './promised-headers.ts'
import { startServer } from './real-server.ts'
import { describeServing } from './serving.ts'

/** The lines that docs/static-hosting.md asks an operator to paste. */
const pasted = /```nginx\n([\s\S]*?)```/.exec(readFileSync('docs/static-hosting.md', 'utf8'))?.[1] ?? ''

type Nginx = Asked & { port: number; plainPort: number; output(): string }

/** A real nginx with those lines: other paths and ports, and without the certificate. */
async function startNginx({ contactService = '', hurried = false } = {}): Promise<Nginx> {
  const folder = new ServedFolder()
  const [port, plainPort] = [await freePort(), await freePort()]
  const root = folder.copy('dist/public', 'public')
  const settings = folder.copy('dist/nginx', 'nginx')
  if (hurried)
    writeFileSync(
      `${settings}/server.conf`,
      readFileSync(`${settings}/server.conf`, 'utf8').replace(/(client_(?:header|body)_timeout) \d+s/g, '$1 300ms'),
    )
  const lines = pasted
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace(/^ *ssl_certificate.*\n/gm, '')
    .replace(/^ *set \$site_contact_service .*\n/m, contactService && `set $site_contact_service ${contactService};\n`)
    .replaceAll('/srv/site/public', root)
    .replaceAll('/srv/site/nginx', settings)
  const server = await NginxServer.start(lines, port)
  return {
    ...askerOf(port),
    port,
    plainPort,
    output: () => server.output,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

let nginx: Nginx
beforeAll(async () => {
  nginx = await startNginx()
}, nginxStartMs)
afterAll(() => nginx?.[Symbol.asyncDispose]())

describe('nginx, as docs/static-hosting.md sets it up', () => {
  describeServing(async () => ({ ...nginx, [Symbol.asyncDispose]: async () => undefined }), { isOwn: false })

  test('finds nothing wrong with its configuration', () =>
    expect(nginx.output()).not.toMatch(/\[(?:warn|alert|emerg)\]/))

  test('every file has the very policy and caching that the site’s own server gives it', async () => {
    await using own = await startServer()
    const notFoundPages = Object.values(builtSite.notFound)
    const addresses = Object.keys(builtSite.files).filter((address) => !notFoundPages.includes(address))
    expect(addresses.length).toBeGreaterThan(21)
    for (const address of addresses) {
      const [given, wanted] = [await nginx.ask(sent(address)), await own.ask(sent(address))]
      for (const name of ['content-security-policy', 'cache-control', 'content-type', 'vary', 'permissions-policy'])
        expect([address, name, String(given.headers[name]).toLowerCase()]).toEqual([
          address,
          name,
          String(wanted.headers[name]).toLowerCase(),
        ])
      expect([address, given.body.equals(wanted.body)]).toEqual([address, true])
    }
  })

  test('the Observatory’s rules find in a page only what a site without TLS lacks', async () => {
    const findings = observe(await nginx.ask('/en'))
    expect(findings.filter(({ points }) => points < 0).map(({ result }) => result)).toEqual(['hsts-not-implemented'])
    expect(scoreOf(findings.filter(({ rule }) => rule !== 'strict-transport-security'))).toBe(130)
  })

  test('plain HTTP leads to TLS on the same host first', async () => {
    const { status, headers } = await askerOf(nginx.plainPort).ask('/en/contact?a=1')
    expect([status, headers.location]).toEqual([301, 'https://www.example.org/en/contact?a=1'])
  })

  test.each([
    '/_headers',
    '/_redirects',
    '/404.html',
    '/contact.html',
    '/contact.html.br',
    '/index.html.gz',
    '/robots.txt.br',
    '/nginx/server.conf',
    '/assets/',
    '/assets/maps',
  ])('%s is not there', async (path) => {
    const answer = await nginx.ask(path)
    expect([path, answer.status, languageOfAnswer(answer)]).toEqual([path, 404, 'es'])
    expectPromised(path, answer.headers, false)
  })

  test.each<[what: string, bytes: string, statuses: number[]]>([
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`, [431]],
    ['an address that is too long', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, [414]],
    ['what is not HTTP', 'BLURB\r\n\r\n', [400]],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', [400]],
    ['a body too many', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n`, [405, 413]],
  ])('%s: a client’s error, with every header', async (what, bytes, statuses) => {
    const answer = headOf(await nginx.askRaw(bytes))
    expect(statuses, what).toContain(answer.status)
    expectPromised(what, answer.headers, false)
  })

  test('headers that never end are hung up on', async () => {
    await using hurried = await startNginx({ hurried: true })
    const socket = connect(hurried.port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
    socket.resume()
    await new Promise((resolve) => socket.once('close', resolve))
  }, 60_000)

  describe('contact messages', () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Ana', email: 'ana@example.org', message: 'Hola', language: 'fr' })

    test('without a service there is nothing to send them to', async () => {
      const answer = await nginx.ask('/api/contact', { method: 'POST', headers, body })
      expect(answer.status).toBe(404)
      expectPromised('POST /api/contact', answer.headers, false)
    })

    test('with one, they are handed to it, and its answers come back as they are', async () => {
      await using service = await startServer()
      await using passing = await startNginx({ contactService: `http://127.0.0.1:${service.port}` })
      const kept = await passing.ask('/api/contact', { method: 'POST', headers, body })
      expect(kept.status).toBe(201)
      expectPromised('POST /api/contact', kept.headers, false)
      const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
      const refused = await passing.ask('/api/contact', { method: 'POST', headers: form, body: 'language=fr&name=Ana' })
      expect([refused.status, languageOfAnswer(refused)]).toEqual([422, 'fr'])
      expect(refused.headers['content-security-policy']).toContain("script-src 'none'")
      expectPromised('a plain form', refused.headers, false)
      const heavy = await passing.ask('/api/contact', { method: 'POST', headers, body: 'x'.repeat(70_000) })
      expect(heavy.status).toBe(413)
      const read = await passing.ask('/api/contact')
      expect([read.status, read.headers.allow]).toEqual([405, 'POST'])
    })

    test('with one that is down, nothing is said to have been kept', async () => {
      await using passing = await startNginx({ contactService: `http://127.0.0.1:${await freePort()}` })
      const answer = await passing.ask('/api/contact', { method: 'POST', headers, body })
      expect(answer.status).toBeGreaterThanOrEqual(502)
      expect(String(answer.body)).not.toMatch(/nginx\/\d/)
    })
  })
})
