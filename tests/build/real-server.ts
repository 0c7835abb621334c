import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type AppParts, buildApp } from '../../src/server/app.ts'
import { readBuiltSite } from '../../src/server/built-site.ts'
import { certificate, loadedRegister, noWords } from '../support/register.ts'
import { origin as builtOrigin } from './built-pages.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }
export type Request = { method?: string; headers?: Record<string, string>; body?: string | Buffer }

// Read once: a server only reads it.
const site = await readBuiltSite()
/** What its register has: one certificate of the tests' own, because the office may have none. */
export const registered = certificate('260001')
const register = loadedRegister([registered], noWords)

type Start = Partial<Pick<AppParts, 'origin'>> & Partial<Pick<AppParts['contact'], 'keep'>>

/** The real server without a message store, in this process, on a port of its own. */
export async function startServer({ origin = builtOrigin, keep }: Start = {}) {
  const contact: AppParts['contact'] = {
    keep: keep ?? (async () => ({ kind: 'kept', id: '1' })),
    limit: 0,
    log: () => undefined,
  }
  const app = buildApp({ site, register: () => register, contact, trustProxy: 0, origin })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    port,
    /** Requests a path exactly as it is written. */
    async ask(path: string, { method = 'GET', headers = {}, body }: Request = {}): Promise<Answer> {
      const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }).end(body)
      const [response] = await once(request, 'response')
      return { status: response.statusCode, headers: response.headers, body: Buffer.concat(await response.toArray()) }
    },
    /** Sends bytes that need not be HTTP, and reads the answer until the server closes the connection. */
    async askRaw(bytes: string): Promise<Answer> {
      const socket = connect(port, '127.0.0.1')
      const parts: Buffer[] = []
      // The server may close the connection while bytes are still on their way.
      socket.on('data', (part) => parts.push(Buffer.from(part))).on('error', () => undefined)
      socket.end(Buffer.from(bytes, 'latin1'))
      await new Promise((closed) => socket.once('close', closed))
      return parseAnswer(Buffer.concat(parts))
    },
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

/** Reads an answer's bytes. */
function parseAnswer(raw: Buffer): Answer {
  const text = raw.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  return { status, headers: Object.fromEntries(headers), body: raw.subarray(end + 4) }
}
