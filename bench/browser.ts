import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { browserArgs, findBrowser, findHeadlessShell, shellArgs } from '../tests/support/programs.ts'
import { hydratedSign } from '../tests/support/visit.ts'

/** As it is shipped: Playwright turns off the cache that a page goes into when it is left, and from which Back restores it. */
export const launchBrowser = (...args: string[]) => launch(findBrowser(), [...browserArgs, ...args])

/**
 * The browser without windows and suggestions, which would take processor time from the page on a machine with few processors.
 */
export const launchHeadlessShell = (...args: string[]) => launch(findHeadlessShell(), [...shellArgs, ...args])

const launch = (executablePath: string, args: string[]) =>
  chromium.launch({
    executablePath,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    // No other host can be resolved, so nothing leaves the machine.
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', ...args],
  })

/** How much slower a cheap phone's processor is. */
export const slowerProcessor = 4

/** Opens an empty page, with a session of the Chrome DevTools Protocol. */
export async function openPage(context: BrowserContext) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  await session.send('Network.enable')
  return { page, session, traffic: new Traffic(session, frameTree.frame.id) }
}

/** Hydrates a page by a sign of intent away from every link, and waits until it is hydrated. */
export async function hydrate(page: Page): Promise<void> {
  await page.mouse.move(2, 400)
  await page.keyboard.press('Shift')
  await hydratedSign(page).waitFor({ state: 'attached', timeout: 60_000 })
}

/** What a page fetches, with the bytes on the network, including headers. */
export class Traffic {
  readonly #onTheWay = new Map<string, { isScript: boolean }>()
  readonly #arrived: { isScript: boolean; bytes: number }[] = []
  #lastChange = performance.now()

  constructor(session: CDPSession, mainFrame: string) {
    session.on('Network.requestWillBeSent', ({ requestId, request, type, frameId }) => {
      // The map's sandboxed frame has a process of its own, so this session gets no event when it has loaded.
      if (type === 'Document' && frameId !== mainFrame) return
      if (request.url.startsWith('http')) this.#onTheWay.set(requestId, { isScript: type === 'Script' })
      this.#lastChange = performance.now()
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => this.#end(requestId, encodedDataLength))
    session.on('Network.loadingFailed', ({ requestId }) => this.#end(requestId, 0))
  }

  #end(requestId: string, bytes: number): void {
    const transfer = this.#onTheWay.get(requestId)
    this.#onTheWay.delete(requestId)
    this.#lastChange = performance.now()
    // No bytes: it came from the browser's cache or failed.
    if (transfer && bytes > 0) this.#arrived.push({ ...transfer, bytes })
  }

  /** Everything loaded so far. */
  sum(): Record<'bytes' | 'of it script' | 'requests', number> {
    const bytesOf = (some: { bytes: number }[]) => some.reduce((total, { bytes }) => total + bytes, 0)
    const scripts = this.#arrived.filter(({ isScript }) => isScript)
    return { bytes: bytesOf(this.#arrived), 'of it script': bytesOf(scripts), requests: this.#arrived.length }
  }

  /** Waits until there have been no requests for some time. */
  async untilIdle(quietMs: number): Promise<void> {
    while (this.#onTheWay.size > 0 || performance.now() - this.#lastChange < quietMs)
      await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
