import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startHttpServer } from '../../../../tests/support/http-server.ts'
import { contactEndpoint, type Submission } from '../../../shared/contact/message-rules.ts'
import { sendMessage } from './send-message.ts'

// What is sent, what a refusal says and a connection that breaks: tests/journeys/contact-form.test.ts.

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
  // Awaited here: the server must stay until the answer has come.
  return await sendMessage(submission)
}

const json = { 'content-type': 'application/json' }

test.each([201, 200])('%i, in the service’s own words: the message is kept', async (status) => {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  expect(await outcomeOf(status, type, `{"status":${status}}`)).toEqual({ kind: 'kept' })
})

describe('what is no answer of the service does not count as success', () => {
  test.each<[what: string, headers: Record<string, string>, body: string]>([
    ['a page', { 'content-type': 'text/html' }, '<h1>Maintenance</h1>'],
    ['a page that calls itself JSON', json, '<h1>Maintenance</h1>'],
    ['JSON of another kind', { 'content-type': 'application/json-seq' }, '{}'],
    ['no type', {}, '{}'],
    ['half an answer', json, '{"status":'],
    ['null', json, 'null'],
    ['a list', json, '[]'],
    ['a word', json, '"ok"'],
  ])('%s', async (_what, headers, body) => {
    for (const status of [200, 201]) expect(await outcomeOf(status, headers, body)).toEqual({ kind: 'failed' })
  })

  test.each([204, 202, 400, 404, 413, 500, 503])('%i', async (status) => {
    expect(await outcomeOf(status, json, status === 204 ? '' : '{}')).toEqual({ kind: 'failed' })
  })

  test.each([302, 307])('%i to what would be a success', async (status) => {
    const asked: string[] = []
    await using _server = await serveContact((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      if (request.url === contactEndpoint) return response.writeHead(status, { location: '/elsewhere' }).end()
      response.writeHead(200, json).end('{}')
    })
    expect(await sendMessage(submission)).toEqual({ kind: 'failed' })
    // A redirect is not followed, or the message would go to another address.
    expect(asked).toEqual([`POST ${contactEndpoint}`])
  })

  test.each(['<h1>Gateway</h1>', '{"errors":', '{}', 'null', '{"errors":null}'])(
    '422 with the body %j',
    async (body) => {
      expect(await outcomeOf(422, {}, body)).toEqual({ kind: 'failed' })
    },
  )
})

test.each([
  ['60', 1],
  ['61', 2],
  ['soon', 10],
  ['-5', 10],
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
