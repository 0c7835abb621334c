import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { nginxStartMs } from '../support/nginx-server.ts'
import { makeDataDir, startServer } from '../support/server-process.ts'
import { startFront } from './front.ts'

/** Runs the live check in a process of its own, because Node reads NODE_EXTRA_CA_CERTS only when it starts. */
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
    using data = makeDataDir()
    const settings = { DATA_DIR: data.dataDir, TRUST_PROXY: '1', SITE_ORIGIN: 'https://localhost' }
    await using server = await startServer({ settings })
    await using front = await startFront([Number(new URL(server.origin).port)], { name: 'localhost' })
    const origin = `https://localhost:${front.port}`
    const unbelieved = await look(origin)
    expect(unbelieved.output).toContain('self-signed certificate')
    expect([unbelieved.code, unbelieved.output.match(/FAIL/g)?.length]).toEqual([1, 1])

    const { code, output } = await look(origin, { NODE_EXTRA_CA_CERTS: front.caFile })
    expect(output).toMatch(/FAIL {2}the connection is private[^\n]*\n.*days left: 1/)
    // The build names another origin, with plain HTTP, and the certificate is short-lived: nothing else may fail.
    expect(output.match(/FAIL {2}.*/g)).toEqual([
      expect.stringContaining('pages, sitemap and headers name this origin'),
      expect.stringContaining('the connection is private'),
    ])
    expect(code).toBe(1)
  },
  nginxStartMs,
)
