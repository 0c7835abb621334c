import type { IncomingMessage } from 'node:http'

/**
 * Whether a request comes from the editor's own page. A page in another tab can send requests here, and with DNS rebinding
 * under a host name of its own; it can neither say another Host than its address, nor leave out or change its Origin.
 * @returns why it is not answered, for those who made it by hand
 */
export function refusalOf({ method = '', headers, socket }: IncomingMessage): string | undefined {
  const { host = '' } = headers
  const own = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`)
  if (!own.includes(host)) return 'This host is not known here.'
  const isRead = method === 'GET' || method === 'HEAD'
  const site = headers['sec-fetch-site'] ?? 'none'
  const isFollowed = isRead && headers['sec-fetch-dest'] === 'document'
  // Whoever follows a link to here may see the editor; no page may ask it for anything else.
  if (!['same-origin', 'none'].includes(site) && !isFollowed) return 'Not from another site.'
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return 'Not from another origin.'
  if (!isRead && headers.origin === undefined) return 'The origin is missing.'
  return undefined
}
