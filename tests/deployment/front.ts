import { readFileSync } from 'node:fs'
import { freePort } from '../support/free-port.ts'
import { NginxServer, ServedFolder } from '../support/nginx-server.ts'
import { makeCertificate } from '../support/self-signed.ts'

/** The name in the configuration that operators copy. */
const siteName = 'www.example.org'

export type Front = AsyncDisposable & {
  port: number
  plainPort: number
  /** The certificate that clients have to trust, and the file that it is in. */
  ca: string
  caFile: string
  output(): string
}

type FrontOptions = {
  /** Whom the certificate is for. */
  name?: string
  /** What else stands in the `http` block. */
  http?: string
  /** Changes its configuration. */
  change?: (lines: string) => string
}

/**
 * A real nginx with TLS and the configuration of deploy/nginx.conf, with only paths, ports and certificate replaced.
 * @param services the ports that its upstream names
 */
export async function startFront(
  services: number[],
  { name = siteName, http = '', change = (lines) => lines }: FrontOptions = {},
): Promise<Front> {
  const folder = new ServedFolder()
  const [port, plainPort] = [await freePort(), await freePort()]
  const { certificate, key, pem } = makeCertificate(folder.path, name)
  const lines = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll(siteName, name)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replaceAll('error_log /dev/null', 'error_log stderr')
    .replaceAll('/srv/site/dist/nginx', folder.copy('dist/nginx', 'nginx'))
    .replace(/( *)server 127\.0\.0\.1:3000(.*);/, (_line, indent, rest) =>
      services.map((service) => `${indent}server 127.0.0.1:${service}${rest};`).join('\n'),
    )
  const server = await NginxServer.start(`${http}\n${change(lines)}`, port)
  return {
    port,
    plainPort,
    ca: pem,
    caFile: certificate,
    output: () => server.output,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

export const siteHost = siteName
