import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { MessageText, Submission } from '../../shared/contact/message-rules.ts'
import { StoreError } from '../messages/message-store.ts'
import type { BuiltContact } from './answer-page.ts'
import { addContactRoute, type ContactHandlers } from './contact-route.ts'

const words = {
  success: 'Sent & kept',
  success_help: 'We will reply.',
  failure: 'Not sent.',
  unreadable_help: 'Go back.',
  error_prefix: 'Error:',
}
const head = { title: 'Contact', description: 'Write to us' }
const origin = 'https://www.example.org'
const frame = { origin, css: '', themeColor: { light: '#fff', dark: '#000' }, contentSecurityPolicy: '' }
const addresses = { es: '/contact', en: '/en/contact', fr: '/fr/contact' }
const pageIn = (language: string) => ({
  kind: 'contact',
  language,
  address: '/',
  addresses,
  head,
  content: { form: words },
})
const languageOf = (language: string) => ({ shell: { name: 'Site' }, page: pageIn(language) })
const data = {
  origin,
  frame,
  languages: { es: languageOf('es'), en: languageOf('en'), fr: languageOf('fr') },
}

/** As much of a build as the answers need. A page is rendered as JSON of the outcome and of what was typed. */
const contactWith = (renderPage: (page: unknown) => string = (page) => JSON.stringify(page)) =>
  ({
    data,
    renderPage: (_shell: unknown, { content }: { content: { answer: unknown } }) => renderPage(content.answer),
  }) as unknown as BuiltContact

type Start = Partial<Omit<ContactHandlers, 'log' | 'meter'>> & { proxies?: number }

/** The route alone, on a port of its own, with what it has kept, logged and counted. */
async function startRoute({ proxies = 0, ...handlers }: Start = {}) {
  const kept: Submission[] = []
  const logged: string[] = []
  const counted: string[] = []
  const app = fastify({ trustProxy: (_address, hop) => hop < proxies })
  addContactRoute(app, {
    keep: async (submission) => {
      kept.push(submission)
      return { kind: 'kept', id: '1' }
    },
    readContact: async () => contactWith(),
    limit: 0,
    log: (event) => void logged.push(event),
    meter: { message: (outcome) => void counted.push(outcome), mail() {}, storeFailure() {} },
    ...handlers,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { kept, logged, counted, port, [Symbol.asyncDispose]: close }

  async function close(): Promise<void> {
    app.server.closeAllConnections()
    await app.close()
  }
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }
const filled: MessageText & { language: string } = {
  name: 'Ana',
  email: 'ana@example.org',
  message: 'Hello',
  language: 'en',
}
const formOf = (fields: Partial<typeof filled>) => String(new URLSearchParams({ ...filled, ...fields }))
const jsonOf = (fields: Partial<typeof filled>) => JSON.stringify({ ...filled, ...fields })

async function post(port: number, body: string | Buffer, headers: Record<string, string> = json): Promise<Answer> {
  const sending = request({ host: '127.0.0.1', port, path: '/api/contact', method: 'POST', headers, agent: false })
  sending.end(body)
  const [response] = await once(sending, 'response')
  const parts: string[] = []
  for await (const part of response) parts.push(String(part))
  return { status: response.statusCode, headers: response.headers, body: parts.join('') }
}

describe('when the answer to a plain form cannot be drawn', () => {
  const broken = contactWith(() => {
    throw new Error('A component is broken.')
  })

  test('a kept message is told as kept, in bare words, and nothing says that it was not', async () => {
    await using route = await startRoute({ readContact: async () => broken })
    const { status, headers, body } = await post(route.port, formOf({ language: 'fr' }), form)
    expect([status, headers['content-type']]).toEqual([201, 'text/html; charset=utf-8'])
    expect(body).toContain('<html lang="fr" dir="ltr">')
    expect(body).toContain('<p>Sent &amp; kept</p>')
    expect(body).not.toContain(words.failure)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
    expect([route.kept.length, route.logged, route.counted]).toEqual([1, ['request_failed'], ['accepted']])
  })

  test('a message that was not kept is told as such', async () => {
    const keep = () => Promise.reject(new StoreError('The disk is full.'))
    await using route = await startRoute({ readContact: async () => broken, keep })
    const { status, body } = await post(route.port, formOf({}), form)
    expect(status).toBe(503)
    expect(body).toContain(words.failure)
    expect(body).not.toContain('Sent')
    expect(route.logged).toEqual(['message_not_kept', 'request_failed'])
  })

  test('without its words, which would say so, nothing is kept', async () => {
    await using route = await startRoute({ readContact: () => Promise.reject(new Error('The content is broken.')) })
    expect((await post(route.port, formOf({}), form)).status).toBe(500)
    expect([route.kept, route.logged]).toEqual([[], ['message_not_kept']])
    expect((await post(route.port, jsonOf({}))).status).toBe(201)
  })
})

test('a page that holds nothing typed is drawn once, one that does each time', async () => {
  let drawn = 0
  const parts = contactWith((answer) => `${++drawn} ${JSON.stringify(answer)}`)
  await using route = await startRoute({ readContact: async () => parts })
  for (const _ of [1, 2]) {
    expect((await post(route.port, formOf({}), form)).status).toBe(201)
    expect((await post(route.port, '', form)).status).toBe(422)
    expect((await post(route.port, 'language=xx', form)).status).toBe(400)
  }
  expect(drawn).toBe(3)
  for (const name of ['Eva', 'Eva'])
    expect((await post(route.port, formOf({ name, email: '' }), form)).body).toContain(name)
  expect(drawn).toBe(5)
})

describe('the limit', () => {
  const requests: [status: number, body: string, headers: Record<string, string>][] = [
    [201, jsonOf({}), json],
    [400, '{', json],
    [413, `message=${'x'.repeat(70_000)}`, form],
    [415, 'x', { 'content-type': 'text/plain' }],
    [422, 'name=', form],
  ]

  test.each([json, form])('an address with too many requests, accepted or not, has to wait: %j', async (headers) => {
    await using route = await startRoute({ limit: requests.length })
    for (const [status, body, type] of requests) expect((await post(route.port, body, type)).status).toBe(status)
    const answer = await post(route.port, headers === form ? formOf({}) : jsonOf({}), headers)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(590)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(600)
    expect(answer.body).toContain(headers === form ? '{"kind":"unreadable","minutes":10}' : '{"status":429}')
    expect([route.kept.length, route.counted.at(-1), route.logged]).toEqual([1, 'too_many', []])
  })

  test('counts an IPv6 address as its network of 64 bits, and others apart', async () => {
    await using route = await startRoute({ limit: 1, proxies: 1 })
    const statusFrom = async (address: string) =>
      (await post(route.port, jsonOf({}), { ...json, 'x-forwarded-for': address })).status
    expect(await statusFrom('2001:db8:1:2::1')).toBe(201)
    expect(await statusFrom('2001:db8:1:2:ffff::9')).toBe(429)
    expect(await statusFrom('2001:db8:1:3::1')).toBe(201)
    expect(await statusFrom('::ffff:192.0.2.1')).toBe(201)
    expect(await statusFrom('203.0.113.1, 192.0.2.1')).toBe(429)
    expect(await statusFrom('192.0.2.2')).toBe(201)
  })

  test('of 0 is none', async () => {
    await using route = await startRoute()
    for (let count = 0; count < 100; count++) expect((await post(route.port, '{}')).status).toBe(422)
  })

  test('does not count what a form on another site sends: that is not taken at all', async () => {
    await using route = await startRoute({ limit: 1 })
    const from = (site: string) => ({ ...form, 'sec-fetch-site': site })
    for (const _ of [1, 2]) expect((await post(route.port, formOf({}), from('cross-site'))).status).toBe(403)
    expect((await post(route.port, formOf({}), from('same-origin'))).status).toBe(201)
  })
})
