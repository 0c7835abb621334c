import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkLive } from '../../src/launch/live/check-live.ts'
import { type LiveReport, liveReportToJson, renderLiveReport } from '../../src/launch/live/live-report.ts'
import { checkPlainHttp } from '../../src/launch/live/transport.ts'
import { allLanguages } from '../../src/shared/languages.ts'
import { freePort } from '../../src/testing/free-port.ts'
import { allPages } from '../support/addresses.ts'
import { type Answer, askerOf } from './asking.ts'
import { origin as builtOrigin, builtSite } from './built-pages.ts'
import { startServer } from './real-server.ts'

type Asked = { path: string; method: string; headers: IncomingHttpHeaders; body: string }
/** Spoils an answer, or lets it be. */
type Fault = (asked: Asked, answer: Answer) => Partial<Answer> | undefined

/** The real server behind a proxy that makes it a site built for the proxy's own origin, and then spoils its answers. */
async function startFaulty(fault: Fault = () => undefined) {
  const server = await startServer()
  const questions: Asked[] = []
  const proxy = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const asked = {
      path: request.url ?? '',
      method: request.method ?? '',
      headers: request.headers,
      body: String(Buffer.concat(parts)),
    }
    questions.push(asked)
    const { host: _host, connection: _connection, ...headers } = request.headers
    const given = await server.ask(asked.path, {
      method: asked.method,
      headers: headers as Record<string, string>,
      ...(asked.body && { body: asked.body }),
    })
    const moved = moveTo(origin, asked, given)
    const { status, headers: sent, body } = { ...moved, ...fault(asked, moved) }
    const { 'transfer-encoding': _encoding, connection: _own, ...ownHeaders } = sent
    for (const name of Object.keys(ownHeaders)) if (ownHeaders[name] === undefined) delete ownHeaders[name]
    const length = asked.method === 'HEAD' || status === 304 ? {} : { 'content-length': body.length }
    response.writeHead(status, { ...ownHeaders, ...length }).end(body)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return {
    origin,
    questions,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      proxy.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** An answer as the same site would give it at another origin: pages name it, and so does their style for print. */
function moveTo(origin: string, { method }: Asked, answer: Answer): Answer {
  if (method === 'HEAD' || answer.body.length === 0 || !/html|xml|plain/.test(answer.headers['content-type'] ?? ''))
    return answer
  const before = textOf(answer)
  const text = before.replaceAll(builtOrigin, origin)
  const policy = String(answer.headers['content-security-policy']).replace(styleHash(before), styleHash(text))
  const moved = { ...answer, ...withHeader(answer, 'content-security-policy', policy) }
  return answer.headers['content-encoding'] ? rewritten(moved, text) : { ...moved, body: Buffer.from(text) }
}

const styleHash = (html: string) =>
  createHash('sha256')
    .update(/<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? '')
    .digest('base64')

function textOf({ headers, body }: Answer): string {
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
  return String(decoders[headers['content-encoding'] as keyof typeof decoders]?.(body) ?? body)
}

const rewritten = (answer: Answer, text: string): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'content-encoding': 'gzip' },
  body: gzipSync(text),
})

const withHeader = ({ headers }: Answer, name: string, value: string | undefined) => ({
  headers: { ...headers, [name]: value },
})

const isPage = ({ headers, status }: Answer) => status === 200 && headers['content-type']?.startsWith('text/html')

/** Quick: nobody else is waiting. */
const manners = { apartMs: 0 }

/** What is amiss, besides that a test has no TLS. */
function breachesOf({ checks }: LiveReport): Record<string, string[]> {
  const broken = checks.filter(({ what, breaches }) => breaches.length > 0 && !what.startsWith('the connection'))
  return Object.fromEntries(
    broken.map(({ what, breaches }) => [what, breaches.map(({ where, found }) => `${where}: ${found}`)]),
  )
}

test('our own server keeps every promise, and is sent no message', async () => {
  await using site = await startFaulty()
  const report = await checkLive(site.origin, { manners })
  expect(breachesOf(report)).toEqual({})
  expect(report.checks.length).toBeGreaterThan(15)
  expect(report.information.join('\n')).toContain(builtSite.build)
  const posts = site.questions.filter(({ method }) => !['GET', 'HEAD'].includes(method))
  expect(posts.map(({ path, body }) => [path, body])).toEqual([['/api/contact', '{}']])
  expect(renderLiveReport(report)).toContain(
    `ok    every page in every language is there (${allPages.length * allLanguages.length})`,
  )
  expect(JSON.parse(liveReportToJson(report)).breaches).toBe(1)
})

test('a site without TLS is told so, and one at another origin than it was built for', async () => {
  await using server = await startServer()
  const { checks } = await checkLive(`http://127.0.0.1:${server.port}`, { manners })
  expect(checks.filter(({ breaches }) => breaches.length > 0).map(({ what }) => what)).toEqual([
    'the connection is private: TLS, with a certificate that browsers believe',
    'each page names itself and its other languages at this origin',
    'robots.txt and the sitemap lead to the pages at this origin',
  ])
})

const wholeAssets = /^\/assets\/(?!data)/

test.each<[fault: string, check: string, found: string, Fault]>([
  [
    'a page is missing',
    'every page in every language is there',
    '/fr/contact: status 404',
    ({ path }) => (path === '/fr/contact' ? { status: 404 } : undefined),
  ],
  [
    'a header is missing',
    'pages bring every security header that is promised',
    '/en: referrer-policy is missing',
    ({ path }, answer) => (path === '/en' ? withHeader(answer, 'referrer-policy', undefined) : undefined),
  ],
  [
    'a second policy is added',
    'pages bring every security header that is promised',
    '/en: content-security-policy holds ","',
    ({ path }, answer) =>
      path === '/en'
        ? withHeader(
            answer,
            'content-security-policy',
            `${answer.headers['content-security-policy']}, default-src 'self'`,
          )
        : undefined,
  ],
  [
    'nothing is compressed',
    'pages arrive compressed, with Brotli or gzip',
    '/en: content-encoding is missing',
    ({ path }, answer) =>
      path === '/en' && answer.status === 200
        ? { ...withHeader(answer, 'content-encoding', undefined), body: Buffer.from(textOf(answer)) }
        : undefined,
  ],
  [
    'a script is added on the way',
    'a page’s security policy lets its own style and scripts work',
    '/en: a script is refused: track()…',
    ({ path }, answer) =>
      path === '/en' && isPage(answer)
        ? rewritten(answer, textOf(answer).replace('</body>', '<script>track()</script></body>'))
        : undefined,
  ],
  [
    'another host is asked',
    'pages ask no other host for anything',
    '/en: asks for https://fonts.example.org/a.css',
    ({ path }, answer) =>
      path === '/en' && isPage(answer)
        ? rewritten(
            answer,
            textOf(answer).replace('</head>', '<link rel="stylesheet" href="https://fonts.example.org/a.css"></head>'),
          )
        : undefined,
  ],
  [
    'a title is another',
    'title and language of each page are those of the build',
    '/en: title is "Hello", not',
    ({ path }, answer) =>
      path === '/en' && isPage(answer)
        ? rewritten(answer, textOf(answer).replace(/<title>[^<]*/, '<title>Hello'))
        : undefined,
  ],
  [
    'an ETag is not understood',
    'pages are asked for each time, and answered with 304 when nothing has changed',
    '/en: asked again with its ETag, it is answered with 200, not 304',
    ({ path }, answer) => (path === '/en' && answer.status === 304 ? { status: 200 } : undefined),
  ],
  [
    'pages are kept for a day',
    'pages are asked for each time, and answered with 304 when nothing has changed',
    '/en: cache-control is public, max-age=86400',
    ({ path }, answer) => (path === '/en' ? withHeader(answer, 'cache-control', 'public, max-age=86400') : undefined),
  ],
  [
    'files are gone',
    'every file that the pages name is there',
    'status 404',
    ({ path }) => (wholeAssets.test(path) && path.endsWith('.woff2') ? { status: 404 } : undefined),
  ],
  [
    'files are kept for an hour',
    'files whose names hold a hash are kept for a year and never asked for again',
    'cache-control is public, max-age=3600',
    ({ path }, answer) =>
      wholeAssets.test(path) ? withHeader(answer, 'cache-control', 'public, max-age=3600') : undefined,
  ],
  [
    'scripts are given as text',
    'files say what they are, and bring every security header that is promised',
    'content-type is text/plain',
    ({ path }, answer) => (path.endsWith('.js') ? withHeader(answer, 'content-type', 'text/plain') : undefined),
  ],
  [
    'a script is cut off',
    'the script that wakes the pages arrives compressed and whole, and is answered with 304 afterwards',
    'its content-encoding is br, but it cannot be read as that',
    ({ path, method }, answer) =>
      path.includes('/entry-browser') && method === 'GET' && answer.status === 200
        ? { body: answer.body.subarray(0, 1000) }
        : undefined,
  ],
  [
    'near misses are not known',
    'addresses that are nearly right lead for good to the true one',
    '/EN (other letter case): status 404, not 301 to /en',
    (_asked, answer) =>
      answer.status === 301 ? { status: 404, headers: { ...answer.headers, location: undefined } } : undefined,
  ],
  [
    'a near miss leads elsewhere',
    'addresses that are nearly right lead for good to the true one',
    'to https://elsewhere.example.org/en, not 301 to /en',
    (_asked, answer) =>
      answer.headers.location === '/en'
        ? withHeader(answer, 'location', 'https://elsewhere.example.org/en')
        : undefined,
  ],
  [
    'what is not there is said to be',
    'what is not there is answered with 404, in the visitor’s language',
    ': status 200, not 404',
    ({ path }) => (path.includes('launch-check-') ? { status: 200 } : undefined),
  ],
  [
    'not-found pages are in one language',
    'what is not there is answered with 404, in the visitor’s language',
    'the not-found page is in "es", not "fr"',
    ({ path }, answer) =>
      path.startsWith('/fr/launch-check-')
        ? rewritten(answer, textOf(answer).replace('lang="fr"', 'lang="es"'))
        : undefined,
  ],
  [
    'search engines are kept away',
    'robots.txt and the sitemap lead to the pages at this origin',
    '/robots.txt: keeps search engines away from everything',
    ({ path }, answer) =>
      path === '/robots.txt'
        ? {
            body: Buffer.concat([Buffer.from('User-agent: *\nDisallow: /\n'), answer.body]),
            headers: { ...answer.headers, 'content-encoding': undefined },
          }
        : undefined,
  ],
  [
    'nobody takes messages',
    'the contact form’s service is there and refuses an empty message',
    '/api/contact: GET: status 404, not 405 with “Allow: POST”',
    ({ path }) => (path === '/api/contact' ? { status: 404 } : undefined),
  ],
  [
    'messages cannot be taken',
    'the contact form’s service is there and refuses an empty message',
    '/api/contact: an empty POST: status 502, not 422',
    ({ method }) => (method === 'POST' ? { status: 502 } : undefined),
  ],
  [
    'the server is not well',
    'the server says that it is well and ready, or nothing',
    '/healthz: status 503',
    ({ path }) => (path === '/healthz' ? { status: 503 } : undefined),
  ],
  [
    'the server is not ready',
    'the server says that it is well and ready, or nothing',
    '/readyz: status 503: messages cannot be sent',
    ({ path }) => (path === '/readyz' ? { status: 503 } : undefined),
  ],
  [
    'everybody may read the metrics',
    'metrics are not public',
    '/metrics: status 200, not 404',
    ({ path }) => (path === '/metrics' ? { status: 200 } : undefined),
  ],
])('%s: that is told, and nothing else', async (_fault, check, found, spoil) => {
  await using site = await startFaulty(spoil)
  const report = await checkLive(site.origin, { manners })
  const breaches = breachesOf(report)
  expect(Object.keys(breaches)).toEqual([check])
  expect(breaches[check]?.join('\n')).toContain(found)
  expect(renderLiveReport(report)).toContain(`FAIL  ${check}`)
})

test('where nobody takes messages, none is tried', async () => {
  await using site = await startFaulty(({ path }) => (path === '/api/contact' ? { status: 200 } : undefined))
  await checkLive(site.origin, { manners })
  expect(site.questions.map(({ method }) => method)).not.toContain('POST')
})

test('messages may be taken under another origin, which the form names', async () => {
  await using service = await startFaulty()
  await using site = await startFaulty((_asked, answer) =>
    isPage(answer)
      ? rewritten(answer, textOf(answer).replace('action="/api/contact"', `action="${service.origin}/api/contact"`))
      : undefined,
  )
  expect(breachesOf(await checkLive(site.origin, { manners }))).toEqual({})
  expect(service.questions.map(({ method, body }) => [method, body])).toEqual([
    ['GET', ''],
    ['POST', '{}'],
  ])
  expect(service.questions[1]?.headers.origin).toBe(site.origin)
  expect(site.questions.map(({ method }) => method)).not.toContain('POST')
})

test('another build is told as information', async () => {
  await using site = await startFaulty(({ path }, answer) =>
    path === '/healthz' ? { body: Buffer.from('{"status":"ok","build":"other"}'), headers: answer.headers } : undefined,
  )
  const report = await checkLive(site.origin, { manners })
  expect(breachesOf(report)).toEqual({})
  expect(report.information.join('\n')).toContain('What runs there is build other')
})

test('a site that is somewhere else is not followed there', async () => {
  await using site = await startFaulty((_asked, answer) => ({
    ...withHeader(answer, 'location', 'https://www.example.org/'),
    status: 301,
  }))
  const report = await checkLive(site.origin, { manners })
  expect(site.questions).toHaveLength(1)
  expect(renderLiveReport(report)).toContain('npm run launch-check -- --live https://www.example.org')
})

test('where nobody answers, that is all there is to say', async () => {
  const report = await checkLive(`http://127.0.0.1:${await freePort()}`)
  expect(report.checks).toMatchObject([{ what: 'the site answers at this origin', breaches: [{}] }])
})

test('a server that never ends an answer costs the time of one answer', async () => {
  await using silent = await startSilent()
  const report = await checkLive(silent.origin, { manners: { answerMs: 200 } })
  expect(JSON.stringify(report.checks)).toContain('no answer within 0.2 s')
})

test('few questions are open at once', async () => {
  let [open, most] = [0, 0]
  await using server = await startServer()
  const { ask } = askerOf(server.port)
  const proxy = createServer(async (request, response) => {
    most = Math.max(most, ++open)
    const { status, headers, body } = await ask(request.url ?? '', { method: request.method ?? 'GET' })
    response.writeHead(status, headers).end(body, () => open--)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  await checkLive(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  proxy.closeAllConnections()
  proxy.close()
  expect(most).toBeLessThanOrEqual(4)
})

test('plain HTTP must lead to the same page over TLS', async () => {
  const redirect = createServer((request, response) =>
    response.writeHead(301, { location: `https://www.example.org${request.url?.replace('/lost', '/')}` }).end(),
  )
  await new Promise<void>((resolve) => redirect.listen(0, '127.0.0.1', resolve))
  const plainOrigin = `http://127.0.0.1:${(redirect.address() as AddressInfo).port}`
  const check = (path: string) => checkPlainHttp('https://www.example.org', plainOrigin, path)
  expect((await check('/en')).breaches).toEqual([])
  expect((await check('/lost')).breaches).toMatchObject([{ found: expect.stringContaining('not 301 to') }])
  redirect.closeAllConnections()
  redirect.close()
})

test('what a server says does not steer the terminal', () => {
  const check = { what: 'a', of: 1, remedy: 'b', breaches: [{ where: '/', found: 'title is "\u001b[2J\u0007x"' }] }
  const text = renderLiveReport({ origin: 'https://a.eu', asked: 1, seconds: 1, checks: [check], information: [] })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f]/)
})

async function startSilent() {
  const server = createServer((_request, response) => void response.writeHead(200).write('<'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
