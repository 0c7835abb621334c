import { type BrowserContext, type CDPSession, chromium, type Page, type Request } from '@playwright/test'
import { browserArgs, findBrowser, findHeadlessShell } from '../src/testing/find-browser.ts'

/** No other host has an address, and Back may come from the back/forward cache, as it does for a visitor. */
export const launchBrowser = (...args: string[]) => launch(findBrowser(), args)

/**
 * The browser without a desktop around it: on a machine of few processors, that takes its time from the page. Left to
 * itself it fits letters to whole pixels, which neither phones nor the whole browser do.
 */
export const launchHeadlessShell = (...args: string[]) =>
  launch(findHeadlessShell(), ['--font-render-hinting=none', ...args])

const launch = (executablePath: string, args: string[]) =>
  chromium.launch({
    executablePath,
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', ...browserArgs, ...args],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })

/** Lighthouse's slow 4G, as it applies it with the browser's own throttling (`mobileSlow4G` in its constants). */
const slow4G = {
  latency: 150 * 3.75,
  downloadThroughput: kilobits(1.6 * 1024 * 0.9),
  uploadThroughput: kilobits(750 * 0.9),
}
const slowerProcessor = 4

function kilobits(perSecond: number): number {
  return Math.floor((perSecond * 1024) / 8)
}

/** Gives a page a slow 4G connection and a processor four times slower. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4G })
  await slowProcessorDown(session)
}

/** @param rate how many times slower a page's processor is made */
export async function slowProcessorDown(session: CDPSession, rate = slowerProcessor): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Opens an empty page, with a line to the browser's own tools. */
export async function openPage(
  context: BrowserContext,
): Promise<{ page: Page; session: CDPSession; traffic: Traffic }> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  return { page, session, traffic: await Traffic.watch(page, session) }
}

/** Whether script has taken over: only script can tell whether the menu is open. */
export const awakeSign = 'button[aria-expanded]'

/** Wakes a page as a visitor's first sign of life would, away from every link, and waits until it is awake. */
export async function wake(page: Page): Promise<void> {
  await page.mouse.move(2, 400)
  await page.keyboard.press('Shift')
  await page.locator(awakeSign).waitFor({ state: 'attached', timeout: 60_000 })
}

export type Transfer = { url: string; kind: string; bytes: number }

const kinds: [kind: string, type: RegExp][] = [
  ['document', /^text\/html/],
  ['script', /javascript/],
  ['data', /json/],
  ['style', /^text\/css/],
  ['font', /^font\//],
  ['picture', /^image\//],
]

/** What a page fetches, with the bytes that cross the network for it, headers and all. */
export class Traffic {
  readonly #onTheWay = new Map<string, Transfer>()
  readonly #arrived: Transfer[] = []
  #lastChange = performance.now()

  static async watch(page: Page, session: CDPSession): Promise<Traffic> {
    const { frameTree } = await session.send('Page.getFrameTree')
    const traffic = new Traffic(page, session, frameTree.frame.id)
    await session.send('Network.enable')
    return traffic
  }

  private constructor(page: Page, session: CDPSession, mainFrame: string) {
    session.on('Network.requestWillBeSent', ({ requestId, request, type, frameId }) => {
      // The map in its sandbox lives in a process of its own, which tells only Playwright when it has arrived.
      if (type === 'Document' && frameId !== mainFrame) return
      if (request.url.startsWith('http')) this.#onTheWay.set(requestId, { url: request.url, kind: 'other', bytes: 0 })
      this.#lastChange = performance.now()
    })
    session.on('Network.responseReceived', ({ requestId, response, type }) => {
      const transfer = this.#onTheWay.get(requestId)
      // A document fetched ahead is not the one that was asked for.
      const isAhead = String(type) === 'Prefetch'
      if (transfer && !isAhead) transfer.kind = kinds.find(([, type]) => type.test(response.mimeType))?.[0] ?? 'other'
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => this.#end(requestId, encodedDataLength))
    page.on('requestfinished', (request) => void this.#framed(request))
    session.on('Network.loadingFailed', ({ requestId }) => this.#end(requestId, 0))
  }

  async #framed(request: Request): Promise<void> {
    if (!request.isNavigationRequest() || request.frame().parentFrame() === null) return
    const { responseHeadersSize, responseBodySize } = await request.sizes()
    this.#arrived.push({ url: request.url(), kind: 'picture', bytes: responseHeadersSize + responseBodySize })
    this.#lastChange = performance.now()
  }

  #end(requestId: string, bytes: number): void {
    const transfer = this.#onTheWay.get(requestId)
    this.#onTheWay.delete(requestId)
    this.#lastChange = performance.now()
    // What the browser had already costs nothing.
    if (transfer && bytes > 0) this.#arrived.push({ ...transfer, bytes })
  }

  /** Everything that has arrived so far. */
  get transfers(): Transfer[] {
    return [...this.#arrived]
  }

  /** Waits until nothing has been under way for some time. */
  async untilIdle(quietMs: number): Promise<void> {
    while (this.#onTheWay.size > 0 || performance.now() - this.#lastChange < quietMs)
      await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
