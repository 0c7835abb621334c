import { resolve } from 'node:path'
import { readSettings, type Settings } from '../settings.ts'
import { buildApp } from './app.ts'
import { readContactDesk } from './contact/answer-page.ts'
import { ContactService } from './contact/contact-service.ts'
import { Site } from './site/site.ts'

/** How long a stopping server waits for answers and for the mail under way. */
const stopTimeoutMs = 10_000

/**
 * Serves the last build until the process is told to stop; then it takes no new requests and finishes those under way.
 * @throws StoreError when the messages' store cannot be opened
 */
export async function serve(settings: Settings = readSettings()): Promise<void> {
  const site = new Site('dist')
  const desk = await readContactDesk(resolve('dist'))
  const contact = await ContactService.open(settings, async () => desk)
  const app = buildApp({ site, contact, trustProxy: settings.trustProxy, origin: settings.siteOrigin })
  try {
    const address = await app.listen({ host: settings.host, port: settings.port })
    console.log(`The site is up: open ${address}\n${contact.description}`)
  } catch (error) {
    await contact.close()
    throw error
  }
  contact.start()

  const stop = async (signal: string) => {
    console.log(`${signal}: finishing what is under way …`)
    setTimeout(() => process.exit(1), stopTimeoutMs).unref()
    await app.close()
    await contact.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal))
}
