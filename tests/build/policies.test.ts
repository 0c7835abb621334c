import { CspEvaluator, DEFAULT_CHECKS, STRICTCSP_CHECKS } from 'csp_evaluator'
import { Severity, Type } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect, test } from 'vitest'
import { allLanguages } from '../../src/shared/languages.ts'
import { type Answer, sent } from './asking.ts'
import { builtSite } from './built-pages.ts'
import { expectPromised } from './promised-headers.ts'
import { startServer } from './real-server.ts'

const behindTls = 'https://www.example.org'

/** Every address of the site, and answers of every other kind. */
async function collectAnswers(): Promise<Map<string, Answer>> {
  await using server = await startServer({ origin: behindTls })
  const answers = new Map<string, Answer>()
  for (const address of Object.keys(builtSite.files)) answers.set(address, await server.ask(sent(address)))
  answers.set('a compressed page', await server.ask('/', { headers: { 'accept-encoding': 'br' } }))
  answers.set('what has not changed', await server.ask('/', { headers: { 'if-none-match': '*' } }))
  answers.set('a HEAD', await server.ask('/', { method: 'HEAD' }))
  answers.set('an address that makes no sense', await server.ask('/%zz'))
  answers.set('a not-found page', await server.ask('/fr/nulle-part'))
  answers.set('a redirect', await server.ask('/presentacion'))
  answers.set('a refused method', await server.ask('/', { method: 'DELETE' }))
  answers.set('/healthz', await server.ask('/healthz'))
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  answers.set('a plain form', await server.ask('/api/contact', { method: 'POST', headers: type, body: 'name=' }))
  answers.set('a message in JSON', await server.ask('/api/contact', { method: 'POST', body: '{}' }))
  return answers
}

const answers = await collectAnswers()

const policyOf = ({ headers }: Answer) => String(headers['content-security-policy'])

/**
 * csp_evaluator says that 'self' for scripts "can be problematic if you host JSONP, AngularJS or user uploaded files": the
 * site has none. It rates every other way as worse: with hashes it asks for 'unsafe-inline' for old browsers, and with
 * 'strict-dynamic' for https: (decision 10).
 */
const isOwnScripts = (finding: { type: number; value?: string }) =>
  finding.type === Type.SCRIPT_ALLOWLIST_BYPASS && finding.value === "'self'"

/**
 * Its advice to name 'unsafe-inline' beside the bootstrap's hash, for browsers older than hashes (before 2016). They could
 * not run the site's script at all, and no policy may hold the word (docs/promises.md, security).
 */
const isForOldBrowsers = (finding: { type: number; directive: string }) =>
  finding.type === Type.UNSAFE_INLINE_FALLBACK && finding.directive === 'script-src'

test('csp_evaluator finds nothing in any policy, but that scripts come from the site itself', () => {
  const policies = new Map([...answers].map(([what, answer]) => [policyOf(answer), what]))
  expect(policies.size).toBeGreaterThan(5)
  const found = [...policies].flatMap(([policy, what]) =>
    new CspEvaluator(new CspParser(policy).csp)
      .evaluate([], [...DEFAULT_CHECKS, ...STRICTCSP_CHECKS])
      .filter((finding) => !isOwnScripts(finding) && !isForOldBrowsers(finding))
      .map(
        ({ severity, directive, value, description }) =>
          `${what}: ${Severity[severity]}: ${directive} ${value ?? ''}: ${description} See src/build/content-security-policy.ts.`,
      ),
  )
  expect(found).toEqual([])
})

test('every answer behind TLS has the promised headers, and sets no cookie', () => {
  expect(answers.size).toBeGreaterThan(25)
  for (const [what, { headers }] of answers) {
    expectPromised(what, headers)
    const { 'strict-transport-security': hsts, 'set-cookie': cookies } = headers
    expect([what, hsts, cookies]).toEqual([what, 'max-age=31536000', undefined])
  }
})

test('what has a hash in its address is never asked for again, all else each time; the site may frame its own maps alone', () => {
  const files = Object.entries(builtSite.files)
  const notFoundPages = Object.values(builtSite.notFound)
  for (const [address, { type }] of files.filter(([address]) => !notFoundPages.includes(address))) {
    const { headers, body } = answers.get(address) as Answer
    const caching = address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, no-cache'
    const { 'content-type': found, 'content-length': length, 'cache-control': cached } = headers
    expect([address, found, cached, Number(length)]).toEqual([address, type, caching, body.length])
  }
  const lasting = files.map(([address]) => address).filter((address) => address.startsWith('/assets/'))
  expect(lasting.length).toBeGreaterThan(20)
  for (const address of lasting) expect(address).toMatch(/-[\w-]{8}\.\w+$|^\/assets\/data\/[\w-]{8}\//)
  const maps = lasting.filter((address) => address.startsWith('/assets/maps/'))
  const framed = [...answers].filter(([, answer]) => /frame-ancestors 'self'(;|$)/.test(policyOf(answer)))
  expect(framed.every(([address]) => maps.includes(address))).toBe(true)
  expect(framed).toHaveLength(2 * allLanguages.length)
  for (const [what, answer] of answers) expect(policyOf(answer), what).toMatch(/frame-ancestors '(self|none)'/)
})

test('browsers are not told to stay with TLS where the site’s origin has none', async () => {
  await using plain = await startServer({ origin: 'http://127.0.0.1:3000' })
  for (const path of ['/', '/presentacion', '/no-existe'])
    expect([path, (await plain.ask(path)).headers['strict-transport-security']]).toEqual([path, undefined])
})
