import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type AppParts, buildApp } from '../../src/server/app.ts'
import { readBuiltContact } from '../../src/server/contact/answer-page.ts'
import { openContact } from '../../src/server/contact/contact-service.ts'
import { Site } from '../../src/server/static-files/site.ts'
import { readSettings } from '../../src/settings.ts'
import { type Asked, askerOf } from './asking.ts'
import { origin as builtOrigin } from './built-pages.ts'

// Read once: a server only reads it.
const site = new Site('dist')
const built = await readBuiltContact(resolve('dist'))

const log = () => undefined

type Start = Partial<Pick<AppParts, 'origin' | 'limits'>> & {
  /** What becomes of a message, in place of the real store. */
  keep?: AppParts['contact']['keep']
}

/** The real server, in this process, on a port of its own. */
export async function startServer({
  origin = builtOrigin,
  limits = {},
  keep,
}: Start = {}): Promise<Asked & { port: number; connections(): Promise<number> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'build-'))
  const service = openContact(readSettings({ DATA_DIR: dataDir }), built, log)
  const contact: AppParts['contact'] = {
    keep: keep ?? ((...parts) => service.keep(...parts)),
    built,
    limit: 0,
    log,
  }
  const app = buildApp({ site, contact, trustProxy: 0, origin, limits })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    ...askerOf(port),
    port,
    connections: () =>
      new Promise((resolve, reject) =>
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    [Symbol.asyncDispose]: async () => {
      app.server.closeAllConnections()
      await app.close()
      await service.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
