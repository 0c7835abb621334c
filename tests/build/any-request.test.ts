import { METHODS } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startServer } from './real-server.ts'

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
  method: fc.oneof(fc.constantFrom('POST', 'GET'), fc.constantFrom(...METHODS, 'BREW', 'get', '')),
  target: fc
    .tuple(fc.constantFrom('/', ''), fc.array(piece, { maxLength: 6 }))
    .map(([start, rest]) => start + rest.join('')),
  // With more of them, most requests would be malformed.
  headers: fc.subarray(headers.split('\n'), { maxLength: 3 }),
  body: fc.constantFrom('', '{}', '[]'),
})

test('whatever is asked for, in whatever way, nothing fails', async () => {
  await using server = await startServer()
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(request, async ({ method, target, headers, body }) => {
      // Node closes some connections without an answer, such as for CONNECT: these have no status.
      const bytes = `${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`
      const { status } = await server.askRaw(bytes)
      statuses.add(status)
      expect(Number.isNaN(status) || status < 500).toBe(true)
    }),
    { numRuns: 1_500, examples: [[{ method: 'POST', target: '//', headers: ['Host: a'], body: '' }]] },
  )
  for (const status of [400, 404, 405]) expect(statuses).toContain(status)
})

test('a body that is sent anywhere else is not even read', async () => {
  await using server = await startServer()
  const deep = '['.repeat(50_000)
  const head = `POST /elsewhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n`
  expect((await server.askRaw(`${head}Content-Length: ${deep.length}\r\n\r\n${deep}`)).status).toBe(405)
  // A length beyond the limit, without a body: the answer does not wait for it.
  expect((await server.askRaw(`${head}Content-Length: 99999999\r\n\r\n`)).status).toBe(405)
})
