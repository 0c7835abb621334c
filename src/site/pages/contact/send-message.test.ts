import { afterEach, expect, test, vi } from 'vitest'
import { sendMessage } from './send-message.ts'

// What the form shows of each outcome: tests/journeys/contact-form.test.ts.

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const submission = { name: 'Marie', email: 'marie@example.org', message: 'Oui', language: 'fr', website: '' } as const
/** The requests; the answer to each is what a test sets. */
const network = vi.fn<typeof fetch>()
const outcomeOf = (status: number, body = '{}', headers = {}) => {
  vi.stubGlobal('fetch', network.mockResolvedValue(new Response(body, { status, headers })))
  return sendMessage(submission)
}

test('only the server’s own answer is a success, and none to which another address was redirected', async () => {
  for (const status of [200, 201]) {
    expect(await outcomeOf(status)).toEqual({ kind: 'kept' })
    for (const body of ['<h1>Maintenance</h1>', '{"status":', ''])
      expect(await outcomeOf(status, body), body).toEqual({ kind: 'failed' })
  }
  for (const status of [202, 400, 404, 413, 500])
    expect(await outcomeOf(status), `${status}`).toEqual({ kind: 'failed' })
  for (const body of ['<h1>Gateway</h1>', '{}', 'null', '{"errors":null}'])
    expect(await outcomeOf(422, body), body).toEqual({ kind: 'failed' })
  for (const [seconds, minutes] of Object.entries({ 60: 1, 61: 2, soon: 10 }))
    expect(await outcomeOf(429, '', { 'retry-after': seconds })).toEqual({ kind: 'too-many', minutes })
  for (const [, init] of network.mock.calls) expect(init).toMatchObject({ method: 'POST', redirect: 'error' })
})

test('no answer within 30 seconds: the message could not be sent', async () => {
  // Fake timers do not reach AbortSignal.timeout, so the test aborts a signal of its own.
  const alarm = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(alarm.signal)
  const aborted = (_address: unknown, { signal }: RequestInit = {}) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  vi.stubGlobal('fetch', network.mockImplementation(aborted))
  const outcome = sendMessage(submission)
  alarm.abort(new DOMException('Too late.', 'TimeoutError'))
  expect(await outcome).toEqual({ kind: 'failed' })
  expect(timeout).toHaveBeenCalledWith(30_000)
})
