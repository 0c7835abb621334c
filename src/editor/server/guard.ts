import type { IncomingMessage } from 'node:http'

/** Why a request is not answered: the status and the reason, for whoever made it by hand. */
export type Refusal = { status: 403 | 405 | 413 | 415; reason: string }

/** In bytes; the longest text of the site has a twentieth of it. */
export const bodyLimit = 1024 * 1024

/**
 * Whether a request comes from the editor's own page. A page in another tab can send requests here, and with DNS rebinding
 * under a host name of its own; it can neither say another Host than its address, nor leave out or change its Origin.
 * @param origins those under which this server is reached: http://127.0.0.1:3010
 */
export function refusalOf(request: IncomingMessage, origins: string[]): Refusal | undefined {
  const { method = '', headers } = request
  if (!origins.includes(`http://${headers.host}`)) return { status: 403, reason: 'This host is not known here.' }
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead && method !== 'POST') return { status: 405, reason: 'GET, HEAD or POST.' }
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    if (!(isRead && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] !== 'object'))
      // Whoever follows a link to here may see the editor; no page may ask it for anything else.
      return { status: 403, reason: 'Not from another site.' }
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`)
    return { status: 403, reason: 'Not from another origin.' }
  if (isRead) return undefined
  if (headers.origin === undefined) return { status: 403, reason: 'The origin is missing.' }
  if (!/^application\/json(;|$)/.test(headers['content-type'] ?? '')) return { status: 415, reason: 'JSON only.' }
  if (Number(headers['content-length'] ?? 0) > bodyLimit) return { status: 413, reason: 'Too large.' }
  return undefined
}

/** Reads a body of JSON. @returns nothing when it is larger than the limit @throws SyntaxError when it is no JSON */
export async function readBody(request: IncomingMessage): Promise<{ value: unknown } | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > bodyLimit) return undefined
    parts.push(part)
  }
  return { value: JSON.parse(String(Buffer.concat(parts))) }
}
