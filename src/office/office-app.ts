import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import { stringify } from 'csv-stringify/sync'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { StoreError } from '../database/database.ts'
import type { Act } from '../register/acts.ts'
import { isDay, readDay } from '../register/day.ts'
import { readNumber } from '../register/number.ts'
import type { LoadedSite } from '../server/built-site.ts'
import type { Message, MessageStore } from '../server/messages/message-store.ts'
import { preferredLanguage } from '../server/static-files/accept-headers.ts'
import { interpolate } from '../shared/interpolate.ts'
import { allLanguages, type Language } from '../shared/languages.ts'
import { dayIn, longDate } from '../shared/long-date.ts'
import { securityHeaders } from '../shared/security-headers.ts'
import type { ActStore, NotRecorded } from './act-store.ts'
import * as compose from './compose-views.ts'
import { describeAct, describeEntries } from './describe-act.ts'
import { type OfficeFiles, officeDocument } from './office-document.ts'
import type { Passkeys } from './passkeys.ts'
import { mostBatches, readPasted } from './pasted-batches.ts'
import {
  actOf,
  type Draft,
  type Fields,
  fieldOf,
  readAnswer,
  readCorrection,
  readLine,
  readPerson,
} from './read-form.ts'
import type { Sessions } from './sessions.ts'
import { assertionOf } from './signature.ts'
import type { Form, OfficeView, OfficeWords, Wrong } from './view.ts'

export type OfficeParts = {
  site: LoadedSite
  files: OfficeFiles
  store: ActStore
  messages: MessageStore
  sessions: Sessions
  passkeys: Passkeys
  /** OFFICE_ORIGIN */
  origin: string
  /** How many reverse proxies are trusted to report a person's address. */
  trustProxy: number
  now?: () => Date
  log: (line: string) => void
}

/** 500 pasted lines, twice: as they were typed, and as they are signed. */
const bodyLimit = 1_000_000
/** How often somebody may try to sign in, from one address in ten minutes. */
const signInLimit = 30

/** A request with who sent it, and in which language it is answered. */
type Visit = { request: FastifyRequest; reply: FastifyReply; fields: Fields; language: Language; person: string }

/** Builds the office's server (docs/office.md). It does not listen yet, so that tests can use it too. */
export function buildOffice(parts: OfficeParts): FastifyInstance {
  const { site, files, store, messages, sessions, passkeys, origin, trustProxy, now = () => new Date(), log } = parts
  const isSecure = origin.startsWith('https:')
  const cookieName = isSecure ? '__Host-office' : 'office'
  const headers = { ...securityHeaders(origin), 'x-robots-tag': 'noindex', 'cache-control': 'no-store' }
  const app = fastify({
    logger: false,
    bodyLimit,
    trustProxy: (_address, hop) => hop < trustProxy,
    routerOptions: { maxParamLength: 200 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const fields: Fields = Object.create(null)
    for (const [name, value] of new URLSearchParams(String(body)))
      fields[name] = name in fields ? [fields[name] ?? [], value].flat() : value
    done(null, fields)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // A page of another site cannot send what a person confirms, nor sign anybody out.
    if (request.method === 'POST' && request.headers.origin !== origin)
      return problem(await visitOf(request, reply), 403, 'origin')
  })
  app.setErrorHandler<Error & { statusCode?: number }>(async (error, request, reply) => {
    const visit = { ...(await visitOf(request, reply)), person: '' }
    // What was typed is sent again by a button.
    if (error instanceof StoreError) {
      const again = request.method === 'POST' ? { path: request.url, fields: visit.fields } : undefined
      const { title, wrong } = wordsOf(visit)
      return sendView(visit, { kind: 'problem', title, text: wrong.away, ...(again && { again }) }, 503)
    }
    if (error.statusCode === 429) return problem(visit, 429, 'too_many')
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500
    if (status === 500) log(`${request.method} failed: ${error.stack}`)
    return problem(visit, status, 'malformed')
  })
  app.setNotFoundHandler(async (request, reply) => problem(await visitOf(request, reply), 404, 'not_found'))

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
    entrance.get(
      '/sign-in',
      open(async (visit) => signInPage(visit)),
    )
    entrance.post(
      '/sign-in',
      open(async (visit) => {
        const person = await passkeys.signedIn(parsed(fieldOf(visit.fields, 'passkey')), await store.read())
        if (!person) return signInPage(visit, wordsOf(visit).sign_in.refused)
        return enter(visit.reply, person.id)
      }),
    )
    entrance.get('/invitation/:secret', open(invitationPage))
    entrance.post(
      '/invitation/:secret',
      open(async (visit) => {
        const secret = secretOf(visit)
        const person = await store.invited(secret)
        const device = person && (await passkeys.readDevice(parsed(fieldOf(visit.fields, 'passkey'))))
        if (!person || !device) return invitationPage(visit, wordsOf(visit).confirm.interrupted)
        const entries = [{ entry: 'device' as const, person: person.id, ...device }]
        return submit({ ...visit, person: person.id }, { act: 'decide', entries }, { path: '/', invitation: secret })
      }),
    )
  })

  app.post('/confirm', open(confirm))
  app.post(
    '/sign-out',
    open(async ({ request, reply }) => {
      await sessions.end(secretIn(request))
      return reply.header('set-cookie', cookie('', 0)).redirect('/sign-in', 303)
    }),
  )

  page('/', {
    show: async (visit, form) => {
      const stuck = [...(await messages.list('refused')), ...(await messages.list('unknown'))]
      return compose.waitingView(await sceneOf(visit), stuck, form)
    },
    read: async ({ fields }) => readAnswer(fieldOf(fields, 'act'), fields),
  })
  page('/register', { show: async (visit) => compose.registerView(await sceneOf(visit), queryOf(visit)) })
  page('/register/new', {
    show: async (visit, form) => compose.newView(await sceneOf(visit), form, fieldOf(queryOf(visit), 'copy')),
    read: async ({ fields }) => {
      const line = readLine('certificate', { ...fields, number: '' })
      return line && actOf([line])
    },
  })
  page('/register/:number', {
    show: async (visit, form) => {
      const scene = await sceneOf(visit)
      const of = fieldOf(queryOf(visit), 'correct')
      if (of) return compose.correctView(scene, of, form)
      const certificate = scene.ledger.register.byNumber.get(numberOf(visit))
      return certificate && compose.certificateView(scene, certificate, form)
    },
    read: async (visit) => {
      const { fields } = visit
      const act = fieldOf(fields, 'act')
      if (act === 'correct') {
        const entry = readCorrection(fieldOf(queryOf(visit), 'correct'), fields, await store.read())
        return entry && actOf([entry])
      }
      const line = readLine(act, { ...fields, number: numberOf(visit) })
      return line ? actOf([line]) : readAnswer(act, fields)
    },
  })
  page('/register/:number/batches', {
    show: async (visit, form) => {
      const scene = await sceneOf(visit)
      const number = numberOf(visit)
      if (!scene.ledger.register.byNumber.has(number)) return undefined
      const read = form.fields.lines === undefined ? undefined : pastedView(visit, scene, form)
      const example = compose.exampleDay(scene.today)
      return { kind: 'batches', number, form, example, ...(read && { read }) }
    },
    read: async (visit) => {
      const { fields } = visit
      const number = numberOf(visit)
      if (fieldOf(fields, 'act') === 'preview') return undefined
      if (fields.lines === undefined) {
        const act = fieldOf(fields, 'act')
        const decision = act === 'propose' ? fieldOf(fields, 'decision') : act
        const line = readLine(decision, { ...fields, number })
        return line && actOf([line])
      }
      const { batches } = pasted(visit, await sceneOf(visit))
      return batches.length > 0
        ? actOf(batches.map(({ outcome, batch, day }) => ({ entry: outcome as 'accepted', number, batch, day })))
        : undefined
    },
  })
  page('/people', {
    show: async (visit, form) => compose.peopleView(await sceneOf(visit), form),
    read: async ({ fields }) => {
      const ledger = await store.read()
      const [act, person] = [fieldOf(fields, 'act'), fieldOf(fields, 'person')]
      if (act === 'invite') return actOf([readPerson(fields, ledger)], ledger.isFirstAlone)
      return act === 'remove' ? actOf([{ entry: 'removed', person }]) : readAnswer(act, fields)
    },
    // The link itself is no act: the person was let in already.
    before: async (visit) => {
      const person = fieldOf(visit.fields, 'person')
      if (fieldOf(visit.fields, 'act') !== 'invite' || !person) return undefined
      const scene = await sceneOf(visit)
      const secret = await store.invite(person)
      const name = scene.ledger.people.get(person)?.name ?? ''
      const link = secret ? { name, address: `${origin}/invitation/${secret}` } : undefined
      return compose.peopleView(scene, formOf(scene.ledger.last.sequence, {}), link)
    },
  })
  page('/log', {
    show: async (visit) => compose.logView(await sceneOf(visit), Number(fieldOf(queryOf(visit), 'before')) || 0),
  })
  page('/messages', {
    show: async (visit) => {
      const scene = await sceneOf(visit)
      const all = await messages.list(undefined, 2_000)
      return { kind: 'messages', messages: all.map((message) => compose.messageView(scene, message)) }
    },
    before: async ({ fields, reply }) => {
      const [act, id] = [fieldOf(fields, 'act'), fieldOf(fields, 'id')]
      if (act === 'retry') await messages.retry([id])
      else if (act === 'erase') await messages.erase([id])
      else return undefined
      return reply.redirect(`/messages?done=${act}`, 303)
    },
  })
  app.get(
    '/messages/export.csv',
    signedIn(async ({ reply }) => reply.type('text/csv; charset=utf-8').send(tableOf(await messages.list()))),
  )
  app.get(
    '/public/:number',
    signedIn(async (visit) => {
      const { html, policy } = files.publicPage((await store.read()).register, visit.language, numberOf(visit))
      return visit.reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
    }),
  )
  return app

  type Page = {
    /** What the page shows; nothing if there is none. */
    show: (visit: Visit, form: Form) => Promise<OfficeView | undefined>
    /** The act that its form asks for; nothing if it only reads. */
    read?: (visit: Visit) => Promise<Draft | undefined>
    /** What the form does if it is no act. */
    before?: (visit: Visit) => Promise<OfficeView | FastifyReply | undefined>
  }

  function page(address: string, { show, read, before }: Page): void {
    const send = async (visit: Visit, form: Form, status = 200) => {
      const view = await show(visit, form)
      return view ? sendView(visit, view, status) : problem(visit, 404, 'not_found')
    }
    const blank = async (): Promise<Form> => formOf((await store.read()).last.sequence, {})
    app.get(
      address,
      signedIn(async (visit) => send(visit, await blank())),
    )
    if (!read && !before) return
    app.post(
      address,
      signedIn(async (visit) => {
        const done = await before?.(visit)
        if (done && 'kind' in done) return sendView(visit, done)
        if (done) return done
        const { fields } = visit
        // From the confirmation, back to the form, with what was typed.
        const form = { fields, seen: Number(fieldOf(fields, 'seen')) || 0 }
        const draft = fieldOf(fields, 'change') ? undefined : await read?.(visit)
        if (!draft) return send(visit, form)
        return submit(visit, draft, { path: visit.request.url }, (wrong) => send(visit, { ...form, wrong }, 422))
      }),
    )
  }

  /** Checks an act, and asks for the passkey. */
  async function submit(
    visit: Visit,
    draft: Draft,
    { path, invitation }: { path: string; invitation?: string },
    sendWrong?: (wrong: Wrong) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const { fields, person, language } = visit
    const seen = Number(fieldOf(fields, 'seen')) || (await store.read()).last.sequence
    const prepared = await store.prepare({ id: randomUUID(), person, seen, ...draft })
    if (prepared.kind !== 'ready') return refuse(visit, prepared, sendWrong)
    const { act, challenge } = prepared
    const ledger = await store.read()
    const words = wordsOf(visit)
    const entries = entriesOf(act, ledger)
    const name = ledger.people.get(person)?.name ?? ''
    const what = invitation
      ? [interpolate(words.confirm.add_device, { person: name })]
      : act.act === 'decline' || act.act === 'take_back'
        ? [words.waiting[act.act], ...describeEntries(entries, words, language, ledger)]
        : describeEntries(entries, words, language, ledger)
    const device = entries.find((entry) => entry.entry === 'device')
    const credentials = device
      ? [device.credential]
      : (ledger.people.get(person)?.devices.map(({ credential }) => credential) ?? [])
    const effect = act.act === 'propose' ? words.confirm.two : invitation ? words.confirm.lead : words.confirm.at_once
    return sendView(visit, {
      ...{ kind: 'confirm', what, effect, act: JSON.stringify(act), challenge, credentials, path },
      fields: JSON.stringify(fields),
      ...(invitation && { invitation }),
    })
  }

  async function confirm(visit: Visit): Promise<FastifyReply> {
    const { fields, reply } = visit
    const path = fieldOf(fields, 'path')
    const typed = (parsed(fieldOf(fields, 'fields')) ?? {}) as Fields
    // The form again, with what was typed, from its own page.
    const again = (others: Fields) => {
      const payload = new URLSearchParams(
        Object.entries({ ...typed, ...others }).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
      )
      return sendAgain(visit, path, payload)
    }
    if (fieldOf(fields, 'change')) return again({ change: 'yes' })
    const act = parsed(fieldOf(fields, 'signed')) as Act | undefined
    const answer = parsed(fieldOf(fields, 'passkey')) as Parameters<typeof assertionOf>[0] | undefined
    const invitation = fieldOf(fields, 'invitation')
    const person = await personIn(visit.request)
    if (!act || !answer?.response || (!invitation && (!person || act.person !== person)))
      return refuse(visit, { kind: 'forbidden', reason: act ? 'signature' : 'malformed' })
    const result = await store.record(act, assertionOf(answer), invitation)
    if (result.kind === 'recorded') {
      if (invitation) return enter(reply, act.person as string)
      const next = path.startsWith('/register/new') ? '/' : path.split('?')[0]
      return reply.redirect(`${next}?done=${result.act.sequence}`, 303)
    }
    return result.kind === 'forbidden' ? refuse({ ...visit, person: person ?? '' }, result) : again({})
  }

  /** Sends a form to its own page once more: what became wrong meanwhile is said there. */
  async function sendAgain({ request, reply }: Visit, path: string, payload: URLSearchParams): Promise<FastifyReply> {
    const { cookie = '', 'accept-language': acceptLanguage = '' } = request.headers
    const { statusCode, body, headers } = await app.inject({
      method: 'POST',
      url: URL.parse(path, origin)?.origin === origin ? path : '/',
      headers: {
        cookie,
        origin,
        'accept-language': acceptLanguage,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: payload.toString(),
    })
    return reply
      .code(statusCode)
      .headers({ 'content-security-policy': String(headers['content-security-policy'] ?? '') })
      .type('text/html; charset=utf-8')
      .send(body)
  }

  async function refuse(
    visit: Visit,
    result: NotRecorded,
    sendWrong?: (wrong: Wrong) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const words = wordsOf(visit)
    if (result.kind === 'forbidden')
      return sendWrong ? sendWrong({ errors: { '': words.wrong[result.reason] } }) : problem(visit, 403, result.reason)
    const ledger = await store.read()
    const wrong: Wrong =
      result.kind === 'overtaken'
        ? {
            errors: { '': words.wrong.overtaken },
            news: result.by.flatMap((act) => describeAct(act, words, visit.language, ledger)),
          }
        : {
            errors: Object.fromEntries(
              result.problems.map(({ field, code, values = {}, entry }) => [
                fieldNamed(field, visit.fields, entry),
                interpolate(words.problems[code], values),
              ]),
            ),
          }
    return sendWrong ? sendWrong(wrong) : problem(visit, 409, 'overtaken')
  }

  function pasted(visit: Visit, scene: compose.Scene) {
    const words = allLanguages.map((language) => site.office[language].outcome_words)
    const day = readDay(fieldOf(visit.fields, 'day'))
    return readPasted(fieldOf(visit.fields, 'lines'), words, { outcome: '', day: day || scene.today })
  }

  function pastedView(visit: Visit, scene: compose.Scene, { wrong }: Form) {
    const words = wordsOf(visit)
    const { batches, passed } = pasted(visit, scene)
    const count = (outcome: string) => batches.filter((batch) => batch.outcome === outcome).length
    const isRight = batches.length > 0 && batches.length <= mostBatches
    const counts = { accepted: count('accepted'), rejected: count('refused'), passed: passed.length }
    return {
      summary: interpolate(isRight ? words.batches.summary : words.wrong.lines, counts),
      rows: batches.map(({ batch, outcome, day }, place) => ({
        batch,
        outcome: outcome && words.outcomes[outcome],
        day: isDay(day) ? longDate(day, visit.language) : day,
        error: !isDay(day) ? words.problems.date : outcome ? wrong?.errors[`lines-${place}`] : words.batches.undecided,
      })),
      passed,
      isRight,
    }
  }

  async function signInPage(visit: Visit, error?: string): Promise<FastifyReply> {
    const options = JSON.stringify(await passkeys.signInOptions())
    return sendView(visit, { kind: 'sign-in', options, error }, error ? 403 : 200)
  }

  async function invitationPage(visit: Visit, error?: string): Promise<FastifyReply> {
    const person = await store.invited(secretOf(visit))
    const words = wordsOf(visit)
    if (!person) return sendView(visit, { kind: 'problem', title: words.title, text: words.invitation.void }, 410)
    const options = JSON.stringify(await passkeys.deviceOptions(person, site.shells[visit.language].name))
    return sendView(visit, { kind: 'invitation', name: person.name, options, error }, error ? 422 : 200)
  }

  async function enter(reply: FastifyReply, person: string): Promise<FastifyReply> {
    return reply.header('set-cookie', cookie(await sessions.begin(person), 12 * 3600)).redirect('/', 303)
  }

  function cookie(secret: string, seconds: number): string {
    const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
    return `${cookieName}=${secret}; ${attributes}`
  }

  function cookieOf({ headers }: FastifyRequest, name: string): string {
    const pairs = (headers.cookie ?? '').split(/;\s*/).map((pair) => pair.split('='))
    return pairs.find(([key]) => key === name)?.[1] ?? ''
  }
  function secretIn(request: FastifyRequest): string {
    return cookieOf(request, cookieName)
  }

  async function personIn(request: FastifyRequest): Promise<string | undefined> {
    const person = await sessions.find(secretIn(request))
    const { people } = await store.read()
    return person && people.get(person)?.devices.length ? person : undefined
  }

  async function visitOf(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const chosen = cookieOf(request, 'language') as Language
    const language = allLanguages.includes(chosen) ? chosen : preferredLanguage(request.headers['accept-language'])
    return { request, reply, fields: (request.body ?? {}) as Fields, language, person: '' }
  }

  /** A page for anybody. */
  function open(answer: (visit: Visit) => Promise<FastifyReply>) {
    return async (request: FastifyRequest, reply: FastifyReply) => answer(await visitOf(request, reply))
  }

  /** A page for who has signed in; all others are led to the entrance. */
  function signedIn(answer: (visit: Visit) => Promise<FastifyReply>) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const person = await personIn(request)
      if (!person) return reply.redirect('/sign-in', 303)
      return answer({ ...(await visitOf(request, reply)), person })
    }
  }

  function wordsOf({ language }: Visit) {
    return site.office[language]
  }

  async function sceneOf(visit: Visit): Promise<compose.Scene> {
    const today = dayIn(site.settings.timeZone, now())
    return { ...visit, site, words: wordsOf(visit), ledger: await store.read(), today }
  }

  async function problem(
    visit: Visit,
    status: number,
    key: Exclude<keyof OfficeWords['wrong'], 'title'>,
  ): Promise<FastifyReply> {
    const words = wordsOf(visit)
    const view = { kind: 'problem' as const, title: words.title, text: words.wrong[key] }
    return sendView({ ...visit, person: '' }, view, status)
  }

  async function sendView(visit: Visit, view: OfficeView, status = 200): Promise<FastifyReply> {
    const { request, reply, language, person } = visit
    const words = wordsOf(visit)
    const ledger = person ? await store.read() : undefined
    const done = fieldOf(queryOf(visit), 'done')
    const waiting = [...(ledger?.proposals.values() ?? [])].filter((proposal) => proposal.person !== person).length
    const frame = {
      ...{ words, language, siteName: site.shells[language].name, waiting },
      languages: site.shells[language].languages.map(({ language, name }) => ({ language, name })),
      path: request.url.split('?')[0] ?? '/',
      person: ledger?.people.get(person)?.name,
      notice: /^\d+$/.test(done)
        ? interpolate(words.recorded, { sequence: done })
        : ({ retry: words.retried, erase: words.erased }[done] ?? undefined),
    }
    const { html, policy } = officeDocument(files, frame, view)
    return reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
  }
}

const formOf = (seen: number, fields: Fields): Form => ({ fields, seen })
const queryOf = ({ request }: Visit) => request.query as Fields
const secretOf = ({ request }: Visit) => (request.params as { secret: string }).secret

function numberOf({ request }: Visit): string {
  const { number } = request.params as { number: string }
  return readNumber(number) ?? number
}

const entriesOf = (act: Act, ledger: compose.Scene['ledger']) =>
  'entries' in act ? act.entries : (ledger.proposals.get(act.proposal)?.entries ?? []).map(([, entry]) => entry)

/** The field of the form in which a problem is shown: a line of pasted ones, or what the form calls it. */
function fieldNamed(field: string, fields: Fields, entry = 0): string {
  if (fields.lines !== undefined) return `lines-${entry}`
  return field === 'decision' && fields.decision === undefined ? 'day' : field
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The messages as a table for a spreadsheet; a cell that it would take for a formula begins with an apostrophe. */
const tableOf = (all: Message[]) =>
  stringify(
    all.map(({ id, receivedAt, state, name, email, message, language }) => ({
      ...{ id, receivedAt: receivedAt.toISOString(), state, name, email, message, language },
    })),
    { header: true, bom: true, escape_formulas: true, delimiter: ';' },
  )
