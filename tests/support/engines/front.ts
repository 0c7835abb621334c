import { createHash } from 'node:crypto'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startHttpServer } from '../http-server.ts'

export type Front = AsyncDisposable & {
  origin: string
  /** Keeps a file back from now on. @returns when it was asked for, and what lets it through */
  hold(address: string): { asked: Promise<void>; release: () => void }
  /** Answers for the site at an address, until told to stop. @returns what stops it */
  answer(address: string, status: number): () => void
  /** From now on, each page reports what it writes to the console, and its error events. */
  listen(): void
  /** What pages have reported. Reports that are still on their way are in the page's `window.told`. */
  takeFaults(): string[]
}

const faultsAddress = '/faults'

/**
 * Runs before anything else in the page. It misses what the browser itself writes to the console: no script can read that.
 * A preload that fails is left out: what needs the file asks for it again, and that failure is reported.
 */
const recorder = `{
  window.told = []
  const tell = (body) => told.push(fetch('${faultsAddress}', { method: 'POST', body, keepalive: true }))
  for (const level of ['error', 'warn']) {
    const say = console[level]
    console[level] = (...words) => { tell('console ' + level + ': ' + words.join(' ')); say(...words) }
  }
  addEventListener('error', ({ message, target }) => {
    if (target.rel !== 'preload') tell('uncaught ' + (message ?? 'failure to load ' + target.outerHTML))
  }, true)
  addEventListener('unhandledrejection', ({ reason }) => tell('unhandled rejection: ' + reason))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => tell(effectiveDirective + ' blocked ' + blockedURI))
}`
const recorderHash = `'sha256-${createHash('sha256').update(recorder).digest('base64')}'`

/** A proxy before the site, which holds back or replaces answers: only Chromium lets a test do so in the browser. */
export async function startFront(site: string): Promise<Front> {
  const holds = new Map<string, { asked: () => void; released: Promise<void> }>()
  const answers = new Map<string, number>()
  const faults: string[] = []
  let listens = false

  const server = await startHttpServer(async (asked, response) => {
    const address = decodeURI(asked.url ?? '/')
    if (address === faultsAddress) {
      faults.push(await text(asked))
      return void response.writeHead(204).end()
    }
    const hold = holds.get(address)
    hold?.asked()
    await hold?.released
    const status = answers.get(address)
    if (status) return void response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    const { 'accept-encoding': _, ...headers } = asked.headers
    const onward = request(new URL(asked.url ?? '/', site), { method: asked.method ?? 'GET', headers })
    onward.on('response', (answer) => (listens ? passOn(answer, response) : pass(answer, response)))
    asked.pipe(onward)
  })

  return {
    origin: server.origin,
    hold(address) {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      holds.set(address, { asked: asked.resolve, released: released.promise })
      return {
        asked: asked.promise,
        release() {
          holds.delete(address)
          released.resolve()
        },
      }
    },
    answer(address, status) {
      answers.set(address, status)
      return () => answers.delete(address)
    },
    listen() {
      listens = true
    },
    takeFaults: () => faults.splice(0),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}

function pass(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers)
  answer.pipe(response)
}

/** Puts the recorder first in a page, and lets the page's policy allow it. */
async function passOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!answer.headers['content-type']?.startsWith('text/html')) return pass(answer, response)
  const { 'content-length': _, etag: __, ...headers } = answer.headers
  const policy = String(headers['content-security-policy']).replace("script-src 'self'", `$& ${recorderHash}`)
  response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-security-policy': policy })
  response.end((await text(answer)).replace('<head>', `$&<script>${recorder}</script>`))
}
