import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StoreError } from '../../database/database.ts'
import {
  checkMessage,
  contactEndpoint,
  type FieldErrors,
  type FormOutcome,
  type MessageText,
  type Submission,
} from '../../shared/contact/message-rules.ts'
import { type Language, languageOf } from '../../shared/languages.ts'
import type { LoadedSite } from '../built-site.ts'
import type { KeepOutcome } from '../messages/message-store.ts'
import type { Log } from '../operations/log.ts'
import { retryAfterMs } from '../operations/readiness.ts'
import { respondPage } from '../pages/respond-page.ts'
import { preferredLanguage } from '../static-files/accept-headers.ts'
import { BodyError, bodyLimit, formType, jsonType, readForm, readJson } from './read-submission.ts'
import { resultPage } from './result-page.ts'

export type ContactHandlers = {
  /**
   * Stores a message that is checked and tidied. Resolves once it is committed.
   * @throws StoreError when it is not stored
   */
  keep(submission: Submission): Promise<KeepOutcome>
  /** How many requests one network address may make in ten minutes, accepted or not; 0 for no limit. */
  limit: number
  log: Log
}

type CheckOutcome = KeepOutcome | { kind: 'invalid'; errors: FieldErrors }
type RouteError = Error & { statusCode?: number }

const nothingTyped: MessageText = { name: '', email: '', message: '' }
const limitWindowMs = 10 * 60_000

const withoutHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

const statuses = { kept: 201, repeat: 200, invalid: 422 }

/** `/api/contact` (docs/promises.md, messages): JSON is answered in JSON, a plain form with the contact page, and GET leads to it. */
export function addContactRoute(app: FastifyInstance, site: LoadedSite, handlers: ContactHandlers): void {
  // A browser that restores the tab of an answered form may request its address with GET.
  app.get(contactEndpoint, async (request, reply) => {
    const { address } = site.contact.pages[languageOfVisitor(request)]
    return reply.header('cache-control', 'no-store').redirect(encodeURI(address), 303)
  })

  // A scope of its own: bodies that are sent to other addresses are not read.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // A form on another site's page could send from its visitors' addresses, and use up their limit.
    scope.addHook('onRequest', async ({ headers }) => {
      if (headers['sec-fetch-site'] === 'cross-site')
        throw Object.assign(new Error('From another site'), { statusCode: 403 })
    })
    // Counted before the body is read.
    if (handlers.limit > 0)
      await scope.register(rateLimit, {
        max: handlers.limit,
        timeWindow: limitWindowMs,
        keyGenerator: networkOf,
        addHeaders: withoutHeaders,
        addHeadersOnExceeding: withoutHeaders,
      })
    const whole = { parseAs: 'buffer', bodyLimit } as const
    scope.addContentTypeParser(jsonType, whole, async (_: FastifyRequest, body: Buffer) => readJson(body))
    scope.addContentTypeParser(formType, whole, async (_: FastifyRequest, body: Buffer) => readForm(body))
    scope.post(contactEndpoint, receive)
    scope.setErrorHandler(answerFailure)
  })

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const submission = request.body as Submission | undefined
    if (!submission) throw new BodyError()
    const checked = checkMessage(submission)
    const outcome: CheckOutcome =
      checked.kind === 'invalid' ? checked : await handlers.keep({ ...submission, ...checked.message })
    reply.code(statuses[outcome.kind])
    if (wantsPage(request))
      return sendPage(request, reply, submission, outcome.kind === 'invalid' ? outcome : { kind: 'kept' })
    return sendJson(reply, outcome.kind === 'invalid' ? outcome.errors : undefined)
  }

  function answerFailure(error: RouteError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const status = statusOf(error)
    if (status >= 500) {
      // A store's own message holds nothing that a visitor typed; neither does a stack.
      const reason = error instanceof StoreError ? error.message : error.stack
      handlers.log('message_not_kept', `A message could not be kept: ${reason}`)
      reply.header('retry-after', retryAfterMs / 1000)
    }
    reply.code(status)
    // Fastify would close the connection while a body that is too large is still arriving, and the answer would be lost.
    if (status === 413) reply.removeHeader('connection')
    if (!wantsPage(request)) return sendJson(reply)
    const submission = request.body as Submission | undefined
    if (submission) return sendPage(request, reply, submission, { kind: 'failed' })
    return sendPage(request, reply, { ...nothingTyped, language: languageOfVisitor(request) }, unreadable(reply))
  }

  function sendPage(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    { name, email, message, language }: MessageText & { language: Language },
    outcome: FormOutcome,
  ): FastifyReply {
    const typed = outcome.kind === 'kept' ? nothingTyped : { name, email, message }
    const response = respondPage({ acceptEncoding: headers['accept-encoding'] as string | undefined }, site, {
      page: resultPage(site.contact.pages[language], { ...outcome, typed }),
      status: reply.statusCode,
      cacheControl: 'no-store',
    })
    return reply.headers(response.headers).send(response.body)
  }
}

/**
 * What the rate limit counts: the visitor's address without the port that some proxies append (such as Azure's). An IPv6 address counts
 * as its /64, which one user has as a whole.
 */
const networkOf = ({ ip }: FastifyRequest) => normalizeIP(ip.replace(/^\[(.*)\](:\d+)?$|^([^:]*):\d+$/, '$1$3'), 64)

function sendJson(reply: FastifyReply, errors?: FieldErrors): FastifyReply {
  return reply.header('cache-control', 'no-store').send({ status: reply.statusCode, ...(errors && { errors }) })
}

function statusOf(error: RouteError): number {
  if (error instanceof StoreError) return 503
  const { statusCode = 500 } = error
  return statusCode < 500 ? statusCode : 500
}

/** The outcome for a body that was not read; after too many requests, with how many minutes to wait. */
function unreadable(reply: FastifyReply): FormOutcome {
  if (reply.statusCode !== 429) return { kind: 'unreadable' }
  return { kind: 'unreadable', minutes: Math.ceil(Number(reply.getHeader('retry-after')) / 60) }
}

/** Whether to answer with a page: to a plain form, and to a browser that sends neither a form nor JSON. */
function wantsPage({ headers }: FastifyRequest): boolean {
  const type = headers['content-type']?.toLowerCase() ?? ''
  return type.startsWith(formType) || (!type.startsWith(jsonType) && /\btext\/html\b/.test(headers.accept ?? ''))
}

/** For a form that could not be read: the language of its page, or else the one that the browser prefers. */
function languageOfVisitor({ headers }: FastifyRequest): Language {
  const { referer = '', host } = headers
  const from = URL.canParse(referer) ? new URL(referer) : undefined
  return from && from.host === host ? languageOf(from.pathname) : preferredLanguage(headers['accept-language'])
}
