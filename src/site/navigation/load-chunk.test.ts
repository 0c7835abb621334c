import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

describe('texts', () => {
  test.each<[what: string, answer: Answer, failure: string]>([
    ['that are gone for good', async () => new Response(null, { status: 410 }), 'missing'],
    ['of a bad request', async () => Response.json({}, { status: 400 }), 'error'],
    ['of a server in trouble', async () => Response.json({}, { status: 503 }), 'error'],
    ['that are cut off in the middle', async () => new Response('{"title":'), 'error'],
  ])('%s', async (_what, answer, failure) => {
    stubNetwork(answer)
    expect(await failureOf(loadData('/a.json'))).toBe(`Loading texts chunk failed (${failure}: /a.json)`)
  })

  test('that begin to come and do not end within 120 seconds: timeout, and the request is given up', async () => {
    const network = stubNetwork(async (_address, { signal }) => {
      const body = new ReadableStream({
        start: (body) => signal?.addEventListener('abort', () => body.error('aborted')),
      })
      return new Response(body)
    })
    const outcome = failureOf(loadData('/a.json'))
    await vi.advanceTimersByTimeAsync(119_999)
    const [, init] = network.mock.calls[0] as unknown as [string, RequestInit]
    expect(init.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toBe('Loading texts chunk failed (timeout: /a.json)')
    expect(init.signal?.aborted).toBe(true)
  })
})

test.each<[what: string, status: number, type: string, failure: string]>([
  ['that is gone', 404, 'text/javascript', 'missing'],
  ['of a server in trouble', 503, 'text/javascript', 'error'],
  ['in whose stead another page comes, as behind a hotel’s log-in', 200, 'text/html', 'error'],
])('a script %s is never imported, because a browser remembers a failed one', async (_what, status, type, failure) => {
  const network = stubNetwork(async () => new Response('', { status, headers: { 'content-type': type } }))
  const address = 'data:text/javascript,throw new Error("imported")'
  expect(await failureOf(loadScript(address, []))).toBe(`Loading script chunk failed (${failure}: ${address})`)
  expect(network).toHaveBeenCalledTimes(1)
})

test('a script whose import does not arrive is not imported; one that throws keeps its own error', async () => {
  stubNetwork(async (address) => new Response('', { status: address === '/shared.js' ? 503 : 200 }))
  const address = 'data:text/javascript,throw new Error("broken")'
  expect(await failureOf(loadScript(address, [fetchScript('/shared.js')]))).toBe(
    'Loading script chunk failed (error: /shared.js)',
  )
  expect(await failureOf(loadScript(address, []))).toEqual(new Error('broken'))
})
