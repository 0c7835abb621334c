import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Submission } from '../../shared/contact/message-rules.ts'
import { buildApp } from '../app.ts'
import type { LoadedSite } from '../built-site.ts'
import type { ContactHandlers } from './contact-route.ts'

// What the route answers to visitors is in tests/messages/endpoint.test.ts.

const pageIn = (language: string) => ({
  kind: 'contact',
  language,
  address: '/',
  addresses: { es: '/contact', en: '/en/contact', fr: '/fr/contact' },
  head: { title: 'Contact', description: 'Write to us' },
  content: { form: { error_prefix: 'Error:' } },
})
/** As much of a build as the answers need. A page is rendered as JSON of the outcome and of what was typed. */
const site = {
  addresses: [],
  files: {},
  settings: { origin: 'https://www.example.org' },
  shells: { es: { name: 'Site' }, en: { name: 'Site' } },
  contact: {
    template: { css: '', themeColor: { light: '', dark: '' }, contentSecurityPolicy: '' },
    pages: { es: pageIn('es'), en: pageIn('en') },
  },
  renderPage: (_shell: unknown, { content }: { content: { answer: unknown } }) => JSON.stringify(content.answer),
} as unknown as LoadedSite

/** The server without pages, on a port of its own, with what it has kept. */
async function startRoute({ proxies = 0, ...handlers }: Partial<ContactHandlers> & { proxies?: number } = {}) {
  const kept: Submission[] = []
  const keep: ContactHandlers['keep'] = async (submission) => {
    kept.push(submission)
    return { kind: 'kept', id: '1' }
  }
  const contact = { keep, limit: 0, log: () => {}, ...handlers }
  const app = buildApp({ site, contact, trustProxy: proxies, origin: '' })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    kept,
    async post(body: string, headers: Record<string, string> = json) {
      const response = await fetch(`http://127.0.0.1:${port}/api/contact`, { method: 'POST', body, headers })
      return { status: response.status, headers: response.headers, body: await response.text() }
    },
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }
const filled = { name: 'Ana', email: 'ana@example.org', message: 'Hello', language: 'en' }
const asForm = String(new URLSearchParams(filled))
const asJson = JSON.stringify(filled)

const requests: [status: number, body: string, headers: Record<string, string>][] = [
  [201, asJson, json],
  [400, '{', json],
  [413, `message=${'x'.repeat(70_000)}`, form],
  [415, 'x', { 'content-type': 'text/plain' }],
  [422, 'name=', form],
]

test.each([json, form])('an address with too many requests, accepted or not, has to wait: %j', async (headers) => {
  await using route = await startRoute({ limit: requests.length })
  for (const [status, body, type] of requests) expect((await route.post(body, type)).status).toBe(status)
  const answer = await route.post(headers === form ? asForm : asJson, headers)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(590)
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(600)
  expect(answer.body).toContain(headers === form ? '{"kind":"unreadable","minutes":10}' : '{"status":429}')
  expect(route.kept).toHaveLength(1)
})

test('the limit counts an IPv6 address as its network of 64 bits, an address with a port as the address, and others apart', async () => {
  await using route = await startRoute({ limit: 1, proxies: 1 })
  const statusFrom = async (address: string) =>
    (await route.post(asJson, { ...json, 'x-forwarded-for': address })).status
  expect(await statusFrom('2001:db8:1:2::1')).toBe(201)
  expect(await statusFrom('2001:db8:1:2:ffff::9')).toBe(429)
  expect(await statusFrom('2001:db8:1:3::1')).toBe(201)
  expect(await statusFrom('::ffff:192.0.2.1')).toBe(201)
  expect(await statusFrom('203.0.113.1, 192.0.2.1')).toBe(429)
  expect(await statusFrom('192.0.2.2')).toBe(201)
  for (const withPort of ['192.0.2.2:4711', '[2001:db8:1:3::7]:4711', '[2001:db8:1:2::7]', '[::ffff:192.0.2.1]:80'])
    expect(await statusFrom(withPort), withPort).toBe(429)
})

test('without a proxy in front, a forwarded address is not believed', async () => {
  await using route = await startRoute({ limit: 1 })
  expect((await route.post(asJson, { ...json, 'x-forwarded-for': '192.0.2.1' })).status).toBe(201)
  expect((await route.post(asJson, { ...json, 'x-forwarded-for': '192.0.2.2' })).status).toBe(429)
})

test('what a form on another site sends is not taken, and not counted', async () => {
  await using route = await startRoute({ limit: 1 })
  for (const _ of [1, 2])
    expect((await route.post(asForm, { ...form, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await route.post(asForm, { ...form, 'sec-fetch-site': 'same-origin' })).status).toBe(201)
})
