import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chunkTimeoutMs, loadData, loadScript, loadStyle } from './load-chunk.ts'
import { LoadError } from './load-error.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Stands in for the network: each address is answered by `answer`, which may never resolve. */
function stubNetwork(answer: (address: string, init?: RequestInit) => Promise<Response>) {
  const network = vi.fn(answer)
  vi.stubGlobal('fetch', network)
  return network
}

const never = () => new Promise<never>(() => undefined)
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

/** What a load ended in: a value, or the error. `undefined` while it is still under way. */
function follow<Value>(load: Promise<Value>) {
  const outcome: { value?: Value; error?: unknown } = {}
  load.then(
    (value) => {
      outcome.value = value
    },
    (error) => {
      outcome.error = error
    },
  )
  return outcome
}

const failureOf = (load: Promise<unknown>) =>
  load.then(
    () => 'no failure',
    (error) => (error instanceof LoadError ? `${error.chunk} ${error.type} ${error.address}` : error),
  )

test('a chunk may take 120 seconds (SPEC.md section 9)', () => {
  expect(chunkTimeoutMs).toBe(120_000)
})

test('a load error says that the chunk failed, its type and its address (SPEC.md section 8)', () => {
  expect(new LoadError('script', 'timeout', '/assets/home.js').message).toBe(
    'Loading script chunk failed (timeout: /assets/home.js)',
  )
})

describe('texts', () => {
  test('arrive', async () => {
    stubNetwork(async () => Response.json({ title: 'Contacto' }))
    expect(await loadData('/assets/data/contact.json')).toEqual({ title: 'Contacto' })
  })

  test.each([404, 410])('status %i: missing', async (status) => {
    stubNetwork(async () => new Response(null, { status }))
    expect(await failureOf(loadData('/a.json'))).toBe('texts missing /a.json')
  })

  test.each([400, 500, 503])('status %i: error', async (status) => {
    stubNetwork(async () => Response.json({}, { status }))
    expect(await failureOf(loadData('/a.json'))).toBe('texts error /a.json')
  })

  test('no network: error, with its cause', async () => {
    stubNetwork(offline)
    const error = await loadData('/a.json').catch((error) => error)
    expect(error).toMatchObject({ type: 'error', address: '/a.json', cause: { message: 'Failed to fetch' } })
  })

  test('cut off in the middle: error', async () => {
    stubNetwork(async () => new Response('{"title":'))
    expect(await failureOf(loadData('/a.json'))).toBe('texts error /a.json')
  })

  test('120 seconds without an answer: timeout, and the request is given up', async () => {
    const network = stubNetwork(never)
    const outcome = follow(loadData('/a.json'))
    await vi.advanceTimersByTimeAsync(119_999)
    expect(outcome).toEqual({})
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.error).toMatchObject({ name: 'LoadError', chunk: 'texts', type: 'timeout', address: '/a.json' })
    expect(network.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
  })

  test('an answer that begins but does not end within 120 seconds: timeout', async () => {
    stubNetwork(async () => new Response(new ReadableStream({ pull: never })))
    const outcome = follow(loadData('/a.json'))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(outcome.error).toMatchObject({ type: 'timeout' })
  })

  test('leave no clock running once they have arrived', async () => {
    stubNetwork(async () => Response.json({}))
    await loadData('/a.json')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a script', () => {
  const script = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
  const isThere = async () => new Response(null, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
  const absent = pathToFileURL(join(tmpdir(), 'there-is-no-such-script.js')).href

  test('arrives', async () => {
    expect((await loadScript(script('export const Page = "arrived"'))).Page).toBe('arrived')
  })

  test('not on the server: missing', async () => {
    const network = stubNetwork(async () => new Response(null, { status: 404 }))
    expect(await failureOf(loadScript(absent))).toBe(`script missing ${absent}`)
    expect(network).toHaveBeenCalledWith(absent, expect.objectContaining({ method: 'HEAD', cache: 'no-store' }))
  })

  test('does not arrive, and the server cannot be asked: error', async () => {
    stubNetwork(offline)
    expect(await failureOf(loadScript(absent))).toBe(`script error ${absent}`)
  })

  test('the server is in trouble: error', async () => {
    stubNetwork(async () => new Response(null, { status: 503, headers: { 'content-type': 'text/javascript' } }))
    expect(await failureOf(loadScript(absent))).toBe(`script error ${absent}`)
  })

  test('something else stands at its address, as behind a hotel’s log-in: error', async () => {
    stubNetwork(async () => new Response('<p>Log in', { headers: { 'content-type': 'text/html' } }))
    expect(await failureOf(loadScript(absent))).toBe(`script error ${absent}`)
  })

  test('arrives and fails in what it does: its own error, not a load error', async () => {
    stubNetwork(isThere)
    const error = await loadScript(script('throw new RangeError("its own")')).catch((error) => error)
    expect(error).toMatchObject({ name: 'RangeError', message: 'its own' })
  })

  test('120 seconds without arriving: timeout', async () => {
    stubNetwork(offline)
    const address = script('await new Promise(() => undefined)')
    const outcome = follow(loadScript(address))
    await vi.advanceTimersByTimeAsync(119_999)
    expect(outcome).toEqual({})
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.error).toMatchObject({ name: 'LoadError', chunk: 'script', type: 'timeout', address })
  })

  test('a retry asks at another address, because a browser remembers a failed module; the error keeps the true one', async () => {
    // What is added to this address falls into the comment at its end.
    const address = 'data:text/javascript,export const Page = import.meta.url//'
    expect((await loadScript(address, 2)).Page).toMatch(/\?attempt=2$/)
    stubNetwork(async () => new Response(null, { status: 404 }))
    expect(await failureOf(loadScript(absent, 1))).toBe(`script missing ${absent}`)
  })
})

describe('a style sheet', () => {
  type Sheet = {
    rel?: string
    href?: string
    media?: string
    onload?: () => void
    onerror?: (event: unknown) => void
    remove(): void
  }

  /** A document that can hold style sheets and no more. */
  function stubDocument(): Sheet[] {
    const sheets: Sheet[] = []
    vi.stubGlobal('document', {
      createElement: () => {
        const sheet: Sheet = { remove: () => sheets.splice(sheets.indexOf(sheet), 1) }
        return sheet
      },
      head: { append: (sheet: Sheet) => sheets.push(sheet) },
    })
    return sheets
  }

  test('arrives', async () => {
    const sheets = stubDocument()
    const outcome = follow(loadStyle('/a.css').then(() => 'arrived'))
    expect(sheets).toMatchObject([{ rel: 'stylesheet', href: '/a.css', media: 'not all' }])
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome).toEqual({})
    sheets[0]?.onload?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome.value).toBe('arrived')
  })

  test('not on the server: missing, and a retry can ask anew', async () => {
    const sheets = stubDocument()
    stubNetwork(async () => new Response(null, { status: 404 }))
    const failure = failureOf(loadStyle('/a.css'))
    sheets[0]?.onerror?.(new Event('error'))
    expect(await failure).toBe('style missing /a.css')
    expect(sheets).toEqual([])
  })

  test('does not arrive: error', async () => {
    const sheets = stubDocument()
    stubNetwork(offline)
    const failure = failureOf(loadStyle('/a.css'))
    sheets[0]?.onerror?.(new Event('error'))
    expect(await failure).toBe('style error /a.css')
    expect(sheets).toEqual([])
  })

  test('120 seconds without arriving: timeout, and it cannot change the page later', async () => {
    const sheets = stubDocument()
    const outcome = follow(loadStyle('/a.css'))
    await vi.advanceTimersByTimeAsync(119_999)
    expect(outcome).toEqual({})
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.error).toMatchObject({ name: 'LoadError', chunk: 'style', type: 'timeout', address: '/a.css' })
    expect(sheets).toEqual([])
  })
})
