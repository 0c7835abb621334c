import { connect, type PeerCertificate } from 'node:tls'
import { breachesAt } from './addresses.ts'
import type { Check } from './live-report.ts'
import { answerInWords } from './pages.ts'
import { reasonOf, Visitor } from './visitor.ts'

/** Certificates are usually renewed a month before they end: with less than this left, nobody does. */
const leastDays = 14
const dayMs = 86_400_000
const handshakeMs = 15_000

type Handshake = { certificate: PeerCertificate; protocol: string | false; version: string }

/** What keeps others from reading along, or its absence. */
export async function checkTransport(origin: string, today: Date): Promise<{ check: Check; information: string[] }> {
  const check = {
    what: 'the connection is private: TLS, with a certificate that browsers believe',
    of: 1,
    remedy: 'Let a proxy speak TLS with a certificate for this name, and see that it renews itself.',
  }
  const breach = (found: string) => ({ check: { ...check, breaches: [{ where: origin, found }] }, information: [] })
  if (!origin.startsWith('https:')) return breach('plain HTTP: everyone on the way can read and change what is sent')
  try {
    const { certificate, protocol, version } = await shakeHands(origin)
    const days = Math.floor((Date.parse(certificate.valid_to) - today.getTime()) / dayMs)
    const end = new Date(certificate.valid_to).toISOString().slice(0, 10)
    const information = [
      `The certificate ends on ${end}; days left: ${days}.`,
      `${version}, and ${protocol === 'h2' ? 'HTTP/2' : 'no HTTP/2: browsers would fetch files faster with it'}.`,
    ]
    if (days < leastDays)
      return { ...breach(`the certificate ends on ${end}, and nobody has renewed it; days left: ${days}`), information }
    return { check: { ...check, breaches: [] }, information }
  } catch (error) {
    return breach(reasonOf(error))
  }
}

function shakeHands(origin: string): Promise<Handshake> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const isName = /[a-z]/i.test(host) && !host.includes(':')
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isName && { servername: host }),
      ALPNProtocols: ['h2', 'http/1.1'],
      timeout: handshakeMs,
    })
    socket.once('secureConnect', () => {
      resolve({
        certificate: socket.getPeerCertificate(),
        protocol: socket.alpnProtocol ?? false,
        version: socket.getProtocol() ?? 'TLS',
      })
      socket.end()
    })
    socket.once('timeout', () => socket.destroy(new Error(`no handshake within ${handshakeMs / 1000} s`)))
    socket.once('error', reject)
  })
}

/**
 * Plain HTTP on the same host leads to TLS, page by page.
 * @param plainOrigin where plain HTTP is spoken
 */
export async function checkPlainHttp(origin: string, plainOrigin: string, path: string): Promise<Check> {
  const plain = new Visitor(plainOrigin, { allMs: 30_000 })
  try {
    return {
      what: 'plain HTTP leads to TLS',
      of: 1,
      breaches: await breachesAt(plainOrigin + path, async () => {
        const answer = await plain.ask(path)
        const isRedirect = [301, 308].includes(answer.status) && answer.headers.location === origin + path
        return isRedirect ? [] : [`${answerInWords(answer)}, not 301 to ${origin}${path}`]
      }),
      remedy: 'Let the proxy answer plain HTTP with 301 to the same address over TLS (docs/static-hosting.md).',
    }
  } finally {
    plain.close()
  }
}
