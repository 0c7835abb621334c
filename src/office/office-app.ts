import rateLimit from '@fastify/rate-limit'
import { stringify } from 'csv-stringify/sync'
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify'
import { StoreError } from '../database/database.ts'
import type { Message, MessageStore } from '../server/messages/message-store.ts'
import { allLanguages } from '../shared/languages.ts'
import { securityHeaders } from '../shared/security-headers.ts'
import { confirmActs } from './confirm-act.ts'
import { numberIn, officePages, type Page } from './office-pages.ts'
import { parsed } from './parsed.ts'
import type { Passkeys } from './passkeys.ts'
import { type Fields, type Form, fieldOf } from './scene.ts'
import { addTexts, type OpenTexts } from './texts.ts'
import { receiveVisits, type Visit, type VisitParts } from './visits.ts'

/**
 * @property trustProxy how many reverse proxies are trusted to report a person's address
 * @property openTexts without it, there is no editor of the texts
 */
export type OfficeParts = VisitParts & {
  messages: MessageStore
  passkeys: Passkeys
  trustProxy: number
  openTexts?: OpenTexts | undefined
  log: (line: string) => void
}

/** 500 pasted lines, twice: as they were typed, and as they are signed. */
const bodyLimit = 1_000_000
/** How often somebody may try to sign in, from one address in ten minutes. */
const signInLimit = 30

/** Builds the office's server (docs/office.md). It does not listen yet, so that tests can use it too. */
export function buildOffice(parts: OfficeParts): FastifyInstance {
  const { site, files, store, messages, passkeys, openTexts, origin, trustProxy, log } = parts
  const visits = receiveVisits(parts)
  const { visitOf, open, signedIn, send, problem, sendAgain, enter, leave } = visits
  const { ask, confirm } = confirmActs(store, visits)
  const headers = { ...securityHeaders(origin), 'x-robots-tag': 'noindex', 'cache-control': 'no-store' }
  const app = fastify({
    logger: false,
    bodyLimit,
    trustProxy: (_address, hop) => hop < trustProxy,
    routerOptions: { maxParamLength: 200 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, fieldsIn(String(body))),
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // A page of another site cannot send what a person confirms, nor sign anybody out.
    if (request.method === 'POST' && request.headers.origin !== origin)
      return problem(visitOf(request, reply), 403, 'origin')
  })
  app.setErrorHandler<Error & { statusCode?: number }>(async (error, request, reply) => {
    const visit = visitOf(request, reply)
    if (error instanceof StoreError) return sendAgain(visit, 503, 'away')
    if (error.statusCode === 429) return problem(visit, 429, 'too_many')
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500
    if (status === 500) log(`${request.method} failed: ${error.stack}`)
    return problem(visit, status, 'malformed')
  })
  app.setNotFoundHandler(open((visit) => problem(visit, 404, 'not_found')))

  for (const [address, { type, body }] of Object.entries(files.static))
    app.get(address, (_request, reply) => reply.type(type).header('cache-control', 'max-age=3600').send(body))

  app.get('/language/:language', async (request, reply) => {
    const { language } = request.params as { language: string }
    const { path = '/' } = request.query as { path?: string }
    const isKnown = (allLanguages as string[]).includes(language)
    if (isKnown) reply.header('set-cookie', `language=${language}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`)
    // Only to a page of the office.
    return reply.redirect(URL.parse(path, origin)?.origin === origin ? path : '/', 303)
  })

  void app.register(async (entrance) => {
    await entrance.register(rateLimit, { max: signInLimit, timeWindow: '10 minutes', hook: 'preHandler' })
    entrance.get('/sign-in', open(signInPage))
    entrance.post('/sign-in', open(signIn))
    entrance.get('/invitation/:secret', open(invitationPage))
    entrance.post('/invitation/:secret', open(addDevice))
  })
  app.post('/sign-out', open(leave))
  app.post('/confirm', open(confirm))
  for (const [address, page] of Object.entries(officePages(parts, visits))) addPage(address, page)
  app.get(
    '/messages/export.csv',
    signedIn(async ({ reply }) => reply.type('text/csv; charset=utf-8').send(tableOf(await messages.list()))),
  )
  app.get(
    '/public/:number',
    signedIn(async (visit) => {
      const { html, policy } = files.publicPage((await store.read()).register, visit.language, numberIn(visit))
      return visit.reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
    }),
  )
  if (openTexts) addTexts(app, openTexts, parts, visits)
  return app

  function addPage(address: string, { show, read, before }: Page): void {
    const answer = async (visit: Visit, form?: Form, status = 200) => {
      const view = await show(visit, form?.fields ?? {})
      return view ? send(visit, view, status, form) : problem(visit, 404, 'not_found')
    }
    app.get(address, signedIn(answer))
    if (!read && !before) return
    app.post(
      address,
      signedIn(async (sent) => {
        // From the confirmation, which has what was typed: it is shown again, or checked again.
        const typed = parsed(fieldOf(sent.fields, 'fields')) as Fields | undefined
        const visit = { ...sent, fields: typed ?? sent.fields }
        const done = await before?.(visit)
        if (done) return 'kind' in done ? send(visit, done) : done
        const draft = fieldOf(sent.fields, 'change') ? undefined : await read?.(visit)
        if (draft) return ask(visit, draft, (form, status) => answer(visit, form, status))
        return answer(visit, { fields: visit.fields, seen: Number(fieldOf(visit.fields, 'seen')) || 0 })
      }),
    )
  }

  async function signInPage(visit: Visit, error?: string): Promise<FastifyReply> {
    const options = JSON.stringify(await passkeys.signInOptions())
    return send(visit, { kind: 'enter', options, error }, error ? 403 : 200)
  }

  async function signIn(visit: Visit): Promise<FastifyReply> {
    const person = await passkeys.signedIn(parsed(fieldOf(visit.fields, 'passkey')), await store.read())
    return person ? enter(visit, person.id) : signInPage(visit, visit.words.sign_in.refused)
  }

  async function invitationPage(visit: Visit, error?: string): Promise<FastifyReply> {
    const person = await store.invited(secretIn(visit))
    if (!person) return send(visit, { kind: 'problem', text: visit.words.invitation.void }, 410)
    const options = JSON.stringify(await passkeys.deviceOptions(person, site.shells[visit.language].name))
    return send(visit, { kind: 'enter', invited: person.name, options, error }, error ? 422 : 200)
  }

  async function addDevice(visit: Visit): Promise<FastifyReply> {
    const secret = secretIn(visit)
    const person = await store.invited(secret)
    const device = person && (await passkeys.readDevice(parsed(fieldOf(visit.fields, 'passkey'))))
    if (!person || !device) return invitationPage(visit, visit.words.confirm.interrupted)
    const entries = [{ entry: 'device' as const, person: person.id, ...device }]
    return ask({ ...visit, person: person.id }, { act: 'decide', entries }, undefined, secret)
  }
}

const secretIn = ({ request }: Visit) => (request.params as { secret: string }).secret

function fieldsIn(body: string): Fields {
  const fields: Fields = Object.create(null)
  for (const [name, value] of new URLSearchParams(body))
    fields[name] = name in fields ? [fields[name] ?? [], value].flat() : value
  return fields
}

/** The messages as a table for a spreadsheet; a cell that it would take for a formula begins with an apostrophe. */
const tableOf = (all: Message[]) =>
  stringify(
    all.map(({ id, receivedAt, state, name, email, message, language }) => ({
      ...{ id, receivedAt: receivedAt.toISOString(), state, name, email, message, language },
    })),
    { header: true, bom: true, escape_formulas: true, delimiter: ';' },
  )
