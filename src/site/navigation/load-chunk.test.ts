import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadError, loadData, loadScript } from './load-chunk.ts'

// What a visitor sees of a file that is missing, cut off or late: tests/journeys/load-failures.test.ts.

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const failureOf = (load: Promise<unknown>) =>
  load.catch((error) => (error instanceof LoadError ? error.message : error))

test.each([
  ['missing', 410, 'text/javascript'],
  ['error', 503, 'text/javascript'],
  // Another page in its stead, as behind a hotel's log-in.
  ['error', 200, 'text/html'],
])(
  'a script is never imported after a failure (%s, %i, %s), which a browser would remember',
  async (failure, status, type) => {
    vi.stubGlobal('fetch', async () => new Response('', { status, headers: { 'content-type': type } }))
    const address = 'data:text/javascript,throw new Error("imported")'
    expect(await failureOf(loadScript(address, []))).toBe(`Loading script chunk failed (${failure}: ${address})`)
  },
)

test('texts that begin to come and do not end within 120 seconds are given up', async () => {
  const network = vi.fn(async (_address: string, { signal }: RequestInit) => {
    const start = (body: ReadableStreamDefaultController) =>
      signal?.addEventListener('abort', () => body.error('aborted'))
    return new Response(new ReadableStream({ start }))
  })
  vi.stubGlobal('fetch', network)
  const outcome = failureOf(loadData('/a.json'))
  await vi.advanceTimersByTimeAsync(119_999)
  const { signal } = (network.mock.calls[0] as [string, RequestInit])[1]
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toBe('Loading texts chunk failed (timeout: /a.json)')
  expect(signal?.aborted).toBe(true)
})
