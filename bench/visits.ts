import type { Browser, CDPSession, Page } from '@playwright/test'
import { initialLanguage } from '../src/shared/languages.ts'
import { startServer } from '../tests/support/server-process.ts'
import { startBareServer } from './bare-page.ts'
import { awakeSign, launchBrowser, openPage, type Transfer, wake } from './browser.ts'
import type { Measure, Row } from './measure.ts'
import { samplePagesIn } from './sample-pages.ts'

const kinds = ['document', 'script', 'data', 'style', 'font', 'picture', 'other']
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

/** How long nothing must be under way before a page counts as come to rest. */
const quietMs = 2_000
/** How long a page may take to wake by itself. */
const wakeMs = 15_000

/** Connections on which a page should spare the visitor's data. */
const sparing = {
  'data saving on': { saveData: true, effectiveType: '4g' },
  'on 2G': { saveData: false, effectiveType: '2g' },
}

/** What a first visit of each kind of page costs in bytes and requests, on a phone, in the initial language. */
export const measureVisits: Measure = async (report) => {
  await using server = await startServer({ settings: { DATA_DIR: 'bench/work/data' } })
  await using bareServer = await startBareServer()
  const browser = await launchBrowser()
  const rows: Row[] = []
  for (const { kind, address } of samplePagesIn(initialLanguage)) {
    report(`first visits of ${address}`)
    const url = server.origin + address
    rows.push(...(await visit(browser, url, kind)))
    for (const how of Object.keys(sparing) as (keyof typeof sparing)[])
      rows.push(await readThrough(browser, url, `${kind}, ${how}, read to the end`, how))
    rows.push(...(await visitBare(browser, bareServer.origin + address, kind)))
  }
  await browser.close()
  return rows
}

/** A visit on a good connection, without a sign of life unless the page needs one. */
async function visit(browser: Browser, url: string, kind: string): Promise<Row[]> {
  await using context = await browser.newContext(phone)
  const { page, traffic } = await openPage(context)
  await page.goto(url)
  await traffic.untilIdle(quietMs)
  const needed = await neededToRead(page)
  const sign = page.locator(awakeSign)
  await sign.waitFor({ state: 'attached', timeout: wakeMs }).catch(() => wake(page))
  await traffic.untilIdle(quietMs)
  return [
    row(
      `${kind}, until it can be read`,
      traffic.transfers.filter(({ url }) => needed.has(url)),
    ),
    row(`${kind}, awake and at rest`, traffic.transfers),
  ]
}

/** A visit that only reads, with a finger, where data are dear. */
async function readThrough(browser: Browser, url: string, what: string, how: keyof typeof sparing): Promise<Row> {
  const connection = sparing[how]
  await using context = await browser.newContext({
    ...phone,
    ...(connection.saveData && { extraHTTPHeaders: { 'save-data': 'on' } }),
  })
  await context.addInitScript(
    (connection) => Object.defineProperty(Navigator.prototype, 'connection', { get: () => connection }),
    { ...connection, addEventListener() {} },
  )
  const { page, session, traffic } = await openPage(context)
  await page.goto(url)
  await traffic.untilIdle(quietMs)
  await scrollWithFinger(page, session)
  await traffic.untilIdle(quietMs)
  const isAwake = (await page.locator(awakeSign).count()) > 0
  return { ...row(what, traffic.transfers), 'woke up': isAwake ? 'yes' : 'no' }
}

async function visitBare(browser: Browser, url: string, kind: string): Promise<Row[]> {
  await using context = await browser.newContext(phone)
  const { page, session, traffic } = await openPage(context)
  await page.goto(url)
  await traffic.untilIdle(quietMs)
  const atRest = row(`${kind}, bare, at rest`, traffic.transfers)
  await scrollWithFinger(page, session)
  await traffic.untilIdle(quietMs)
  return [atRest, row(`${kind}, bare, read to the end`, traffic.transfers)]
}

/** TypeScript's own declarations do not have it yet. */
type BlockingEntry = PerformanceEntry & { renderBlockingStatus?: 'blocking' | 'non-blocking' }

/** The document and what the browser says it waited for before it drew. */
async function neededToRead(page: Page): Promise<Set<string>> {
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => (entry as BlockingEntry).renderBlockingStatus === 'blocking')
      .map(({ name }) => name),
  )
  return new Set([page.url(), ...blocking])
}

/** Scrolls to the end as a finger does: pages may take its first touch for a sign of life. */
async function scrollWithFinger(page: Page, session: CDPSession): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 400, y }] })
  const isAtEnd = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2)
  for (let swipe = 1; !(await isAtEnd()); swipe++) {
    if (swipe > 100) throw new Error(`The end of ${page.url()} cannot be reached.`)
    await touch('touchStart', 700)
    for (let y = 660; y >= 100; y -= 40) await touch('touchMove', y)
    await touch('touchEnd')
  }
}

function row(what: string, transfers: Transfer[]): Row {
  const bytesOf = (some: Transfer[]) => some.reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    what,
    ...Object.fromEntries(kinds.map((kind) => [kind, bytesOf(transfers.filter((transfer) => transfer.kind === kind))])),
    'all, bytes': bytesOf(transfers),
    requests: transfers.length,
    'woke up': '',
  }
}
