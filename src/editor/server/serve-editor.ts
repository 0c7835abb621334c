import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { PassThrough } from 'node:stream'
import { type FastifyInstance, fastify } from 'fastify'
import { z } from 'zod'
import { mediaTypes } from '../../build/media-types.ts'
import { filePolicy } from '../../shared/security-headers.ts'
import { type EditorState, editSchema, publishSchema } from '../api.ts'
import type { Editor } from './editor.ts'
import { refusalOf } from './guard.ts'
import { previewScript } from './preview-site.ts'

/** Never another address: whoever can reach the editor can change the site. */
const loopback = '127.0.0.1'

/** What the editor's page is made of, by address. */
export type EditorFiles = Map<string, string | Buffer>

/** Serves the editor on one port of this machine, and the pages of its drafts on another: so a page cannot act as the editor. */
export async function serveEditor(editor: Editor, files: EditorFiles, port: number) {
  const preview = fastify({ forceCloseConnections: true })
  const main = fastify({ forceCloseConnections: true })
  // Forms are not understood, nor is plain text: a page of another site could send them.
  main.removeContentTypeParser('text/plain')

  main.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src http://${loopback}:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    const refusal = refusalOf(request.raw, originsOf(main))
    if (refusal) return reply.code(403).send({ reason: refusal })
  })
  main.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error instanceof z.ZodError ? 400 : (error.statusCode ?? 500)
    if (status === 500) console.error(error)
    return reply.code(status).send({ reason: error.message })
  })
  for (const [address, file] of files) main.get(address, (_request, reply) => reply.type(typeOf(address)).send(file))
  main.post('/api/edit', ({ body }) => editor.edit(editSchema.parse(body)))
  main.post('/api/publish', ({ body }) => {
    const { author, summary } = publishSchema.parse(body)
    return editor.publish(author, summary)
  })
  // The state of the editor now and after each change, as server-sent events (HTML, section 9.2): to ask for it sends it.
  main.get('/api/events', (_request, reply) => {
    const events = new PassThrough()
    const send = (state: EditorState) => events.write(`data: ${JSON.stringify(state)}\n\n`)
    editor.changes.on('state', send)
    void editor.state()
    reply.raw.on('close', () => editor.changes.off('state', send))
    return reply.type('text/event-stream').send(events)
  })

  preview.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    if (!originsOf(preview).includes(`http://${headers.host}`)) return reply.code(403).send()
  })
  preview.get(previewScript, (_request, reply) => reply.type(typeOf(previewScript)).send(files.get(previewScript)))
  preview.get<{ Params: { '*': string } }>('/*', async ({ params }, reply) => {
    const address = `/${params['*']}`
    const file = await editor.preview.file(address)
    if (!file) return reply.code(404).send()
    const { body, contentSecurityPolicy = filePolicy } = file
    const policy = policyFor(contentSecurityPolicy, originsOf(main).join(' '))
    return reply.type(typeOf(address)).header('content-security-policy', policy).send(body)
  })

  const close = () => Promise.all([main.close(), preview.close()])
  try {
    editor.previewOrigin = await preview.listen({ host: loopback, port: 0 })
    return { origin: await main.listen({ host: loopback, port }), close }
  } catch (error) {
    // Otherwise the process would stay, and answer nobody.
    await close()
    throw error
  }
}

/** Lets the editor frame a page and the maps in it, and its script replace parts of the page. */
const policyFor = (policy: string, origins: string) =>
  policy
    .replace(/frame-ancestors '(?:none|self)'/, `frame-ancestors 'self' ${origins}`)
    .replace("script-src 'none'", "script-src 'self'")
    .replace(/; (?:require-)?trusted-types[^;]*/g, '')

const typeOf = (path: string) => mediaTypes[extname(path) || '.html'] ?? 'application/octet-stream'

function originsOf({ server }: FastifyInstance): string[] {
  const { port } = server.address() as AddressInfo
  return [`http://${loopback}:${port}`, `http://localhost:${port}`]
}
