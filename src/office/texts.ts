import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { interpolate } from '../shared/interpolate.ts'
import type { Visit, VisitParts, Visits } from './visits.ts'

/** The editor of the texts, which lets in everybody: who asks is found out before. */
type TextsApp = {
  routing: (request: IncomingMessage, response: ServerResponse) => void
  close: () => Promise<unknown>
}
type Author = { name: string; email: string }

/** Opens the editor below an address. @param mount.authorOf who sent a request */
export type OpenTexts = (mount: {
  prefix: string
  authorOf: (request: IncomingMessage) => Author | undefined
}) => Promise<TextsApp>

const prefix = '/texts'
/** In milliseconds: how long an answer that goes on, such as a stream of events, reaches somebody who is out. */
const lookMs = 3_000

/** Adds the editor of the texts. It is opened at the first visit: it bundles pages, and watches files from then on. */
export function addTexts(
  app: FastifyInstance,
  open: OpenTexts,
  { store, origin, log }: VisitParts & { log: (line: string) => void },
  { signedIn, send, problem, personIn }: Visits,
): void {
  const { hostname } = new URL(origin)
  const authors = new WeakMap<IncomingMessage, Author>()
  const answers = new Set<ServerResponse>()
  let texts: TextsApp | undefined
  let opening: Promise<void> | undefined
  let failure: Error | undefined

  app.addHook('preClose', async () => {
    for (const answer of answers) answer.destroy()
    await opening
    await texts?.close()
  })
  void app.register(async (door) => {
    // What is sent is read by the editor's own server.
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', (_request, _body, done) => done(null))
    door.get(prefix, (_request, reply) => reply.redirect(`${prefix}/`, 303))
    door.all(
      `${prefix}/*`,
      signedIn(async (visit) => {
        // Under another name, this machine may be another site's for the browser.
        if (URL.parse(`http://${visit.request.headers.host}`)?.hostname !== hostname)
          return problem(visit, 403, 'origin')
        return texts ? answer(visit, texts) : wait(visit)
      }),
    )
  })

  async function answer({ request, reply, person }: Visit, texts: TextsApp) {
    const { raw } = request
    const { name = '' } = (await store.read()).people.get(person) ?? {}
    // No mailbox: a person's own or the office's would be in every copy of the site's files, for good.
    authors.set(raw, { name, email: `no-reply@${hostname}` })
    for (const [header, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(header, value ?? '')
    reply.hijack()
    answers.add(reply.raw)
    // While the database is away, nobody is put out.
    const isIn = () => personIn(request, false).catch(() => person)
    const look = setInterval(async () => void ((await isIn()) === person || reply.raw.destroy()), lookMs)
    reply.raw.once('close', () => {
      clearInterval(look)
      answers.delete(reply.raw)
    })
    texts.routing(raw, reply.raw)
    return reply
  }

  /** Says that the editor is being opened, or why it cannot be. */
  function wait(visit: Visit) {
    const words = visit.words.texts
    const reason = failure?.message
    failure = undefined
    if (reason) return send(visit, { kind: 'problem', text: interpolate(words.failed, { reason }) }, 503)
    opening ??= open({ prefix, authorOf: (request) => authors.get(request) })
      .then((app) => {
        texts = app
      })
      .catch((error) => {
        log(`The texts cannot be opened: ${error.stack}`)
        failure = error
        opening = undefined
      })
    visit.reply.header('refresh', '3')
    return send(visit, { kind: 'problem', text: words.opening })
  }
}
