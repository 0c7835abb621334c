import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { parse } from 'node-html-parser'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }
export type Ask = (
  path: string,
  options?: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
) => Promise<Answer>

/** Sends requests to any server under test. */
export type Asked = AsyncDisposable & {
  /** Sends a path as it is written, byte by byte. */
  ask: Ask
  /** Sends bytes that need not be HTTP, and reads the answer until the server hangs up. */
  askRaw(bytes: string): Promise<string>
}

/** The ways to ask whoever listens on a port of this machine. */
export const askerOf = (port: number): Pick<Asked, 'ask' | 'askRaw'> => ({
  async ask(path, { method = 'GET', headers = {}, body } = {}) {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }).end(body)
    const [response] = await once(request, 'response')
    const parts: Buffer[] = []
    for await (const part of response) parts.push(part)
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }
  },
  async askRaw(bytes) {
    const socket = connect(port, '127.0.0.1')
    socket.end(Buffer.from(bytes, 'latin1'))
    const parts: Buffer[] = []
    for await (const part of socket) parts.push(part)
    return Buffer.concat(parts).toString('latin1')
  },
})

/** Status and headers of an answer that was read as bytes. */
export function headOf(raw: string): Pick<Answer, 'status' | 'headers'> {
  const [first = '', ...lines] = (raw.split('\r\n\r\n')[0] ?? '').split('\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]),
    headers: Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ),
  }
}

/** The path of an address as a browser sends it. */
export const sent = (address: string) => encodeURI(address)

export const languageOfAnswer = ({ body }: Pick<Answer, 'body'>) =>
  parse(String(body)).querySelector('html')?.getAttribute('lang')
