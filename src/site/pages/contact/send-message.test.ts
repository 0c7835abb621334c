import type { RequestListener } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { startHttpServer } from '../../../../tests/support/http-server.ts'
import { contactEndpoint, type Submission } from '../../../shared/contact/message-rules.ts'
import { sendMessage } from './send-message.ts'

// What is sent, what is kept, what an invalid form shows and a connection that breaks: tests/journeys/contact-form.test.ts.

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const submission: Submission = {
  id: '3f2b6f0e-9d0c-4c46-8a53-0d0f6c1f6a55',
  name: 'Marie Durand',
  email: 'marie@example.org',
  message: 'Quels documents faut-il fournir ? 🎉',
  language: 'fr',
  website: '',
}

/** A contact server that gives one answer. Addresses without an origin, as a page uses them, lead to it. */
async function serveContact(answer: RequestListener) {
  const server = await startHttpServer(answer)
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => fetch(new URL(address, server.origin), init))
  return server
}

const outcomeOf = async (status: number, headers: Record<string, string> = {}, body = '{}') => {
  await using _server = await serveContact((_request, response) => response.writeHead(status, headers).end(body))
  // Awaited here: the server must run until the answer has arrived.
  return await sendMessage(submission)
}

const json = { 'content-type': 'application/json' }

test('an answer that is not the server’s own is no success', async () => {
  for (const status of [200, 201]) {
    for (const body of ['<h1>Maintenance</h1>', '{"status":', ''])
      expect(await outcomeOf(status, json, body), body).toEqual({ kind: 'failed' })
  }
  for (const status of [202, 400, 404, 413, 500, 503])
    expect(await outcomeOf(status, json), `${status}`).toEqual({ kind: 'failed' })
  for (const body of ['<h1>Gateway</h1>', '{}', 'null', '{"errors":null}'])
    expect(await outcomeOf(422, json, body), body).toEqual({ kind: 'failed' })
})

test('a redirect is not followed, or the message would go to another address', async () => {
  const asked: (string | undefined)[] = []
  await using _server = await serveContact(({ url }, response) => {
    asked.push(url)
    if (url === contactEndpoint) response.writeHead(307, { location: '/elsewhere' }).end()
    else response.writeHead(200, json).end('{}')
  })
  expect(await sendMessage(submission)).toEqual({ kind: 'failed' })
  expect(asked).toEqual([contactEndpoint])
})

test.each([
  ['60', 1],
  ['61', 2],
  ['soon', 10],
  [undefined, 10],
])('429 with Retry-After %s: %i minutes to wait, rounded up, or the ten of the limit', async (seconds, minutes) => {
  const headers: Record<string, string> = seconds === undefined ? {} : { 'retry-after': seconds }
  expect(await outcomeOf(429, headers)).toEqual({ kind: 'too-many', minutes })
})

test('no answer within 30 seconds: the message could not be sent', async () => {
  // Fake timers do not reach AbortSignal.timeout, so the test aborts a signal of its own.
  const alarm = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(alarm.signal)
  const arrived = Promise.withResolvers<void>()
  await using _server = await serveContact(() => arrived.resolve())
  const outcome = sendMessage(submission)
  await arrived.promise
  expect(timeout).toHaveBeenCalledWith(30_000)
  alarm.abort(new DOMException('The operation timed out.', 'TimeoutError'))
  expect(await outcome).toEqual({ kind: 'failed' })
})
