import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { freePort } from '../../src/testing/free-port.ts'
import { NginxServer, nginxStartMs, ServedFolder } from '../../src/testing/nginx-server.ts'
import { makeCertificate } from '../../src/testing/self-signed.ts'
import { makeDataDir, startServer } from '../support/server-process.ts'

/** Looks at a site in a process of its own, which reads the authorities that it believes when it starts. */
function look(origin: string, environment: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const { PATH = '' } = process.env
  const args = ['src/cli/launch-check.ts', '--live', origin]
  return new Promise((resolve) =>
    execFile(process.execPath, args, { env: { PATH, ...environment } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    ),
  )
}

test(
  'a site behind TLS is looked at when its certificate is believed, and not before',
  async () => {
    using folder = new ServedFolder()
    using data = makeDataDir()
    await using server = await startServer({ settings: { DATA_DIR: data.dataDir, TRUST_PROXY: '1' } })
    const { certificate, key } = makeCertificate(folder.path, 'localhost')
    const port = await freePort()
    const settings = folder.copy('dist/nginx', 'nginx')
    await using _nginx = await NginxServer.start(
      `include ${settings}/http.conf;
server {
  listen 127.0.0.1:${port} ssl http2;
  ssl_certificate ${certificate};
  ssl_certificate_key ${key};
  root ${folder.copy('dist/public', 'public')};
  set $site_contact_service ${server.origin};
  include ${settings}/server.conf;
}`,
      port,
    )
    const origin = `https://localhost:${port}`
    const unbelieved = await look(origin)
    expect(unbelieved.output).toContain('self-signed certificate')
    expect([unbelieved.code, unbelieved.output.match(/FAIL/g)?.length]).toEqual([1, 1])

    const { code, output } = await look(origin, { NODE_EXTRA_CA_CERTS: certificate })
    expect(output).toMatch(/FAIL {2}the connection is private[^\n]*\n.*days left: 1/)
    // Built for plain HTTP at another origin: so these are told, and nothing else.
    expect(output.match(/FAIL {2}.*/g)).toEqual([
      expect.stringContaining('the connection is private'),
      expect.stringContaining('each page names itself'),
      expect.stringContaining('pages bring every security header'),
      expect.stringContaining('files say what they are'),
      expect.stringContaining('robots.txt and the sitemap'),
    ])
    expect(output).toContain('strict-transport-security is missing')
    expect(output).toContain('HTTP/2.')
    expect(code).toBe(1)
  },
  nginxStartMs,
)
