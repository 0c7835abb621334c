import type { Browser } from '@playwright/test'
import { initialLanguage } from '../src/shared/languages.ts'
import { startServer } from '../tests/support/server-process.ts'
import { startBareServer } from './bare-page.ts'
import { hydrate, launchBrowser, openPage, slowerProcessor } from './browser.ts'
import { type Measure, medians, type Row } from './measure.ts'
import { samplePagesIn } from './sample-pages.ts'
import { startSlowLine } from './slow-line.ts'

const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const samples = 5
/** How long there must be no requests before a page counts as loaded. */
const quietMs = 2_000

/**
 * The cost of a first visit that only reads, on a phone with slow 4G and a processor four times slower, with real
 * throttling, in turns with the bare page; and what hydration loads in addition.
 */
export const measureVisits: Measure = async (report) => {
  await using server = await startServer({ settings: { DATA_DIR: 'bench/work/data' } })
  await using bareServer = await startBareServer()
  await using line = await startSlowLine(server.origin)
  await using bareLine = await startSlowLine(bareServer.origin)
  const browser = await launchBrowser()
  const rows: Row[] = []
  for (const { kind, address } of samplePagesIn(initialLanguage)) {
    const ours: Record<string, number>[] = []
    const bare: Record<string, number>[] = []
    for (let sample = 1; sample <= samples; sample++) {
      report(`${decodeURI(address)}: ${sample} of ${samples}`)
      ours.push(await read(browser, line.origin + address))
      bare.push(await read(browser, bareLine.origin + address))
    }
    rows.push({ what: `${kind}, read`, ...medians(ours) }, { what: `${kind}, bare`, ...medians(bare) })
    rows.push({ what: `${kind}, hydrated`, ...(await loadWhole(browser, server.origin + address)) })
  }
  await browser.close()
  return rows
}

async function read(browser: Browser, url: string): Promise<Record<string, number>> {
  await using context = await browser.newContext(phone)
  const { page, session, traffic } = await openPage(context)
  await page.addInitScript(watchTasks)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
  await page.goto(url)
  await traffic.untilIdle(quietMs)
  const times = await page.evaluate(() => ({
    'blocking, ms': (window as unknown as { blockingMs: number }).blockingMs,
    'first paint, ms': performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    'largest paint, ms': (window as unknown as { largestMs: number }).largestMs,
  }))
  return { ...traffic.sum(), ...times }
}

/** Runs in the page: what each task takes beyond 50 ms, as Lighthouse counts it, and when the largest part was painted. */
function watchTasks(): void {
  Object.assign(window, { blockingMs: 0, largestMs: Number.NaN })
  new PerformanceObserver((list) => {
    Object.assign(window, { largestMs: list.getEntries().at(-1)?.startTime })
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      (window as unknown as { blockingMs: number }).blockingMs += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
}

async function loadWhole(browser: Browser, url: string): Promise<Record<string, number>> {
  await using context = await browser.newContext(phone)
  const { page, traffic } = await openPage(context)
  await page.goto(url)
  await hydrate(page)
  await traffic.untilIdle(quietMs)
  return traffic.sum()
}
