import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoadedSite } from '../server/built-site.ts'
import { preferredLanguage } from '../server/static-files/accept-headers.ts'
import { allLanguages, type Language } from '../shared/languages.ts'
import { dayIn } from '../shared/long-date.ts'
import type { ActStore } from './act-store.ts'
import { Ledger } from './ledger.ts'
import { type OfficeFiles, officeDocument } from './office-document.ts'
import type { Fields, Form, OfficeWords, Scene, View } from './scene.ts'
import { type Sessions, wholeMs } from './sessions.ts'

/** A request with who sent it, and in which language it is answered. @property person '' if nobody has signed in */
export type Visit = {
  request: FastifyRequest
  reply: FastifyReply
  fields: Fields
  query: Fields
  site: LoadedSite
  language: Language
  words: OfficeWords
  person: string
}
type Answer = (visit: Visit) => Promise<FastifyReply>

/** @property origin OFFICE_ORIGIN */
export type VisitParts = {
  site: LoadedSite
  files: OfficeFiles
  store: ActStore
  sessions: Sessions
  origin: string
  now?: (() => Date) | undefined
}

/** What a page shows of the acts if nobody has signed in. */
const nothing = new Ledger([])

/** Where the entrance leads, besides to the first page: only to where somebody was sent to it from. */
const doors = ['/texts/']

/** Who sends a request, and how it is answered. */
export type Visits = ReturnType<typeof receiveVisits>
export function receiveVisits({ site, files, store, sessions, origin, now = () => new Date() }: VisitParts) {
  const isSecure = origin.startsWith('https:')
  const cookieName = isSecure ? '__Host-office' : 'office'
  return { visitOf, open, signedIn, send, problem, sendAgain, enter, leave, personIn, today }

  function visitOf(request: FastifyRequest, reply: FastifyReply): Visit {
    const chosen = cookieOf(request, 'language') as Language
    const language = allLanguages.includes(chosen) ? chosen : preferredLanguage(request.headers['accept-language'])
    const [fields, query] = [(request.body ?? {}) as Fields, request.query as Fields]
    return { request, reply, fields, query, site, language, words: site.office[language], person: '' }
  }

  /** A page for anybody. */
  function open(answer: Answer) {
    return async (request: FastifyRequest, reply: FastifyReply) => answer(visitOf(request, reply))
  }

  /** A page for those who have signed in; all others are led to the entrance. */
  function signedIn(answer: Answer) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const person = await personIn(request)
      const visit = visitOf(request, reply)
      if (person) return answer({ ...visit, person })
      // Whose session has ended meanwhile loses nothing that was typed.
      if (cookieOf(request, cookieName) && visit.fields.seen !== undefined) return sendAgain(visit, 403, 'signed_out')
      const door = doors.find((each) => request.url.startsWith(each))
      return reply.redirect(door ? `/sign-in?to=${door}` : '/sign-in', 303)
    }
  }

  /** @param isUse whether somebody asks, and not only a page that is open */
  async function personIn(request: FastifyRequest, isUse = true): Promise<string | undefined> {
    const person = await sessions.find(cookieOf(request, cookieName), isUse)
    return person && (await store.read()).people.get(person)?.devices.length ? person : undefined
  }

  async function send(visit: Visit, view: View, status = 200, form?: Form): Promise<FastifyReply> {
    const { request, reply, person } = visit
    const ledger = person ? await store.read() : nothing
    const path = request.url.split('?')[0] ?? '/'
    const blank = { fields: {}, seen: ledger.last.sequence }
    const scene: Scene = { ...visit, ledger, path, today: today(), form: form ?? blank }
    const { html, policy } = officeDocument(files, scene, view)
    return reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
  }

  function problem(visit: Visit, status: number, key: keyof OfficeWords['wrong']): Promise<FastifyReply> {
    return send({ ...visit, person: '' }, { kind: 'problem', text: visit.words.wrong[key] }, status)
  }

  /** What was typed is kept in the page, and sent again by a button. */
  function sendAgain(visit: Visit, status: number, key: 'away' | 'signed_out'): Promise<FastifyReply> {
    const { fields, request } = visit
    const again = request.method === 'POST' ? { path: request.url, fields } : undefined
    return send(
      { ...visit, person: '' },
      { kind: 'problem', text: visit.words.wrong[key], again, isSignedOut: key === 'signed_out' },
      status,
    )
  }

  async function enter({ reply, query }: Visit, person: string): Promise<FastifyReply> {
    const door = doors.find((each) => each === query.to) ?? '/'
    return reply.header('set-cookie', cookie(await sessions.begin(person), wholeMs / 1_000)).redirect(door, 303)
  }

  async function leave({ request, reply }: Visit): Promise<FastifyReply> {
    await sessions.end(cookieOf(request, cookieName))
    return reply.header('set-cookie', cookie('', 0)).redirect('/sign-in', 303)
  }

  function cookie(secret: string, seconds: number): string {
    const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
    return `${cookieName}=${secret}; ${attributes}`
  }

  function today(): string {
    return dayIn(site.settings.timeZone, now())
  }
}

function cookieOf({ headers }: FastifyRequest, name: string): string {
  const pairs = (headers.cookie ?? '').split(/;\s*/).map((pair) => pair.split('='))
  return pairs.find(([key]) => key === name)?.[1] ?? ''
}
