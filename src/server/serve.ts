import { readSettings, type Settings } from '../settings.ts'
import { buildApp } from './app.ts'
import { Site } from './site/site.ts'

/** How long a stopping server waits for answers under way. */
const stopTimeoutMs = 10_000

/**
 * Serves the last build until the process is told to stop; then it takes no new requests and finishes those under way.
 */
export async function serve(settings: Settings = readSettings()): Promise<void> {
  const site = new Site('dist')
  const app = buildApp(site)
  const address = await app.listen({ host: settings.host, port: settings.port })
  console.log(`The site is up: open ${address}`)

  const stop = async (signal: string) => {
    console.log(`${signal}: finishing what is under way …`)
    setTimeout(() => process.exit(1), stopTimeoutMs).unref()
    await app.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal))
}
