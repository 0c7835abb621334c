import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ReadingLimit, type ReadingRule } from './reading-limit.ts'
import { RefusalLimit } from './refusal-limit.ts'

const refusalWindowMs = 10 * 60_000
const refusedStatuses = [400, 413, 415, 422]

/** When to try again while too many messages are being read, of one sender and of everybody, in milliseconds. */
const retryAfterMs = { sender: 10_000, all: 30_000 }

/** The request is not read and must wait: its sender has had too many (429), or too many of all are being read (503). */
export class BusyError extends Error {
  override readonly name = 'BusyError'
  readonly statusCode: 429 | 503
  readonly retryAfterMs: number

  constructor(statusCode: 429 | 503, retryAfterMs: number) {
    super(`The request is not read: ${statusCode}.`)
    this.statusCode = statusCode
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Limits how often a sender's requests may be refused, and how many bodies are read at once. Both are looked at before
 * anything of a body is read.
 * @param refusalLimit how many refusals a sender's network may have in ten minutes; 0 for as many as it likes
 */
export function limitRequests(scope: FastifyInstance, refusalLimit: number, readingRule: ReadingRule): void {
  const refusals = new RefusalLimit({ count: refusalLimit, windowMs: refusalWindowMs })
  const readings = new ReadingLimit(readingRule)

  scope.addHook('onRequest', async ({ method, ip, raw }: FastifyRequest, reply: FastifyReply) => {
    // A page cannot read the answer to its preflight request (OPTIONS), and so could not tell that it sent too many.
    if (method !== 'POST') return
    const waitMs = refusals.waitMs(ip)
    if (waitMs > 0) throw new BusyError(429, waitMs)
    const reading = readings.begin(ip)
    if (reading === 'sender') throw new BusyError(429, retryAfterMs.sender)
    if (reading === 'all') throw new BusyError(503, retryAfterMs.all)
    // Whichever comes first: the body is read or its sender gone; or the answer is given while the rest is still arriving.
    raw.once('close', reading)
    reply.raw.once('close', reading)
  })

  scope.addHook('onSend', async ({ ip }, { statusCode }) => {
    if (refusedStatuses.includes(statusCode)) refusals.note(ip)
  })
}
