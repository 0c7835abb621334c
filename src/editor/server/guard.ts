import type { IncomingMessage } from 'node:http'

/** Why a request is not answered: the status and the reason, for whoever made it by hand. */
type Refusal = { status: 403 | 405; reason: string }

/**
 * Whether a request comes from the editor's own page. A page in another tab can send requests here, and with DNS rebinding
 * under a host name of its own; it can neither say another Host than its address, nor leave out or change its Origin.
 * @param origins those under which this server is reached: http://127.0.0.1:3010
 */
export function refusalOf({ method = '', headers }: IncomingMessage, origins: string[]): Refusal | undefined {
  const refuse = (reason: string) => ({ status: 403, reason }) as const
  const own = `http://${headers.host}`
  if (!origins.includes(own)) return refuse('This host is not known here.')
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead && method !== 'POST') return { status: 405, reason: 'GET, HEAD or POST.' }
  const site = headers['sec-fetch-site'] ?? 'none'
  const isFollowed = isRead && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] !== 'object'
  // Whoever follows a link to here may see the editor; no page may ask it for anything else.
  if (!['same-origin', 'none'].includes(site) && !isFollowed) return refuse('Not from another site.')
  if (headers.origin !== undefined && headers.origin !== own) return refuse('Not from another origin.')
  if (!isRead && headers.origin === undefined) return refuse('The origin is missing.')
  return undefined
}
