import type { Browser } from 'puppeteer-core'
import { initialLanguage } from '../src/shared/languages.ts'
import { addresses, allPages, pages } from '../tests/support/addresses.ts'
import { startServer } from '../tests/support/server-process.ts'
import { startBareServer } from './bare-page.ts'
import { launchBrowser, open, slowerProcessor } from './browser.ts'
import { type Measure, medians, type Row } from './measure.ts'
import { startSlowLine } from './slow-line.ts'

const phone = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true }
const samples = 5

/** What a first visit that only reads waits for, on a phone with slow 4G and a slower processor, in turns with the bare page. */
export const measureVisits: Measure = async (report) => {
  await using server = await startServer()
  await using bareServer = await startBareServer()
  await using line = await startSlowLine(server.origin)
  await using bareLine = await startSlowLine(bareServer.origin)
  await using browser = await launchBrowser()
  const rows: Row[] = []
  // The first page of each kind.
  const examples = new Map(allPages.toReversed().map((page) => [pages[page], page]))
  for (const [kind, page] of [...examples].toReversed()) {
    const address = encodeURI(addresses[page]?.[initialLanguage] ?? '')
    const ours: Record<string, number>[] = []
    const bare: Record<string, number>[] = []
    for (let sample = 1; sample <= samples; sample++) {
      report(`${decodeURI(address)}: ${sample} of ${samples}`)
      ours.push(await read(browser, line.origin + address))
      bare.push(await read(browser, bareLine.origin + address))
    }
    rows.push({ what: `${kind}, read`, ...medians(ours) }, { what: `${kind}, bare`, ...medians(bare) })
  }
  return rows
}

async function read(browser: Browser, url: string): Promise<Record<string, number>> {
  await using context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.evaluateOnNewDocument(watchTasks)
  await page.setViewport(phone)
  await page.emulateCPUThrottling(slowerProcessor)
  await open(page, url)
  return await page.evaluate(() => ({
    'blocking, ms': seen.blockingMs,
    'first paint, ms': performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    'largest paint, ms': seen.largestMs,
  }))
}

/** What `watchTasks` has seen. */
declare const seen: { blockingMs: number; largestMs: number }

/** Runs in the page: what each task takes beyond 50 ms, as Lighthouse counts it, and when the largest part was painted. */
function watchTasks(): void {
  const seen = { blockingMs: 0, largestMs: Number.NaN }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    seen.largestMs = list.getEntries().at(-1)?.startTime ?? Number.NaN
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blockingMs += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
}
