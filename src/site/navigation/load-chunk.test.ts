import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

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

  test.each<[what: string, answer: Answer]>([
    ['do not come', never],
    ['begin to come and do not end', async () => new Response(new ReadableStream({ pull: never }))],
  ])('that %s within 120 seconds: timeout, and the request is given up', async (_what, answer) => {
    const network = stubNetwork(answer)
    const outcome = failureOf(loadData('/a.json'))
    await vi.advanceTimersByTimeAsync(119_999)
    const [, init] = network.mock.calls[0] as unknown as [string, RequestInit]
    expect(init.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toBe('texts timeout /a.json')
    expect(init.signal?.aborted).toBe(true)
  })
})

describe('a script', () => {
  const script = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
  const absent = pathToFileURL(join(tmpdir(), 'there-is-no-such-script.js')).href
  const answered = (status: number, type: string) => async () =>
    new Response(null, { status, headers: { 'content-type': type } })

  test.each<[what: string, answer: Answer, failure: string]>([
    ['that is not on the server', answered(404, 'text/html'), 'missing'],
    ['of which the server cannot be asked', offline, 'error'],
    ['of a server in trouble', answered(503, 'text/javascript'), 'error'],
    ['in whose place something else stands, as behind a hotel’s log-in', answered(200, 'text/html'), 'error'],
  ])('%s', async (_what, answer, failure) => {
    const network = stubNetwork(answer)
    expect(await failureOf(loadScript(absent))).toBe(`script ${failure} ${absent}`)
    expect(network).toHaveBeenCalledWith(absent, expect.objectContaining({ method: 'HEAD', cache: 'no-store' }))
  })

  test('that arrives and fails in what it does: its own error, not a load error', async () => {
    stubNetwork(answered(200, 'text/javascript; charset=utf-8'))
    const error = await failureOf(loadScript(script('throw new RangeError("its own")')))
    expect(error).toMatchObject({ name: 'RangeError', message: 'its own' })
  })

  test('is asked for again at another address, because a browser remembers a failed module; the error keeps the true one', async () => {
    // What is added to this address falls into the comment at its end.
    const address = 'data:text/javascript,export const Page = import.meta.url//'
    expect((await loadScript(address, 2)).Page).toMatch(/\?attempt=2$/)
    stubNetwork(answered(404, 'text/html'))
    expect(await failureOf(loadScript(absent, 1))).toBe(`script missing ${absent}`)
  })
})
