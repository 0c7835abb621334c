import type { RequestListener } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { startHttpServer } from '../../../../tests/support/http-server.ts'
import { sendMessage } from './send-message.ts'

// What the form shows of each outcome: tests/journeys/contact-form.test.ts.

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const submission = { name: 'Marie', email: 'marie@example.org', message: 'Oui', language: 'fr', website: '' } as const

/** Sends a message to a server that gives this answer. Addresses without an origin, as a page uses them, lead to it. */
async function sendTo(answer: RequestListener) {
  await using server = await startHttpServer(answer)
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => fetch(new URL(address, server.origin), init))
  return await sendMessage(submission).finally(() => vi.unstubAllGlobals())
}
const outcomeOf = (status: number, body = '{}', headers: Record<string, string> = {}) =>
  sendTo((_request, response) => response.writeHead(status, headers).end(body))

test('only the server’s own answer is a success, also of one that redirects to another address', async () => {
  for (const status of [200, 201]) {
    expect(await outcomeOf(status)).toEqual({ kind: 'kept' })
    for (const body of ['<h1>Maintenance</h1>', '{"status":', ''])
      expect(await outcomeOf(status, body), body).toEqual({ kind: 'failed' })
  }
  for (const status of [202, 400, 404, 413, 500])
    expect(await outcomeOf(status), `${status}`).toEqual({ kind: 'failed' })
  for (const body of ['<h1>Gateway</h1>', '{}', 'null', '{"errors":null}'])
    expect(await outcomeOf(422, body), body).toEqual({ kind: 'failed' })
  const redirect: RequestListener = ({ url }, response) =>
    response.writeHead(url === '/elsewhere' ? 200 : 307, { location: '/elsewhere' }).end('{}')
  expect(await sendTo(redirect)).toEqual({ kind: 'failed' })
})

test('after too many requests, the minutes to wait are rounded up, or the ten of the limit', async () => {
  const minutes: [string | undefined, number][] = [
    ['60', 1],
    ['61', 2],
    ['soon', 10],
    [undefined, 10],
  ]
  for (const [seconds, minutesToWait] of minutes)
    expect(await outcomeOf(429, '', seconds ? { 'retry-after': seconds } : {})).toEqual({
      kind: 'too-many',
      minutes: minutesToWait,
    })
})

test('no answer within 30 seconds: the message could not be sent', async () => {
  // Fake timers do not reach AbortSignal.timeout, so the test aborts a signal of its own.
  const alarm = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(alarm.signal)
  expect(await sendTo(() => alarm.abort(new DOMException('Too late.', 'TimeoutError')))).toEqual({ kind: 'failed' })
  expect(timeout).toHaveBeenCalledWith(30_000)
})
