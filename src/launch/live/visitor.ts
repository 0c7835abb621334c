import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  /** As it came, compressed or not. */
  body: Buffer
  /** From the request to the end of the answer, in milliseconds. */
  ms: number
}

export type Question = { method?: 'GET' | 'HEAD' | 'POST'; headers?: Record<string, string>; body?: string }

/** There was no answer; the message says why. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

export type Manners = {
  /** How many questions may be open together. */
  atOnce: number
  /** The least time between two questions, in milliseconds. */
  apartMs: number
  /** How long one answer may take. */
  answerMs: number
  /** How long all of them may take together. */
  allMs: number
}

const usualManners: Manners = { atOnce: 4, apartMs: 25, answerMs: 15_000, allMs: 5 * 60_000 }

/** No page or file of the site is nearly as large. */
const mostBytes = 10_000_000

/**
 * Asks one origin, a few questions at a time and not too quickly, and gives up after a while. It follows no redirect, so
 * it never asks another host; a path is sent as it is written.
 */
export class Visitor {
  readonly origin: string
  readonly #manners: Manners
  readonly #agent: HttpAgent
  readonly #giveUpAt: number
  #asked = 0
  #nextAt = 0

  constructor(origin: string, manners: Partial<Manners> = {}) {
    this.origin = origin
    this.#manners = { ...usualManners, ...manners }
    const connections = { keepAlive: true, maxSockets: this.#manners.atOnce, scheduling: 'lifo' } as const
    this.#agent = this.isSecure ? new HttpsAgent(connections) : new HttpAgent(connections)
    this.#giveUpAt = Date.now() + this.#manners.allMs
  }

  get isSecure(): boolean {
    return this.origin.startsWith('https:')
  }

  /** How many questions there were. */
  get asked(): number {
    return this.#asked
  }

  /** @throws NoAnswer */
  async ask(path: string, question: Question = {}): Promise<Answer> {
    await this.#wait()
    if (Date.now() > this.#giveUpAt) throw new NoAnswer('not asked: all of it took too long')
    this.#asked++
    return this.#send(path, question)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Keeps the questions apart. */
  async #wait(): Promise<void> {
    const now = Date.now()
    this.#nextAt = Math.max(now, this.#nextAt + this.#manners.apartMs)
    if (this.#nextAt > now) await pause(this.#nextAt - now)
  }

  #send(path: string, { method = 'GET', headers = {}, body }: Question): Promise<Answer> {
    const { hostname, port } = new URL(this.origin)
    const options: RequestOptions = {
      agent: this.#agent,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      ...(port && { port }),
      path,
      method,
      headers: {
        'user-agent': 'launch-check',
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
    }
    return new Promise((resolve, reject) => {
      let start = performance.now()
      const request = (this.isSecure ? httpsRequest : httpRequest)(options)
      const fail = (error: Error) => {
        request.destroy()
        reject(error instanceof NoAnswer ? error : new NoAnswer(reasonOf(error)))
      }
      const { answerMs } = this.#manners
      // From here on: while a question waits for a free connection, nobody is late.
      request.once('socket', () => {
        start = performance.now()
        const timer = setTimeout(() => fail(new NoAnswer(`no answer within ${answerMs / 1000} s`)), answerMs)
        request.once('close', () => clearTimeout(timer))
      })
      request.once('error', (error: NodeJS.ErrnoException) => {
        // A connection that lay open may be closed the moment it is used again; that is no fault.
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && method !== 'POST'
        if (isStale) resolve(this.#send(path, { method, headers }))
        else fail(error)
      })
      request.once('response', (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          parts.push(part)
          size += part.length
          if (size > mostBytes) fail(new NoAnswer(`more than ${mostBytes / 1e6} MB`))
        })
        response.once('error', fail)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
            ms: performance.now() - start,
          }),
        )
      })
      request.end(body)
    })
  }
}

/** Where several addresses were tried, each has its own error, and the whole none. */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] }
  return message || errors?.[0]?.message || code || 'no answer'
}

/**
 * The text of an answer, whatever form it came in.
 * @throws NoAnswer when it is not what its content-encoding says
 */
export function textOf({ headers, body }: Answer): string {
  const encoding = headers['content-encoding']
  try {
    if (encoding === 'br') return brotliDecompressSync(body).toString()
    if (encoding === 'gzip') return gunzipSync(body).toString()
  } catch {
    throw new NoAnswer(`its content-encoding is ${encoding}, but it cannot be read as that`)
  }
  return body.toString()
}
