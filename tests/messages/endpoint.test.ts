import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { interpolate } from '../../src/shared/interpolate.ts'
import { publishedLanguages } from '../../src/shared/languages.ts'
import { contactTextsOf, pageOf } from '../support/built-site.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { words } from '../support/words.ts'
import { type HostileRequest, hostileRequests } from './hostile-requests.ts'
import { filled, messagesIn, send, sendForm, sendJson } from './submissions.ts'

const tooLong = { name: 'ñ'.repeat(101), email: `${'e'.repeat(250)}@example.org`, message: '漢'.repeat(5_001) }
const heaviest = { name: '𒀀'.repeat(100), email: filled.email, message: '𒀀'.repeat(5_000), id: randomUUID() }

const start = (CONTACT_LIMIT: string) => startServer({ settings: { CONTACT_LIMIT } })

/** One server for all tests: each test sends words of its own. */
let server: ServerProcess
/** Another server, without hostile requests, for comparison: one with a limit, and no proxy in front. */
let beside: ServerProcess
beforeAll(async () => {
  ;[server, beside] = await Promise.all([start('0'), start('1')])
})
afterAll(async () => {
  for (const each of [server, beside]) await each?.[Symbol.asyncDispose]()
})

const keptOf = async (name: string) => (await messagesIn(server.dataDir)).filter((message) => message.name === name)

describe('JSON', () => {
  test('201 once it is stored, 200 for the same submission again', async () => {
    const submission = { ...filled, id: randomUUID(), name: '  Marie\u0301 Once ' }
    const first = await sendJson(server.origin, submission)
    expect(first.status).toBe(201)
    const kept = await keptOf('Mari\u00e9 Once')
    expect(kept).toMatchObject([{ ...filled, name: 'Mari\u00e9 Once', state: 'waiting' }])
    expect((await sendJson(server.origin, submission)).status).toBe(200)
    expect((await sendJson(server.origin, { ...submission, id: submission.id.toUpperCase() })).status).toBe(200)
    expect(await keptOf('Mari\u00e9 Once')).toEqual(kept)
  })

  test('an invalid message is answered with one code for each field, and not stored', async () => {
    const before = await messagesIn(server.dataDir)
    for (const [fields, errors] of [
      [{}, { name: 'empty', email: 'empty', message: 'empty' }],
      [tooLong, { name: 'long', email: 'long', message: 'long' }],
      [
        { ...filled, name: 'Ana\nBcc: x@example.com', email: 'marie@example,com' },
        { name: 'control', email: 'format' },
      ],
    ] as const) {
      const answer = await sendJson(server.origin, fields)
      expect(answer.status).toBe(422)
      expect((await answer.json()).errors).toEqual(errors)
    }
    const odd = [{ id: '1' }, { language: 'xx' }].map((fields) => JSON.stringify({ ...filled, ...fields }))
    for (const body of ['{"name":', '', '[]', 'null', '"name"', '{"name":5}', ...odd])
      expect((await sendJson(server.origin, body)).status, body).toBe(400)
    expect(await messagesIn(server.dataDir)).toEqual(before)
  })

  test('413 over 64 KiB, and not for 64 KiB', async () => {
    const bare = JSON.stringify({ ...filled, message: 'Hello', padding: '' })
    const of = (bytes: number) => bare.replace('""}', `"${'x'.repeat(bytes - bare.length)}"}`)
    expect((await sendJson(server.origin, of(65_536))).status).toBe(201)
    expect((await sendJson(server.origin, of(65_537))).status).toBe(413)
  })

  test('a robot that fills the trap field gets the answer that a person gets, and its message is set apart', async () => {
    const submission = { ...filled, name: 'Robot or not' }
    const answer = await sendJson(server.origin, { ...submission, id: randomUUID(), website: 'https://spam.example' })
    const honest = await sendJson(server.origin, { ...submission, id: randomUUID() })
    expect([answer.status, await answer.text()]).toEqual([honest.status, await honest.text()])
    expect((await keptOf('Robot or not')).map(({ state }) => state).sort()).toEqual(['trapped', 'waiting'])
  })
})

async function read(answer: Response) {
  const page = parse(await answer.text())
  const valueIn = (name: string) => page.querySelector(`form [name="${name}"]`)?.getAttribute('value') ?? ''
  return {
    status: answer.status,
    language: page.querySelector('html')?.getAttribute('lang'),
    title: page.querySelector('title')?.text,
    typed: {
      name: valueIn('name'),
      email: valueIn('email'),
      message: page.querySelector('textarea')?.textContent ?? '',
    },
    statusText: page.querySelector('[role="status"]')?.text ?? '',
    alert: page.querySelector('[role="alert"]')?.text ?? '',
    focus: page.querySelectorAll('[autofocus]').length,
    text: page.querySelector('main')?.structuredText ?? '',
    page,
  }
}
const nothing = { name: '', email: '', message: '' }
const { name = '', email = '', message = '' } = filled
const typed = { name, email, message }

describe('a plain form', () => {
  // How the errors are shown: tests/journeys/without-script.test.ts and contact-form.test.ts.
  test.each(publishedLanguages)(
    'in %s gets its text back if it is invalid, and then success and an empty form',
    async (language) => {
      const { form } = contactTextsOf(language)
      const { title } = pageOf('contact', language).head
      const wrong = {
        name: 'Ana "<b>" & Co',
        email: 'ana@example,com',
        message: '</textarea><script>alert(1)</script>',
      }
      const answer = await read(await sendForm(server.origin, { ...wrong, language }))
      expect(answer).toMatchObject({
        status: 422,
        language,
        title: `${form.error_prefix} ${title}`,
        typed: wrong,
        focus: 1,
      })
      expect(answer.text).toContain(form.errors.email_format)
      expect(answer.page.querySelectorAll('script')).toEqual([])

      const right = { ...typed, name: `Marie (${language})` }
      for (const status of [201, 200]) {
        const answered = await read(await sendForm(server.origin, { ...right, language }))
        const statusText = words[language].formSuccess
        expect(answered).toMatchObject({ status, language, title, typed: nothing, statusText, alert: '', focus: 1 })
        expect(answered.text).toContain(form.success_help)
      }
      expect(await keptOf(right.name)).toMatchObject([{ ...right, language }])
    },
  )

  const language = 'es'
  const { form } = contactTextsOf(language)

  test('of 5,000 characters of any script fits', async () => {
    const message = `${language}${'𒀀'.repeat(4_998)}`
    expect((await sendForm(server.origin, { ...heaviest, message, id: '', language })).status).toBe(201)
    expect((await keptOf(heaviest.name)).map((kept) => kept.message)).toContain(message)
  })

  test('that the server cannot read gets a page that says where its text still is', async () => {
    const referer = `${server.origin}${encodeURI(pageOf('contact', language).address)}`
    for (const [status, type, body] of [
      [413, 'application/x-www-form-urlencoded', `message=${'x'.repeat(2_000_000)}`],
      [415, 'multipart/form-data; boundary=x', 'x'],
      [400, 'application/x-www-form-urlencoded', Uint8Array.of(0x6e, 0x3d, 0xff)],
    ] as const) {
      const given = await send(server.origin, { headers: { 'content-type': type, accept: 'text/html', referer }, body })
      // A client whose connection is closed while it still sends might never see the answer.
      if (status === 413) expect(given.headers.get('connection')).not.toBe('close')
      const answer = await read(given)
      expect(answer).toMatchObject({ status, language, alert: words[language].formFailure })
      expect(answer.text).toContain(form.unreadable_help.split('.')[0])
    }
  })
})

describe('one network address may make as many requests as CONTACT_LIMIT says', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const statusFrom = async (origin: string, address: string) => (await sendJson(origin, filled, from(address))).status
  let limited: ServerProcess
  beforeAll(async () => {
    limited = await startServer({ settings: { CONTACT_LIMIT: '1', TRUST_PROXY: '1' } })
  })
  afterAll(() => limited?.[Symbol.asyncDispose]())

  test('accepted or not, and then has to wait', async () => {
    for (const [status, body, headers] of [
      [201, JSON.stringify(filled)],
      [400, '{'],
      [413, 'x'.repeat(70_000)],
      [415, 'x', { 'content-type': 'text/plain' }],
      [422, '{}'],
    ] as [number, string, object?][]) {
      const sender = from(`203.0.113.${status % 256}`)
      expect((await sendJson(limited.origin, body, { ...headers, ...sender })).status).toBe(status)
      const answer = await sendJson(limited.origin, filled, sender)
      expect([answer.status, await answer.json()]).toEqual([429, { status: 429 }])
      const seconds = Number(answer.headers.get('retry-after'))
      expect(seconds > 590 && seconds <= 600).toBe(true)
      const page = await read(await sendForm(limited.origin, filled, sender))
      expect(page).toMatchObject({ status: 429, alert: words.es.formFailure })
      expect(page.text).toContain(interpolate(contactTextsOf('es').form.errors.too_many, { minutes: 10 }))
    }
    expect(await messagesIn(limited.dataDir)).toHaveLength(1)
  })

  test('an IPv6 address counts as its network of 64 bits, and one with a port as the address', async () => {
    for (const [status, ...addresses] of [
      [201, '2001:db8:1:2::1', '2001:db8:1:3::1', '::ffff:192.0.2.1', '192.0.2.2'],
      [429, '2001:db8:1:2:ffff::9', '[2001:db8:1:2::7]', '[2001:db8:1:3::7]:4711'],
      [429, '203.0.113.99, 192.0.2.1', '[::ffff:192.0.2.1]:80', '192.0.2.2:4711'],
    ] as [number, ...string[]][])
      for (const address of addresses) {
        const answer = await statusFrom(limited.origin, address)
        expect([address, answer === 200 ? 201 : answer]).toEqual([address, status])
      }
  })

  test('without a proxy in front, a forwarded address is not believed', async () => {
    expect(await statusFrom(beside.origin, '192.0.2.1')).toBe(201)
    expect(await statusFrom(beside.origin, '192.0.2.2')).toBe(429)
  })

  test('what a form on another site sends is not accepted, and not counted', async () => {
    const sender = from('198.51.100.1')
    for (const site of ['cross-site', 'cross-site', 'same-origin']) {
      const headers = { ...sender, 'sec-fetch-site': site, 'accept-language': 'fr' }
      const answer = await sendForm(limited.origin, filled, headers)
      expect(answer.status).toBe(site === 'cross-site' ? 403 : 200)
      // As of a page that somebody has saved: the contact page says that the message has not arrived.
      const { alert, text } = await read(answer)
      const { form } = contactTextsOf('fr')
      if (site === 'cross-site')
        expect([alert, text]).toEqual([
          form.failure,
          expect.stringContaining(String(form.unreadable_help.split('.')[0])),
        ])
    }
  })
})

describe('a hostile request delays no other', () => {
  test.each(hostileRequests)('$what', async (hostile) => {
    const before = await messagesIn(server.dataDir)
    const answer = sendHostile(server.origin, hostile)
    // Pages are requested one after the other, from before the server reads the first byte until it has answered.
    do {
      const enough = new AbortController()
      // Compared with a server that gets no hostile request: a limit in seconds would fail on a slow machine.
      const first = await Promise.race([
        askPages(server.origin, 1, enough.signal).then(() => 'a page'),
        askPages(beside.origin, 300, enough.signal).then(() => 'three hundred pages of another server'),
      ])
      enough.abort()
      expect(first).toBe('a page')
    } while (answer.isUnderWay())
    expect(await answer.status).toBe(hostile.status)
    expect(await messagesIn(server.dataDir)).toEqual(before)
  })

  function sendHostile(origin: string, { type, body }: HostileRequest) {
    let isUnderWay = true
    const headers = { 'content-type': type, accept: 'application/json', 'content-length': Buffer.byteLength(body) }
    const sending = request(`${origin}/api/contact`, { method: 'POST', headers })
    const status = once(sending, 'response').then(([response]) => {
      isUnderWay = false
      return response.resume().statusCode as number
    })
    sending.end(body)
    return { status, isUnderWay: () => isUnderWay }
  }

  async function askPages(origin: string, count: number, enough: AbortSignal): Promise<void> {
    for (; count > 0 && !enough.aborted; count--) await (await fetch(`${origin}/en`)).arrayBuffer()
  }
})
