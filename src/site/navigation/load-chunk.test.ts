import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadData, loadScript } from './load-chunk.ts'
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

type Answer = () => Promise<Response>

/** Stands in for the network: every address is answered by `answer`, which may never resolve. */
function stubNetwork(answer: Answer) {
  const network = vi.fn(answer)
  vi.stubGlobal('fetch', network)
  return network
}

const never = () => new Promise<never>(() => undefined)

const failureOf = (load: Promise<unknown>) =>
  load.then(
    () => 'no failure',
    (error) => (error instanceof LoadError ? `${error.chunk} ${error.type} ${error.address}` : error),
  )

describe('texts', () => {
  test.each<[what: string, answer: Answer, failure: string]>([
    ['that are gone for good', async () => new Response(null, { status: 410 }), 'missing'],
    ['of a server that refuses', async () => Response.json({}, { status: 400 }), 'error'],
    ['of a server in trouble', async () => Response.json({}, { status: 503 }), 'error'],
    ['that are cut off in the middle', async () => new Response('{"title":'), 'error'],
  ])('%s', async (_what, answer, failure) => {
    stubNetwork(answer)
    expect(await failureOf(loadData('/a.json'))).toBe(`texts ${failure} /a.json`)
  })

  test('that begin to come and do not end within 120 seconds: timeout, and the request is given up', async () => {
    const network = stubNetwork(async () => new Response(new ReadableStream({ pull: never })))
    const outcome = failureOf(loadData('/a.json'))
    await vi.advanceTimersByTimeAsync(119_999)
    const [, init] = network.mock.calls[0] as unknown as [string, RequestInit]
    expect(init.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toBe('texts timeout /a.json')
    expect(init.signal?.aborted).toBe(true)
  })
})

test.each<[what: string, status: number, type: string]>([
  ['a server in trouble', 503, 'text/javascript'],
  ['another page instead, as behind a hotel’s log-in', 200, 'text/html'],
])('a script that does not come, and %s: an error of loading', async (_what, status, type) => {
  const absent = `file:///there-is-no-such-script-${status}.js`
  const network = stubNetwork(async () => new Response(null, { status, headers: { 'content-type': type } }))
  expect(await failureOf(loadScript(absent))).toBe(`script error ${absent}`)
  expect(network).toHaveBeenCalledWith(absent, expect.objectContaining({ method: 'HEAD', cache: 'no-store' }))
})

test('a script that failed is asked for at another address, because a browser remembers it; the error keeps the true one', async () => {
  const address = 'file:///there-is-no-such-script-either.js'
  const network = stubNetwork(async () => new Response(null, { status: 404 }))
  const failures = [await failureOf(loadScript(address)), await failureOf(loadScript(address))]
  expect(failures).toEqual([`script missing ${address}`, `script missing ${address}`])
  const [first, second] = (network.mock.calls as unknown as [string][]).map(([url]) => url)
  expect(first).toBe(address)
  expect(second).toMatch(/\?retry=\d+$/)
})
