import { afterEach, expect, test, vi } from 'vitest'
import { LoadError, loadScript } from './load-chunk.ts'

// What a visitor sees of a file that is missing, cut off or late: tests/journeys/load-failures.test.ts.

afterEach(() => void vi.unstubAllGlobals())

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
