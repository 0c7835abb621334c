import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchScript, loadData, loadScript } from './load-chunk.ts'
import { LoadError } from './load-error.ts'

// What a visitor sees of a script, a style sheet or texts that are missing, cut off or late is
// tests/journeys/load-failures.test.ts.

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Answer = (address: string, init: RequestInit) => Promise<Response>

/** Replaces the network: every address is answered by `answer`, which may never resolve. */
function stubNetwork(answer: Answer) {
  const network = vi.fn(answer)
  vi.stubGlobal('fetch', network)
  return network
}

const failureOf = (load: Promise<unknown>) =>
  load.then(
    () => 'no failure',
    (error) => (error instanceof LoadError ? error.message : error),
  )

test.each<[what: string, answer: Response, failure: string]>([
  ['is gone for good', new Response(null, { status: 410 }), 'missing'],
  ['fails on the server', Response.json({}, { status: 503 }), 'error'],
  ['is cut off in the middle', new Response('{"title":'), 'error'],
  ['is a page, as behind a hotel’s log-in', new Response('{}', { headers: { 'content-type': 'text/html' } }), 'error'],
])('a file that %s is reported', async (_what, answer, failure) => {
  stubNetwork(async () => answer)
  expect(await failureOf(loadData('/a.json'))).toBe(`Loading texts chunk failed (${failure}: /a.json)`)
})

test('a file that begins to come and does not end within 120 seconds is given up', async () => {
  const network = stubNetwork(async (_address, { signal }) => {
    const body = new ReadableStream({
      start: (body) => signal?.addEventListener('abort', () => body.error('aborted')),
    })
    return new Response(body)
  })
  const outcome = failureOf(loadData('/a.json'))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(network.mock.calls[0]?.[1].signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toBe('Loading texts chunk failed (timeout: /a.json)')
})

// A browser remembers a script that failed.
test('a script whose import does not arrive is not imported; one that throws keeps its own error', async () => {
  stubNetwork(async (address) => new Response('', { status: address === '/shared.js' ? 503 : 200 }))
  const address = 'data:text/javascript,throw new Error("broken")'
  expect(await failureOf(loadScript(address, [fetchScript('/shared.js')]))).toBe(
    'Loading script chunk failed (error: /shared.js)',
  )
  expect(await failureOf(loadScript(address, []))).toEqual(new Error('broken'))
})
