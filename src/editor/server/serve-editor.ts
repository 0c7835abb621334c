import { extname } from 'node:path'
import { PassThrough } from 'node:stream'
import { fastify } from 'fastify'
import { z } from 'zod'
import { mediaTypes } from '../../build/media-types.ts'
import { type EditorState, editSchema, publishSchema } from '../api.ts'
import type { Editor } from './editor.ts'
import { refusalOf } from './guard.ts'

/** What the editor's page is made of, by address. */
export type EditorFiles = Map<string, string>

/** Serves the editor and the pages of its preview, on this machine only. */
export async function serveEditor(editor: Editor, files: EditorFiles, port: number) {
  const server = fastify({ forceCloseConnections: true })
  // Forms are not understood, nor is plain text: a page of another site could send them.
  server.removeContentTypeParser('text/plain')

  server.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    const refusal = refusalOf(request.raw)
    if (refusal) return reply.code(403).send({ reason: refusal })
  })
  server.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error instanceof z.ZodError ? 400 : (error.statusCode ?? 500)
    if (status === 500) console.error(error)
    return reply.code(status).send({ reason: error.message })
  })
  for (const [address, file] of files) server.get(address, (_request, reply) => reply.type(typeOf(address)).send(file))
  server.post('/api/edit', ({ body }) => editor.edit(editSchema.parse(body)))
  server.post('/api/publish', ({ body }) => {
    const { author, summary } = publishSchema.parse(body)
    return editor.publish(author, summary)
  })
  // The state of the editor now and after each change, as server-sent events (HTML, section 9.2): to ask for it sends it.
  server.get('/api/events', (_request, reply) => {
    const events = new PassThrough()
    const send = (state: EditorState) => events.write(`data: ${JSON.stringify(state)}\n\n`)
    editor.changes.on('state', send)
    void editor.state()
    reply.raw.on('close', () => editor.changes.off('state', send))
    return reply.type('text/event-stream').send(events)
  })
  server.get<{ Params: { '*': string } }>('/*', async ({ params }, reply) => {
    const address = `/${params['*']}`
    const file = await editor.preview.file(address)
    if (!file) return reply.callNotFound()
    // No page of the preview runs a script: otherwise it could act as the editor, which frames it.
    const policy = file.contentSecurityPolicy?.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    if (policy) reply.header('content-security-policy', policy)
    return reply.type(typeOf(address)).send(file.body)
  })

  // Never another address: whoever can reach the editor can change the site.
  return { origin: await server.listen({ host: '127.0.0.1', port }), close: () => server.close() }
}

const typeOf = (path: string) => mediaTypes[extname(path) || '.html'] ?? 'application/octet-stream'
