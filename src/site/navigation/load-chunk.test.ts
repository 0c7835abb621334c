import { afterEach, expect, test, vi } from 'vitest'
import { LoadError, loadData, loadScript, loadStyle } from './load-chunk.ts'

// What a visitor sees of a file that is missing or cut off: tests/journeys/load-failures.test.ts.

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

test.each([
  ['script', (address: string) => loadScript(address, [])],
  ['style', loadStyle],
  ['texts', loadData],
])('a %s chunk that begins to come and does not end within 120 seconds is given up', async (chunk, load) => {
  vi.useFakeTimers()
  const network = vi.fn(async (_address: string, { signal }: RequestInit) => {
    const start = (body: ReadableStreamDefaultController) =>
      signal?.addEventListener('abort', () => body.error('aborted'))
    return new Response(new ReadableStream({ start }))
  })
  vi.stubGlobal('fetch', network)
  vi.stubGlobal('CSSStyleSheet', class {})
  const outcome = failureOf(load('/a'))
  await vi.advanceTimersByTimeAsync(119_999)
  const { signal } = (network.mock.calls[0] as [string, RequestInit])[1]
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(signal?.aborted).toBe(true)
  expect(await outcome).toBe(`Loading ${chunk} chunk failed (timeout: /a)`)
})
