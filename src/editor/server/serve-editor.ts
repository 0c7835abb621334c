import type { IncomingMessage } from 'node:http'
import { extname } from 'node:path'
import { PassThrough } from 'node:stream'
import { fastify } from 'fastify'
import { z } from 'zod'
import { mediaTypes } from '../../generator/media-types.ts'
import { securityHeaders } from '../../shared/security-headers.ts'
import { type Author, editSchema, publishSchema } from '../api.ts'
import type { Editor } from './editor.ts'
import type { previewSite } from './preview-site.ts'
import { failureOf } from './repository.ts'

const ownPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** No page of the preview runs a script: otherwise it could act as the editor, which frames it. */
const previewPolicy = "script-src 'none'; frame-ancestors 'self'"

/** In milliseconds: more often than a proxy ends a connection on which nothing comes. */
const pingMs = 25_000

export type EditorParts = {
  editor: Editor
  preview: ReturnType<typeof previewSite>
  /** What its page is made of, by address. */
  files: Map<string, string | Buffer>
}

/** Where the editor is, if not on a port of its own: who asks was found out before. */
export type Mount = {
  /** Before each address: `/texts`. */
  prefix: string
  /** Who sent a request, and publishes under this name. */
  authorOf: (request: IncomingMessage) => Author | undefined
}

/** The editor and the pages of its preview. It does not listen yet. */
export function editorApp({ editor, preview, files }: EditorParts, mount?: Mount) {
  const { prefix = '', authorOf = () => undefined } = mount ?? {}
  const server = fastify({
    forceCloseConnections: true,
    rewriteUrl: ({ url = '' }) => url.slice(prefix.length) || '/',
  })
  // Forms are not understood, nor is plain text: a page of another site could send them.
  server.removeContentTypeParser('text/plain')

  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders(''), 'content-security-policy': ownPolicy, 'cache-control': 'no-store' })
    // Nothing in front of it waits for more of an answer before it is passed on.
    reply.header('x-accel-buffering', 'no')
    if (!mount && !isOwn(request.raw))
      return reply.code(403).send({ reason: 'Only the page of this editor can ask for this.' })
  })
  server.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error instanceof z.ZodError ? 400 : (error.statusCode ?? 500)
    if (status === 500) console.error(error)
    return reply.code(status).send({ failure: failureOf(error) })
  })
  for (const [address, file] of files) server.get(address, (_request, reply) => reply.type(typeOf(address)).send(file))
  // Server-sent events: a page gets the state, and whatever changes in it.
  server.get('/api/changes', (request, reply) => {
    const events = new PassThrough()
    events.write('retry: 1000\n')
    const author = authorOf(request.raw)?.name
    const end = editor.follow((change) => void events.write(`data: ${JSON.stringify({ ...change, author })}\n\n`))
    const ping = setInterval(() => events.write(':\n\n'), pingMs)
    request.raw.once('close', () => {
      clearInterval(ping)
      end()
    })
    return reply.type('text/event-stream').send(events)
  })
  server.post('/api/edit', ({ body }) => editor.edit(editSchema.parse(body)))
  server.post('/api/publish', ({ body, raw }) => {
    const { author, summary } = publishSchema.parse(body)
    return editor.publish({ author: authorOf(raw) ?? { name: author }, summary })
  })
  server.get<{ Params: { '*': string } }>('/*', async ({ params }, reply) => {
    const address = `/${params['*']}`
    const file = await preview(address, editor.lastCommit())
    if (!file) return reply.callNotFound()
    const own = typeof file === 'string' ? file.replaceAll(siteAddress, `$&${prefix}`) : file
    return reply.header('content-security-policy', previewPolicy).type(typeOf(address)).send(own)
  })
  return server
}

/** What stands before an address of the site in a page of it. */
const siteAddress = /(?:(?:src|href|action)="|url\()(?=\/)/g

/** Serves the editor on this machine only. */
export async function serveEditor(parts: EditorParts, port: number) {
  const server = editorApp(parts)
  // Never another address: whoever can reach the editor can change the site.
  return { origin: await server.listen({ host: '127.0.0.1', port }), close: () => server.close() }
}

/**
 * Whether a request comes from the editor's own page. A page in another tab can send requests here, and with DNS rebinding
 * under a host name of its own; it can neither say another Host than its address, nor leave out or change its Origin.
 */
function isOwn({ method, headers, socket }: IncomingMessage): boolean {
  const { host, origin, 'sec-fetch-site': site = 'none', 'sec-fetch-dest': destination } = headers
  if (host !== `127.0.0.1:${socket.localPort}` && host !== `localhost:${socket.localPort}`) return false
  // Whoever follows a link to here may see the editor; no page may ask it for anything else.
  const isVisit = ['same-origin', 'none'].includes(String(site)) || destination === 'document'
  return method === 'GET' && origin === undefined ? isVisit : origin === `http://${host}`
}

const typeOf = (path: string) => mediaTypes[extname(path) || '.html'] ?? 'application/octet-stream'
