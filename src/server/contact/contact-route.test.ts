import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
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

/** How many bodies may be read at once. */
const readingRule = { all: 5, ofSender: 2 }

/** The route alone, on a port of its own, with what it has kept, logged and counted. */
async function startRoute({ proxies = 0, ...handlers }: Start = {}) {
  const kept: Submission[] = []
  const logged: string[] = []
  const counted: string[] = []
  const app = fastify({ trustProxy: (_address, hop) => hop < proxies })
  addContactRoute(
    app,
    {
      keep: async (submission) => {
        kept.push(submission)
        return { kind: 'kept', id: '1' }
      },
      readContact: async () => contactWith(),
      refusalLimit: 0,
      log: (event) => void logged.push(event),
      meter: { message: (outcome) => void counted.push(outcome), mail() {}, storeFailure() {} },
      ...handlers,
    },
    readingRule,
  )
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

/** Sends the head of a message and nothing of its body. */
async function stall(
  port: number,
  headers: Record<string, string> = json,
): Promise<Socket & { answer(): Promise<string> }> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const lines = Object.entries({ host: 'a', 'content-length': '1000', expect: '100-continue', ...headers })
  socket.write(`POST /api/contact HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  // Once "100 Continue" (or an early answer) has come, the server has read the request's head.
  const [first] = await once(socket, 'data')
  const rest = String(first).replace('HTTP/1.1 100 Continue\r\n\r\n', '')
  return Object.assign(socket, { answer: async () => rest || String((await once(socket, 'data'))[0]) })
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

describe('the limit on refused requests', () => {
  const refused: [status: number, body: string, headers: Record<string, string>][] = [
    [400, '{', json],
    [413, `message=${'x'.repeat(70_000)}`, form],
    [413, 'x'.repeat(300_000), json],
    [415, 'x', { 'content-type': 'text/plain' }],
    [422, '{}', json],
    [422, 'name=', form],
  ]

  test.each([json, form])('a sender with too many has to wait, before anything is read of it: %j', async (headers) => {
    await using route = await startRoute({ refusalLimit: refused.length })
    for (const [status, body, type] of refused) expect((await post(route.port, body, type)).status).toBe(status)
    const stalled = await stall(route.port, headers)
    const answer = await stalled.answer()
    stalled.destroy()
    expect(answer).toMatch(/^HTTP\/1\.1 429 /)
    const retryAfter = Number(/^retry-after: (\d+)\r$/im.exec(answer)?.[1])
    expect(retryAfter).toBeGreaterThan(590)
    expect(retryAfter).toBeLessThanOrEqual(600)
    expect(answer).toMatch(headers === form ? /^content-type: text\/html/im : /^content-type: application\/json/im)
    const whole = await post(route.port, headers === form ? formOf({}) : jsonOf({}), headers)
    expect(whole.status).toBe(429)
    expect(whole.body).toContain(headers === form ? '{"kind":"unreadable","minutes":10}' : '{"status":429}')
    expect(route.kept).toEqual([])
    expect(route.counted.at(-1)).toBe('too_many')
  })

  test('what is kept does not count, and other senders go on', async () => {
    await using route = await startRoute({ refusalLimit: 2, proxies: 1 })
    const from = (address: string) => ({ ...json, 'x-forwarded-for': address })
    for (const _ of [1, 2, 3]) expect((await post(route.port, jsonOf({}), from('192.0.2.1'))).status).toBe(201)
    for (const port of [1, 2]) expect((await post(route.port, '{}', from(`192.0.2.1:${port}`))).status).toBe(422)
    expect((await post(route.port, jsonOf({}), from('192.0.2.1'))).status).toBe(429)
    expect((await post(route.port, jsonOf({}), from('192.0.2.2'))).status).toBe(201)
  })

  test('a limit of 0 is none', async () => {
    await using route = await startRoute()
    for (let count = 0; count < 100; count++) expect((await post(route.port, '{}')).status).toBe(422)
  })
})

describe('the limit on bodies that are read at once', () => {
  test('a sender that has too many under way has to wait, and others not', async () => {
    await using route = await startRoute({ proxies: 1 })
    const from = (address: string) => ({ ...json, 'x-forwarded-for': address })
    const stalled = [await stall(route.port, from('192.0.2.1')), await stall(route.port, from('192.0.2.1'))]
    const third = await post(route.port, jsonOf({}), from('192.0.2.1'))
    expect([third.status, third.headers['retry-after']]).toEqual([429, '10'])
    expect((await post(route.port, jsonOf({}), from('192.0.2.2'))).status).toBe(201)
    for (const socket of stalled) socket.destroy()
    await untilTaken(() => post(route.port, jsonOf({}), from('192.0.2.1')))
  })

  test('when too many are under way in all, everybody has to wait, and nobody is to blame', async () => {
    await using route = await startRoute({ proxies: 1 })
    const stalled: Socket[] = []
    for (const number of [1, 2, 3, 4, 5])
      stalled.push(await stall(route.port, { ...json, 'x-forwarded-for': `192.0.2.${number}` }))
    const { status, headers } = await post(route.port, formOf({}), form)
    expect([status, headers['retry-after']]).toEqual([503, '30'])
    expect(route.logged).toEqual([])
    for (const socket of stalled) socket.destroy()
    await untilTaken(() => post(route.port, jsonOf({})))
  })

  test('whatever becomes of a message, its place is free again', async () => {
    await using route = await startRoute()
    for (let round = 0; round < 3; round++) {
      // Refused for its type before its body has come; then the client hangs up.
      for (const type of ['text/plain', 'x']) {
        const unread = await stall(route.port, { 'content-type': type })
        expect(await unread.answer()).toMatch(/^HTTP\/1\.1 415 /)
        unread.destroy()
      }
      for (const body of ['{', '{}', jsonOf({}), 'x'.repeat(300_000)]) await post(route.port, body)
    }
    expect((await post(route.port, jsonOf({}))).status).toBe(201)
  })

  /** Sends until a place is free: the server needs a moment to notice that a client has hung up. */
  async function untilTaken(send: () => Promise<Answer>): Promise<void> {
    while ((await send()).status !== 201) await new Promise((resolve) => setImmediate(resolve))
  }
})
