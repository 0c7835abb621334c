import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ReadingLimit, type ReadingRule } from './reading-limit.ts'
import { RefusalLimit } from './refusal-limit.ts'

const refusalWindowMs = 10 * 60_000
const refusedStatuses = [400, 413, 415, 422]

/** When to try again while too many messages are being read, of one sender and of everybody, in milliseconds. */
const retryAfterMs = { sender: 10_000, all: 30_000 }

/** The sender has to wait before its request is even read: it has had too many (429), or everybody has (503). */
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
    // A page asks with OPTIONS whether it may send: it could not read the answer "too many" to that.
    if (method !== 'POST') return
    const waitMs = refusals.waitMs(ip)
    if (waitMs > 0) throw new BusyError(429, waitMs)
    const reading = readings.begin(ip)
    if (reading === 'sender') throw new BusyError(429, retryAfterMs.sender)
    if (reading === 'all') throw new BusyError(503, retryAfterMs.all)
    // Either the body is read, or the sender is gone, or the answer is given and the rest is thrown away as it comes.
    raw.once('close', reading)
    reply.raw.once('close', reading)
  })

  scope.addHook('onSend', async ({ ip }, { statusCode }) => {
    if (refusedStatuses.includes(statusCode)) refusals.note(ip)
  })
}
