import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StoreError } from '../../src/server/messages/message-store.ts'
import { Site } from '../../src/server/static-files/site.ts'
import { CommandError } from '../../src/shared/command-error.ts'
import { filePolicy } from '../../src/shared/security-headers.ts'
import { type Ask, headOf, languageOfAnswer, sent } from './asking.ts'
import { builtSite, readBuiltBytes } from './built-pages.ts'
import { expectPromised } from './promised-headers.ts'
import { startServer } from './real-server.ts'

test('no answer reads a file: the build’s folder may be gone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  for (const part of ['site.json', 'public']) cpSync(join('dist', part), join(folder, part), { recursive: true })
  const site = new Site(folder)
  rmSync(folder, { recursive: true })
  const notFoundPages = Object.values(builtSite.notFound)
  const addresses = Object.keys(builtSite.files).filter((address) => !notFoundPages.includes(address))
  expect(addresses.length).toBeGreaterThan(21)
  for (const address of addresses)
    for (const form of ['identity', ...(builtSite.files[address]?.encodings ?? [])] as const) {
      const request = { url: sent(address), acceptEncoding: form }
      const { status, headers, body } = site.answer(request)
      expect([address, status, headers['content-encoding'] ?? 'identity']).toEqual([address, 200, form])
      expect(headers.vary, address).toMatch(/accept-encoding/i)
      expect([address, body?.equals(readBuiltBytes(address, form))]).toEqual([address, true])
      const again = site.answer({ ...request, ifNoneMatch: headers.etag })
      expect([address, again.status, again.body]).toEqual([address, 304, undefined])
    }
})

test('plain answers that are on their way at once are one copy in memory', () => {
  const site = new Site('dist')
  const [first, ...others] = Array.from({ length: 3 }, () => site.answer({ url: '/en' }).body)
  expect(String(first)).toContain('<!doctype html>')
  for (const other of others) expect(other).toBe(first)
})

const filled = { name: 'Ana', email: 'ana@example.org', message: 'Hello', language: 'en' }
const outcomes = {
  kept: async () => ({ kind: 'kept', id: '1' }) as const,
  repeat: async () => ({ kind: 'repeat', id: '1' }) as const,
  failed: async () => {
    throw new StoreError('The disk is full.')
  },
  broken: async () => {
    throw new Error('Nobody thought of this.')
  },
}

/** One server for all, and what becomes of the next message. */
let server: Awaited<ReturnType<typeof startServer>>
let outcome: keyof typeof outcomes = 'kept'
beforeAll(async () => {
  server = await startServer({ keep: () => outcomes[outcome]() })
})
afterAll(() => server[Symbol.asyncDispose]())

// Node's parser takes nothing but ASCII there (RFC 9112 section 3.2); browsers encode what is typed.
test.each(['/Presentación', '/presentación/'])(
  'the raw UTF-8 of %s is refused, and the server goes on',
  async (address) => {
    expect((await server.ask(Buffer.from(address).toString('latin1'))).status).toBe(400)
    expect((await server.ask(encodeURI('/Presentación'))).status).toBe(200)
  },
)

test('/healthz says that the server is well and which build it serves, and is never kept', async () => {
  const { status, headers, body } = await server.ask('/healthz')
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(headers['content-type']).toContain('application/json')
  expect(JSON.parse(String(body))).toEqual({ status: 'ok', build: builtSite.build })
  expectPromised('/healthz', headers)
})

const form = 'Host: a\r\nContent-Type: application/x-www-form-urlencoded\r\n'
test.each<[what: string, bytes: string, status: number]>([
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['two hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['a list of hosts', 'GET / HTTP/1.1\r\nHost: a,b\r\n\r\n', 400],
  ['two hosts, and an address that nobody can decode', 'GET /%E9 HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['two hosts, and an address that redirects', 'GET /presentacion HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['a host that is a script', 'GET / HTTP/1.1\r\nHost: <script>\r\n\r\n', 400],
  ['a host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
  ['a message to nobody’s address', 'POST // HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['an expectation that nobody can meet', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 417],
  [
    'a length and chunks, as for smuggling',
    `POST /api/contact HTTP/1.1\r\n${form}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['a NUL in the address', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a greeting in TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['a whole address of another host', 'GET http://169.254.169.254/ HTTP/1.1\r\nHost: a\r\n\r\n', 404],
  ['an address that is a star', 'GET * HTTP/1.1\r\nHost: a\r\n\r\n', 404],
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['what is not HTTP', 'GET\r\n\r\n', 400],
])('%s is a client’s error, and nothing is revealed', async (what, bytes, status) => {
  const raw = await server.askRaw(bytes)
  const answer = headOf(raw)
  expect([what, answer.status]).toEqual([what, status])
  expectPromised(what, answer.headers)
  expect(raw).not.toMatch(/node_modules|at .*\.ts|HPE_|fastify/i)
})

test.each(['evil.example', '127.0.0.1:1', 'localhost', 'a'.repeat(300), '[::1]'])(
  'whatever host is asked for, %s, the answer is the same and does not repeat it',
  async (host) => {
    for (const path of ['/en', '/presentacion', '/no-existe']) {
      const { date: _one, ...usual } = (await server.ask(path)).headers
      const answer = await server.ask(path, { headers: { host, 'x-forwarded-host': host, forwarded: `host=${host}` } })
      const { date: _other, ...given } = answer.headers
      expect(given).toEqual(usual)
      if (host.includes('evil')) expect(String(answer.body)).not.toContain(host)
    }
  },
)

describe('security headers on every answer to a message', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  const json = { 'content-type': 'application/json' }
  const bodyOf = (type: typeof form | typeof json, fields: Record<string, string>) =>
    type === form ? String(new URLSearchParams(fields)) : JSON.stringify(fields)

  const cases: [status: number, becomes: keyof typeof outcomes, options: Parameters<Ask>[1]][] = [form, json].flatMap(
    (headers) => {
      const post = { method: 'POST', headers, body: bodyOf(headers, filled) }
      return [
        [201, 'kept', post],
        [200, 'repeat', post],
        [422, 'kept', { ...post, body: bodyOf(headers, { ...filled, name: '' }) }],
        [503, 'failed', post],
        [500, 'broken', post],
        [400, 'kept', { ...post, body: Buffer.from('{"name":"\xff', 'latin1') }],
        [413, 'kept', { ...post, body: 'x'.repeat(70_000) }],
        [413, 'kept', { ...post, body: 'x'.repeat(1_100_000) }],
        [415, 'kept', { ...post, headers: { ...headers, 'content-type': 'text/plain' } }],
        [405, 'kept', { ...post, method: 'PUT' }],
        [405, 'kept', { headers: { accept: 'text/html' } }],
      ]
    },
  )

  test.each(cases)('%i, %s', async (status, becomes, options) => {
    outcome = becomes
    const answer = await server.ask('/api/contact', options)
    expect(answer.status).toBe(status)
    expectPromised(`POST /api/contact, ${status}`, answer.headers)
    expect(answer.headers['cache-control']).toBe('no-store')
    // A page has a page's policy, but runs nothing; what is not a page may load nothing at all.
    const policy = String(answer.headers['content-security-policy'])
    const isPage = answer.headers['content-type'] === 'text/html; charset=utf-8'
    if (isPage && status !== 405) expect(policy).toContain("script-src 'none'")
    if (!isPage) expect(policy).toBe(filePolicy)
    if (isPage) expect(languageOfAnswer(answer)).toBeDefined()
    // The visitor is told neither the error nor where in the code it happened.
    expect(String(answer.body)).not.toMatch(/disk is full|Nobody thought|at .*\.ts|node_modules/)
  })
})

test('where nothing was built, the server says what to do first', () => {
  expect(() => new Site('nowhere')).toThrow(
    new CommandError('There is no build in nowhere. Make one first: npm run build'),
  )
})
