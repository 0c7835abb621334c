import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FormAnswer, FormOutcome } from '../../shared/contact/form-answer.ts'
import { checkMessage, contactEndpoint, type MessageText } from '../../shared/contact/message-rules.ts'
import { type Language, languageOf } from '../../shared/languages.ts'
import type { Log } from '../log/log.ts'
import { StoreError } from '../messages/message-store.ts'
import type { MessageOutcome, Meter } from '../metrics/meter.ts'
import type { AnswerPage } from './answer-page.ts'
import { admitSite, type CrossOrigin } from './cross-origin.ts'
import { BodyError, formType, jsonType, readForm, readJson } from './read-body.ts'
import { readSubmission, type Submission } from './read-submission.ts'
import type { ReceiveOutcome } from './receive-message.ts'

export type ContactHandlers = {
  /** @throws StoreError when the store cannot keep it now */
  receive(submission: Submission, address: string): Promise<ReceiveOutcome>
  drawAnswer(language: Language, answer: FormAnswer): Promise<AnswerPage>
  /** The origins of pages and messages, when they differ. */
  crossOrigin?: CrossOrigin | undefined
  log: Log
  meter: Meter
}

/** The most that a submission may weigh (DESIGN.md section 5). */
export const bodyLimit = 64 * 1024
/**
 * It is read on beyond that: so that the page can give a plain form back as it was typed, and because a proxy whose sending
 * is cut off may never see the answer that says why.
 */
const readLimit = 1024 * 1024
/** When to try again after the store has failed, in seconds. */
const retryAfterFailure = '30'

const nothingTyped: MessageText = { name: '', email: '', message: '' }
const statuses = { kept: 201, repeat: 200, refused: 422, 'too-many': 429 }

/** What a message counts as whose answer has this status; all others failed. */
const failures: Record<number, MessageOutcome> = { 400: 'malformed', 413: 'too_large', 415: 'wrong_type' }

/** `POST /api/contact` (DESIGN.md section 5): JSON is answered in JSON, a plain form with the contact page. */
export function addContactRoute(app: FastifyInstance, handlers: ContactHandlers): void {
  // In a scope of its own: nowhere else is a body read.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    if (handlers.crossOrigin) admitSite(scope, handlers.crossOrigin)
    for (const [type, read] of [
      [jsonType, readJson],
      [formType, readForm],
    ] as const)
      scope.addContentTypeParser(
        type,
        { parseAs: 'buffer', bodyLimit: readLimit },
        async (_: FastifyRequest, body: Buffer) => read(body, bodyLimit),
      )

    scope.post(contactEndpoint, async (request, reply) => {
      const submission = readSubmission(request.body)
      if (!submission) throw new BodyError(400)
      const outcome = await handlers.receive(submission, request.ip)
      handlers.meter.message(counted(outcome, submission))
      if (outcome.kind === 'too-many') reply.header('retry-after', String(secondsOf(outcome.retryAfterMs)))
      const status = statuses[outcome.kind]
      if (wantsPage(request)) return givePage(reply, status, submission, outcomeForForm(outcome))
      return giveJson(reply, status, outcome.kind === 'refused' ? outcome.errors : undefined)
    })

    scope.setErrorHandler<Error & { statusCode?: number }>(async (error, request, reply) => {
      const status = statusOf(error)
      handlers.meter.message(failures[status] ?? 'failed')
      if (status >= 500) {
        // A store's own message holds nothing that a visitor typed; neither does a stack.
        const reason = error instanceof StoreError ? error.message : error.stack
        handlers.log('message_not_kept', `A message could not be kept: ${reason}`)
        reply.header('retry-after', retryAfterFailure)
      }
      if (!wantsPage(request)) return giveJson(reply, status)
      const fields = error instanceof BodyError ? error.fields : request.body
      const submission = readSubmission(fields ?? null)
      if (!submission)
        return givePage(
          reply,
          status,
          { typed: nothingTyped, language: languageOfReferrer(request) },
          { kind: 'unreadable' },
        )
      const checked = checkMessage(submission.typed)
      const isTooLong = status === 413 && checked.kind === 'refused'
      return givePage(reply, status, submission, isTooLong ? checked : { kind: 'failed' })
    })
  })

  async function givePage(
    reply: FastifyReply,
    status: number,
    { typed, language }: Pick<Submission, 'typed' | 'language'>,
    outcome: FormOutcome,
  ): Promise<FastifyReply> {
    const answer = { outcome, typed: outcome.kind === 'kept' ? nothingTyped : typed }
    const { html, contentSecurityPolicy } = await handlers.drawAnswer(language, answer)
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentSecurityPolicy)
      .type('text/html; charset=utf-8')
      .send(html)
  }
}

function giveJson(reply: FastifyReply, status: number, errors?: object): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ status, ...(errors && { errors }) })
}

function statusOf(error: Error & { statusCode?: number }): number {
  if (error instanceof StoreError) return 503
  return error.statusCode && error.statusCode < 500 ? error.statusCode : 500
}

function counted(outcome: ReceiveOutcome, { website }: Submission): MessageOutcome {
  if (outcome.kind === 'kept') return website === '' ? 'accepted' : 'trapped'
  return ({ repeat: 'repeated', refused: 'refused', 'too-many': 'too_many' } as const)[outcome.kind]
}

const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

function outcomeForForm(outcome: ReceiveOutcome): FormOutcome {
  if (outcome.kind === 'refused') return outcome
  if (outcome.kind !== 'too-many') return { kind: 'kept' }
  return { kind: 'too-many', minutes: Math.ceil(secondsOf(outcome.retryAfterMs) / 60) }
}

/** A form is answered with a page; so is a browser that sends something which is neither form nor JSON. */
function wantsPage({ headers }: FastifyRequest): boolean {
  const type = headers['content-type']?.toLowerCase() ?? ''
  return type.startsWith(formType) || (!type.startsWith(jsonType) && /\btext\/html\b/.test(headers.accept ?? ''))
}

/** The language of the page that the form stands on, where the form itself could not be read. */
function languageOfReferrer({ headers: { referer = '' } }: FastifyRequest): Language {
  return languageOf(URL.canParse(referer) ? new URL(referer).pathname : '/')
}
