import { once } from 'node:events'
import { METHODS } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allLanguages, notFoundAddress } from '../shared/languages.ts'
import { buildApp } from './app.ts'
import type { LoadedSite } from './built-site.ts'

/** A site of not-found pages alone. No request asks for the answer to a form. */
const file = { path: 'page', encodings: [] }
const site = {
  addresses: [],
  files: Object.fromEntries(allLanguages.map((language) => [notFoundAddress(language), file])),
  contents: new Map([['page', Buffer.from('page')]]),
} as unknown as LoadedSite

/** The server around that site, and what it has logged. */
async function startApp() {
  const logged: string[] = []
  const app = buildApp({
    site,
    contact: {
      keep: async () => ({ kind: 'kept', id: '1' }),
      limit: 0,
      log: (event, message) => void logged.push(`${event}: ${message}`),
    },
    trustProxy: 0,
    origin: 'http://localhost',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  expect(app.server.maxConnections).toBe(2_000)
  return {
    logged,
    /** Sends bytes that need not be HTTP, and reads what comes until the server hangs up. */
    async ask(bytes: string): Promise<string> {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      const parts: Buffer[] = []
      socket.on('data', (part) => parts.push(Buffer.from(part))).on('error', () => undefined)
      socket.end(Buffer.from(bytes, 'latin1'))
      await once(socket, 'close')
      return Buffer.concat(parts).toString('latin1')
    },
    [Symbol.asyncDispose]: () => app.close(),
  }
}

const piece = fc.oneof(
  fc.constantFrom('/', '//', '\\', '..', '*', '?', '#', '@', ':', '[', ']', '%', '%2f', '%00', '%zz', '%c3', ';'),
  fc.constantFrom('http://', 'https://a', 'a:80', 'api/contact', 'healthz', '__proto__', 'constructor'),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const headers = `Host: a
Host: a, b
Host:
Content-Type: application/json
Content-Type: x
Content-Length: 0
Content-Length: 2
Connection: close
Connection: upgrade
Upgrade: websocket
Expect: 100-continue
Transfer-Encoding: chunked
Referer: //[
Origin: null`
const request = fc.record({
  method: fc.oneof(fc.constantFrom(...METHODS), fc.constantFrom('POST', 'GET', 'BREW', 'get', '')),
  target: fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  headers: fc.subarray(headers.split('\n')),
  body: fc.constantFrom('', '{}', '[]'),
})

test('whatever is asked for, in whatever way, nothing fails', async () => {
  await using server = await startApp()
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(request, async ({ method, target, headers, body }) => {
      const answer = await server.ask(`${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
      // Node closes some connections without an answer, such as for CONNECT: these have no status.
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0)
      statuses.add(status)
      expect(status).toBeLessThan(500)
      expect(server.logged).toEqual([])
    }),
    { numRuns: 1_500, examples: [[{ method: 'POST', target: '//', headers: ['Host: a'], body: '' }]] },
  )
  for (const status of [400, 404, 405]) expect(statuses).toContain(status)
})

test('a body that is sent anywhere else is not even read', async () => {
  await using server = await startApp()
  const deep = '['.repeat(50_000)
  const head = `POST /elsewhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n`
  expect(await server.ask(`${head}Content-Length: ${deep.length}\r\n\r\n${deep}`)).toMatch(/^HTTP\/1\.1 405 /)
  // A length beyond the limit, without a body: the answer does not wait for it.
  expect(await server.ask(`${head}Content-Length: 99999999\r\n\r\n`)).toMatch(/^HTTP\/1\.1 405 /)
})
