import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { z } from 'zod'
import { mediaTypes } from '../../build/media-types.ts'
import { languageOf, notFoundAddress } from '../../shared/languages.ts'
import type { Edit } from '../api.ts'
import type { Editor } from './editor.ts'
import { readBody, refusalOf } from './guard.ts'

/** Never another address: whoever can reach the editor can change the site. */
const loopback = '127.0.0.1'

/** What the editor's page is made of, by address. */
export type EditorFiles = Map<string, string | Buffer>

const text = z.string().max(200_000)
const name = z.string().max(500)
const place = z.number().int().nonnegative()
const editSchema: z.ZodType<Edit> = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('set'), name, value: text }),
  z.strictObject({ op: z.literal('set all'), values: z.record(name, text) }),
  z.strictObject({ op: z.literal('real'), name }),
  z.strictObject({ op: z.literal('add item'), list: name }),
  z.strictObject({ op: z.literal('move item'), list: name, from: place, to: place }),
  z.strictObject({ op: z.literal('remove item'), list: name, at: place }),
  z.strictObject({ op: z.literal('add article'), titles: z.record(name, name) }),
  z.strictObject({ op: z.literal('remove article'), article: name }),
  z.strictObject({ op: z.literal('add source'), article: name, source: z.string().regex(/^[a-z0-9-]{1,40}$/), text }),
  z.strictObject({ op: z.literal('remove source'), article: name, source: name }),
  z.strictObject({ op: z.literal('excuse'), text: name, paragraph: name.optional(), reason: name.min(1) }),
  z.strictObject({ op: z.literal('take back'), change: name }),
  z.strictObject({ op: z.literal('resolve'), name, keep: z.enum(['mine', 'theirs']) }),
])
const publishSchema = z.strictObject({
  author: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[^<>\p{Cc}]+$/u),
  summary: z.string().trim().min(1).max(500),
})

/** Serves the editor on one port of this machine, and the pages of its drafts on another: so a page cannot act as the editor. */
export async function serveEditor(editor: Editor, files: EditorFiles, port: number) {
  const preview = await listen((request, response) => void givePage(request, response), 0)
  const main = await listen((request, response) => void answer(request, response), port).catch((error) => {
    // Otherwise the process would stay, and answer nobody.
    preview.close()
    throw error
  })
  const [previewPort, mainPort] = [portOf(preview), portOf(main)]
  const origins = originsAt(mainPort)
  editor.previewOrigin = `http://${loopback}:${previewPort}`
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src ${editor.previewOrigin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const give = (status: number, body: string | Buffer, type: string) =>
      void response
        .writeHead(status, { ...headers, 'content-type': type })
        .end(request.method === 'HEAD' ? undefined : body)
    const tell = (status: number, value: unknown) => give(status, JSON.stringify(value), 'application/json')
    const refusal = refusalOf(request, origins)
    if (refusal) return tell(refusal.status, { reason: refusal.reason })
    const { pathname } = new URL(request.url ?? '/', `http://${loopback}`)
    try {
      const file = files.get(pathname)
      if (request.method !== 'POST' && file !== undefined)
        return give(200, file, mediaTypes[extname(pathname) || '.html'] ?? 'application/octet-stream')
      const icon = pathname === '/favicon.svg' ? (await editor.site()).files.get(pathname) : undefined
      if (request.method === 'GET' && icon) return give(200, await icon.body(), mediaTypes['.svg'] ?? '')
      if (request.method === 'GET' && pathname === '/api/state') return tell(200, await editor.state())
      if (request.method === 'GET' && pathname === '/api/events') return follow(response)
      if (request.method !== 'POST' || !(pathname in actions)) return tell(404, { reason: 'There is nothing here.' })
      const body = await readBody(request)
      if (!body) return tell(413, { reason: 'Too large.' })
      tell(200, await actions[pathname]?.(body.value))
    } catch (error) {
      const isAsked = error instanceof RangeError || error instanceof SyntaxError || error instanceof z.ZodError
      if (!isAsked) console.error(error)
      tell(isAsked ? 400 : 500, {
        reason: error instanceof z.ZodError ? 'Not understood.' : String((error as Error).message),
      })
    }
  }

  const actions: Record<string, (body: unknown) => Promise<unknown>> = {
    '/api/edit': (body) => editor.edit(editSchema.parse(body)),
    '/api/publish': (body) => {
      const { author, summary } = publishSchema.parse(body)
      return editor.publish(author, summary)
    },
  }

  /** Tells an open page that there is something new, as server-sent events (HTML, section 9.2). */
  function follow(response: ServerResponse): void {
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
    response.write(': here\n\n')
    const stop = editor.onChange(() => response.write('data: changed\n\n'))
    response.on('close', stop)
  }

  async function givePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = (status: number) => void response.writeHead(status, { 'cache-control': 'no-store' }).end()
    if (!originsAt(portOf(preview)).includes(`http://${request.headers.host}`)) return refusal(403)
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
    const { pathname } = new URL(request.url ?? '/', `http://${loopback}`)
    const script = pathname === previewScript && files.get(pathname)
    if (script)
      return void response
        .writeHead(200, { 'content-type': mediaTypes['.js'], 'cache-control': 'no-store' })
        .end(script)
    try {
      const { files: pages } = await editor.site()
      const path = decodeURIComponent(pathname)
      const file = pages.get(path) ?? pages.get(notFoundAddress(languageOf(path)))
      if (!file) return refusal(404)
      const body = await file.body()
      const isPage = file.path.endsWith('.html')
      response
        .writeHead(pages.has(path) ? 200 : 404, {
          'content-type': mediaTypes[extname(file.path)],
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': isPage
            ? file.contentSecurityPolicy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`)
            : file.contentSecurityPolicy,
        })
        .end(isPage ? String(body).replace('<head>', `<head><script src="${previewScript}"></script>`) : body)
    } catch (error) {
      if (!(error instanceof URIError)) console.error(error)
      refusal(error instanceof URIError ? 400 : 500)
    }
  }

  return {
    origin: `http://${loopback}:${mainPort}`,
    close: async () => {
      for (const server of [main, preview]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

/** The script that stands in each page of the preview: it tells what was clicked, and shows what is being edited. */
export const previewScript = '/editor-preview.js'

const portOf = (server: Server) => (server.address() as AddressInfo).port
const originsAt = (port: number) => [`http://${loopback}:${port}`, `http://localhost:${port}`]

async function listen(listener: RequestListener, port: number): Promise<Server> {
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000 }, listener)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, loopback, resolve))
  return server
}
