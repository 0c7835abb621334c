import { randomInt, randomUUID } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What all clients of a soak share. */
export type Soak = {
  port: number
  /** Addresses of pages, and of files that the pages name, as they are sent. */
  pages: string[]
  assets: string[]
  signal: AbortSignal
  tally: Tally
}

/** What came of the requests so far. */
export class Tally {
  requests = 0
  kept = 0
  /** Answers that nobody could wish for: another status, or none; how often each came. */
  readonly unexpected = new Map<string, number>()
  #latencies = { page: [] as number[], submission: [] as number[] }

  count(what: string, status: number | string, wanted: number[]): void {
    this.requests++
    if (wanted.includes(status as number)) return
    const key = `${what}: ${status}`
    this.unexpected.set(key, (this.unexpected.get(key) ?? 0) + 1)
  }

  time(kind: 'page' | 'submission', ms: number): void {
    this.#latencies[kind].push(ms)
  }

  /** The times since this was last asked, sorted; then they are forgotten, so that this process does not grow. */
  takeLatencies(): Record<'page' | 'submission', number[]> {
    const taken = this.#latencies
    this.#latencies = { page: [], submission: [] }
    for (const times of Object.values(taken)) times.sort((one, other) => one - other)
    return taken
  }
}

type Given = { status: number; headers: IncomingHttpHeaders; ms: number }
type Send = { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent | false }

/** Who comes, and how many of each: a busy day of a small site, with everything that the Internet adds. */
export function startClients(soak: Soak): Promise<unknown> {
  const crowd: [count: number, client: (soak: Soak) => Promise<void>][] = [
    [6, reader],
    [2, sender],
    [1, plainSender],
    [1, insistentSender],
    [2, clumsyClient],
    [1, hasty],
    [4, (each) => dribbler(each, 'GET / HTTP/1.1\r\nHost: a\r\n', 'X-Slow: 1\r\n')],
    [4, (each) => dribbler(each, post('application/json', 1_000), ' ')],
    [3, deafClient],
  ]
  return Promise.all(crowd.flatMap(([count, client]) => Array.from({ length: count }, () => client(soak))))
}

/** Reads pages and what belongs to them, and comes back to what it has. */
async function reader({ port, pages, assets, signal, tally }: Soak): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const etags = new Map<string, string>()
  while (!signal.aborted) {
    const isPage = randomInt(3) > 0
    const path = pick(isPage ? pages : assets)
    const known = randomInt(2) === 0 ? etags.get(path) : undefined
    const headers = { 'accept-encoding': pick(['br', 'gzip', 'identity']), ...(known && { 'if-none-match': known }) }
    // An ETag belongs to one form of a file.
    if (known) headers['accept-encoding'] = 'br'
    const given = await send(port, path, { headers, agent, method: randomInt(20) === 0 ? 'HEAD' : 'GET' })
    tally.count('a page or file', given.status, known ? [304] : [200])
    if (isPage) tally.time('page', given.ms)
    if (headers['accept-encoding'] === 'br' && given.headers.etag) etags.set(path, given.headers.etag)
    await pause(randomInt(10, 50))
  }
  agent.destroy()
}

const fields = () => ({
  name: 'Marie Durand',
  email: 'marie@example.com',
  message: `${randomUUID()} Quels documents faut-il fournir pour une première certification ?`,
  language: 'fr',
})

let senders = 0
/**
 * The limit is counted for many senders, who come back in turn. Were each another, the server would rightly remember more
 * and more of them for ten minutes, and a leak could not be told from that.
 */
const someone = () => ({ 'x-forwarded-for': `10.0.0.${senders++ % 256}` })

/** Each of the senders above stays below it; who insists does not. */
export const contactLimit = 100

async function sender({ port, signal, tally }: Soak): Promise<void> {
  while (!signal.aborted) {
    const body = JSON.stringify({ id: randomUUID(), ...fields() })
    const headers = { 'content-type': 'application/json', ...someone() }
    const given = await send(port, '/api/contact', { method: 'POST', headers, body })
    tally.count('a message', given.status, [201])
    tally.time('submission', given.ms)
    if (given.status === 201) tally.kept++
    // One in ten is sent again, as after a lost answer.
    if (randomInt(10) === 0)
      tally.count('a repeat', (await send(port, '/api/contact', { method: 'POST', headers, body })).status, [200])
    await pause(randomInt(400, 800))
  }
}

async function plainSender({ port, signal, tally }: Soak): Promise<void> {
  while (!signal.aborted) {
    const isComplete = randomInt(3) > 0
    const body = String(new URLSearchParams(isComplete ? fields() : { ...fields(), email: 'marie' }))
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...someone() }
    const given = await send(port, '/api/contact', { method: 'POST', headers, body })
    tally.count('a plain form', given.status, [isComplete ? 201 : 422])
    if (given.status === 201) tally.kept++
    await pause(randomInt(500, 1000))
  }
}

/** Writes again and again from one address, and is refused most of the time. */
async function insistentSender({ port, signal, tally }: Soak): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' }
  while (!signal.aborted) {
    const body = JSON.stringify({ id: randomUUID(), ...fields() })
    const { status } = await send(port, '/api/contact', { method: 'POST', headers, body })
    tally.count('one message too many', status, [201, 429])
    if (status === 201) tally.kept++
    await pause(500)
  }
}

const post = (type: string, length: number) =>
  `POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`

/** Does everything wrong that can be done. */
async function clumsyClient({ port, signal, tally }: Soak): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const mistakes: [what: string, path: string, send: Send, wanted: number[]][] = [
    ['broken JSON', '/api/contact', { method: 'POST', headers: json, body: '{"name":' }, [400, 429]],
    ['an empty message', '/api/contact', { method: 'POST', headers: json, body: '{}' }, [422, 429]],
    ['a message too large', '/api/contact', { method: 'POST', headers: json, body: 'x'.repeat(100_000) }, [413, 429]],
    [
      'another type',
      '/api/contact',
      { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
      [415, 429],
    ],
    ['a GET of the form', '/api/contact', {}, [405]],
    ['an unknown page', `/en/${randomUUID()}`, {}, [404]],
    ['an address without sense', '/%zz', {}, [400]],
    ['a near miss', '/Presentacion', {}, [301]],
    ['an odd method', '/', { method: 'DELETE' }, [405]],
    ['an odder method', '/en', { method: 'PROPFIND' }, [405]],
  ]
  const bytes: [what: string, bytes: string, wanted: number][] = [
    ['what is not HTTP', 'BLURB\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['headers too large', `GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ]
  while (!signal.aborted) {
    if (randomInt(4) > 0) {
      const [what, path, options, wanted] = pick(mistakes)
      tally.count(what, (await send(port, path, options)).status, wanted)
    } else {
      const [what, text, wanted] = pick(bytes)
      tally.count(what, await sendBytes(port, text), [wanted])
    }
    await pause(randomInt(50, 150))
  }
}

/** Asks, and is gone before the answer. */
async function hasty({ port, signal, tally, assets }: Soak): Promise<void> {
  while (!signal.aborted) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET ${pick(assets)} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await pause(randomInt(1, 20))
    socket.destroy()
    tally.requests++
    await pause(200)
  }
}

/** Sends a little every second until the server has had enough, and begins anew. */
async function dribbler({ port, signal, tally }: Soak, start: string, then: string): Promise<void> {
  while (!signal.aborted) {
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => undefined).resume()
    socket.write(start)
    const timer = setInterval(() => socket.writable && socket.write(then), 1_000)
    const stop = () => socket.destroy()
    signal.addEventListener('abort', stop, { once: true })
    await closed
    signal.removeEventListener('abort', stop)
    clearInterval(timer)
    tally.requests++
  }
}

/** When a client that does not listen begins anew; by then the server has hung up on it (app.ts, `stalledMs`). */
const deafMs = 110_000

/** Asks for more than the system's buffers hold, and takes nothing of it. */
async function deafClient({ port, signal, tally, assets }: Soak): Promise<void> {
  while (!signal.aborted) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).pause()
    socket.write(`GET ${assets[0]} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(2_000))
    // Who does not listen does not hear either that the server has hung up.
    await pause(deafMs, undefined, { signal }).catch(() => undefined)
    socket.destroy()
    tally.requests++
  }
}

/** @returns status 0 where there was no answer */
function send(port: number, path: string, options: Send = {}): Promise<Given> {
  const { method = 'GET', headers = {}, body, agent = false } = options
  return new Promise((resolve) => {
    const start = performance.now()
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const finish = (status: number, given: IncomingHttpHeaders = {}) =>
      resolve({ status, headers: given, ms: performance.now() - start })
    request({ host: '127.0.0.1', port, path, method, agent, headers: { ...headers, ...length } }, (response) => {
      response.resume().once('end', () => finish(response.statusCode ?? 0, response.headers))
      response.once('error', () => finish(0))
    })
      .once('error', () => finish(0))
      .end(body)
  })
}

/** @returns the status of the answer, or what came instead */
function sendBytes(port: number, text: string): Promise<number | string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(text))
    socket.on('data', (part) => {
      received += String(part)
    })
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)))
  })
}

const pick = <Thing>(things: Thing[]): Thing => things[randomInt(things.length)] as Thing
