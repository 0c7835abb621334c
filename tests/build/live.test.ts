import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Check, checkLive } from '../../src/cli/launch-check/live.ts'
import { liveReportToJson, renderLiveReport } from '../../src/cli/launch-check/live-report.ts'
import { freePort } from '../support/free-port.ts'
import { startHttpServer } from '../support/http-server.ts'
import type { Answer } from './asking.ts'
import { builtSite } from './built-pages.ts'
import { startServer } from './real-server.ts'

type Asked = { path: string; method: string; body: string; origin: string | undefined }
/** Spoils an answer, or lets it be. */
type Fault = (asked: Asked, answer: Answer) => Partial<Answer> | undefined

/** The real server behind a proxy that spoils its answers. */
async function startFaulty(fault: Fault = () => undefined) {
  const server = await startServer()
  const requests: Asked[] = []
  const proxy = await startHttpServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { url: path = '', method = '', headers } = request
    const asked = { path, method, body: String(Buffer.concat(parts)), origin: headers.origin }
    requests.push(asked)
    const { host: _host, connection: _connection, ...passedOn } = headers as Record<string, string>
    const given = await server.ask(path, { method, headers: passedOn, ...(asked.body && { body: asked.body }) })
    const { status, headers: sent, body } = { ...given, ...fault(asked, given) }
    const { 'transfer-encoding': _encoding, connection: _own, 'content-length': _length, ...ownHeaders } = sent
    for (const name of Object.keys(ownHeaders)) if (ownHeaders[name] === undefined) delete ownHeaders[name]
    response.writeHead(status, ownHeaders).end(status === 304 ? undefined : body)
  })
  return {
    origin: proxy.origin,
    requests,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

const withHeader = ({ headers }: Answer, name: string, value: string | undefined) => ({
  headers: { ...headers, [name]: value },
})

/** The failures, except that of the check for TLS, which a test does not have. */
const failuresOf = (checks: Check[]) =>
  checks
    .filter(({ what }) => !what.startsWith('the connection is private'))
    .flatMap(({ failures }) => failures.map(({ where, found }) => `${where.replace(/^http:..[^/]*/, '')}: ${found}`))

const look = (origin: string) => checkLive(origin, { site: { ...builtSite, origin } })

test('our own server keeps every promise, and is sent no message', async () => {
  await using site = await startFaulty()
  const checks = await look(site.origin)
  expect(failuresOf(checks)).toEqual([])
  const report = renderLiveReport(site.origin, checks)
  const files = Object.keys(builtSite.files).length - Object.keys(builtSite.notFound).length
  expect(report).toContain(`ok    every page and file is there as it was built, with its headers (${files})`)
  expect(report).toContain(`1 of ${checks.length} checks needs attention.`)
  expect(JSON.parse(liveReportToJson(site.origin, checks))).toMatchObject({ failures: 1, origin: site.origin })
  const posts = site.requests.filter(({ method }) => method !== 'GET')
  expect(posts.map(({ path, body }) => [path, body])).toEqual([['/api/contact', '{}']])
})

test('a site without TLS is told so, and one at another origin than it was built for', async () => {
  await using server = await startServer()
  const checks = await checkLive(`http://127.0.0.1:${server.port}`)
  expect(checks.filter(({ failures }) => failures.length > 0).map(({ what }) => what)).toEqual([
    'pages, sitemap and headers name this origin',
    'the connection is private, with a certificate that is renewed in time',
  ])
})

const faults: [fault: string, failure: string, Fault][] = [
  ['a page is missing', '/en: status 404, not 200', at('/en', () => ({ status: 404 }))],
  [
    'something is added to a page on its way',
    '/fr: is not what the build has',
    at('/fr', (answer) => ({ ...withHeader(answer, 'content-encoding', 'gzip'), body: gzipSync('<p>') })),
  ],
  [
    'a header is missing',
    '/contact: referrer-policy is missing',
    at('/contact', (answer) => withHeader(answer, 'referrer-policy', undefined)),
  ],
  [
    'a policy is another',
    "/en/contact: content-security-policy is default-src 'self'",
    at('/en/contact', (answer) => withHeader(answer, 'content-security-policy', "default-src 'self'")),
  ],
  [
    'pages are kept for a day',
    '/fr/contact: cache-control is public, max-age=86400',
    at('/fr/contact', (answer) => withHeader(answer, 'cache-control', 'public, max-age=86400')),
  ],
  [
    'scripts are given as text',
    'content-type is text/plain',
    ({ path }, answer) => (path.endsWith('.js') ? withHeader(answer, 'content-type', 'text/plain') : undefined),
  ],
  [
    'a compressed file is cut off',
    '/en/presentation: ',
    at('/en/presentation', ({ body }) => ({ body: body.subarray(0, 1000) })),
  ],
  [
    'an ETag is not understood',
    '/: status 200, not 304',
    (_asked, answer) => (answer.status === 304 ? { status: 200 } : undefined),
  ],
  [
    'a redirect leads elsewhere',
    'not 301 to',
    (_asked, answer) =>
      answer.status === 301 ? withHeader(answer, 'location', 'https://elsewhere.example.org/') : undefined,
  ],
  [
    'what is not there is said to be',
    'status 200, not 404',
    ({ path }) => (path.includes('launch-check-') ? { status: 200 } : undefined),
  ],
  [
    'messages cannot be taken',
    '/api/contact: status 502, not 422',
    ({ method }) => (method === 'POST' ? { status: 502 } : undefined),
  ],
  ['the server is not ready', '/readyz: status 503, not 200 or 404', at('/readyz', () => ({ status: 503 }))],
  ['everybody may read the metrics', '/metrics: status 200, not 404', at('/metrics', () => ({ status: 200 }))],
]

/** Spoils the answers of one address. */
function at(address: string, spoil: (answer: Answer) => Partial<Answer>): Fault {
  return ({ path }, answer) => (path === address ? spoil(answer) : undefined)
}

test('every fault is told, and nothing else', async () => {
  await using site = await startFaulty((asked, answer) =>
    faults.map(([, , spoil]) => spoil(asked, answer)).find((spoilt) => spoilt !== undefined),
  )
  const checks = await look(site.origin)
  const failures = failuresOf(checks)
  for (const [fault, failure] of faults) expect(failures, fault).toContainEqual(expect.stringContaining(failure))
  const isKnown = (found: string) => faults.some(([, failure]) => found.includes(failure))
  expect(failures.filter((found) => !isKnown(found))).toEqual([])
  expect(renderLiveReport(site.origin, checks)).toContain('FAIL')
})

test('where nobody takes messages, none is tried; under another origin, it is named as the site', async () => {
  await using service = await startFaulty()
  await using site = await startFaulty(({ path }) => (path === '/api/contact' ? { status: 200 } : undefined))
  expect(failuresOf(await look(site.origin))).toEqual([expect.stringContaining('GET: status 200, not 405')])
  const elsewhere = { ...builtSite, origin: site.origin, contactOrigin: service.origin }
  expect(failuresOf(await checkLive(site.origin, { site: elsewhere }))).toEqual([])
  expect(site.requests.map(({ method }) => method)).not.toContain('POST')
  expect(service.requests.map(({ method, body, origin }) => [method, body, origin])).toEqual([
    ['GET', '', undefined],
    ['POST', '{}', site.origin],
  ])
})

test('a site that is somewhere else is not followed there, and where nobody answers that is all', async () => {
  const away = (answer: Answer) => ({ ...withHeader(answer, 'location', 'https://www.example.org/'), status: 301 })
  await using site = await startFaulty((_asked, answer) => away(answer))
  expect(failuresOf(await look(site.origin))).toEqual([expect.stringContaining('leads to https://www.example.org/')])
  expect(site.requests).toHaveLength(1)
  expect(failuresOf(await look(`http://127.0.0.1:${await freePort()}`))).toHaveLength(1)
})

test('a server that never ends an answer costs the time of one', async () => {
  await using silent = await startHttpServer((_request, response) => void response.writeHead(200).write('<'))
  const checks = await checkLive(silent.origin, { answerMs: 200 })
  expect(failuresOf(checks)).toEqual([expect.stringContaining('timeout')])
})

test('plain HTTP must lead to the same page over TLS', async () => {
  await using site = await startFaulty()
  const plainHttp = async (location: string) => {
    await using plain = await startHttpServer((_request, response) => response.writeHead(301, { location }).end())
    const checks = await checkLive(site.origin, {
      site: { ...builtSite, origin: site.origin },
      plainOrigin: plain.origin,
    })
    return failuresOf(checks)
  }
  expect(await plainHttp(`${site.origin}/en`)).toEqual([])
  expect(await plainHttp(`${site.origin}/`)).toEqual([expect.stringContaining('not 301 to')])
})

test('what a server says does not steer the terminal', () => {
  const failures = [{ where: '/', found: 'title is "\u001b[2J\u0007x\u009b"' }]
  const text = renderLiveReport('https://a.eu', [{ what: 'a', of: 1, remedy: 'b', failures }])
  expect(text).not.toMatch(/(?!\n)\p{Cc}/u)
})
