import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'node-html-parser'
import type { Browser, ElementHandle } from 'puppeteer-core'
import { addresses } from '../tests/support/addresses.ts'
import { startServer } from '../tests/support/server-process.ts'
import { startBareServer } from './bare-page.ts'
import { launchBrowser, open, slowerProcessor, untilIdle } from './browser.ts'
import { type Measure, median, type Row } from './measure.ts'
import { startSlowLine } from './slow-line.ts'

const samples = 7
/** How long a button or finger stays down. */
const pressMs = 100
/** How long a pointer rests on a link before it is pressed. */
const restMs = 300
/** How long nothing asks the page after a click. */
const measuringMs = 500

/** Where a click leads: to a page of a kind that has not been seen yet, or to the same page in another language. */
const journeys = {
  'another page': { from: addresses.home.en, to: addresses.certification.en },
  'another language': { from: addresses.certification.en, to: addresses.certification.fr },
}
type Journey = (typeof journeys)[keyof typeof journeys]

/** `cold`: the pointer comes and presses at once. `hovered`: it rests for 300 ms before. `touched`: a finger. */
type Approach = 'cold' | 'hovered' | 'touched'
const approaches: Approach[] = ['cold', 'hovered', 'touched']
/** `first`: the page was only read. `later`: it is hydrated, and there are no requests. */
const moments = ['first', 'later']

/** From a click on a link to the frame that shows the new page's heading. */
export const measureClicks: Measure = async (report) => {
  await using server = await startServer()
  await using bareServer = await startBareServer()
  await using line = await startSlowLine(server.origin)
  await using bareLine = await startSlowLine(bareServer.origin)
  await using browser = await launchBrowser('--window-size=1280,720', '--touch-events=enabled')
  const rows: Row[] = []
  for (const isSlow of [false, true])
    for (const [name, journey] of Object.entries(journeys))
      for (const moment of moments)
        for (const approach of approaches) {
          const what = `${isSlow ? 'slow 4G, processor 4 × slower' : 'this machine'}: ${moment} click, ${name}, ${approach}`
          const [ours, bare]: [number[], number[]] = [[], []]
          const [own, other] = isSlow ? [line, bareLine] : [server, bareServer]
          const visit = { ...journey, approach, isSlow }
          for (let sample = 1; sample <= samples; sample++) {
            report(`${what}: ${sample} of ${samples}`)
            ours.push(await click(browser, own.origin, { ...visit, hydrates: moment === 'later' }))
            bare.push(await click(browser, other.origin, { ...visit, hydrates: false }))
          }
          const ratio = (median(ours) / median(bare)).toFixed(2)
          rows.push({ what, ms: figures(ours), 'bare: ms': figures(bare), ratio })
        }
  return rows
}

/** The median, and the spread. */
const figures = (times: number[]) =>
  `${median(times).toFixed(1)} (${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)})`

type Click = Journey & { approach: Approach; isSlow: boolean; hydrates: boolean }

/** One click by a visitor who comes for the first time. */
async function click(browser: Browser, origin: string, visit: Click): Promise<number> {
  const { from, to, approach, isSlow, hydrates } = visit
  const heading =
    parse(await (await fetch(origin + encodeURI(to))).text())
      .querySelector('h1')
      ?.text.trim() ?? ''
  await using context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.evaluateOnNewDocument(watchHeading, { heading, address: encodeURI(to) })
  if (isSlow) await page.emulateCPUThrottling(slowerProcessor)
  await open(page, origin + encodeURI(from))
  if (hydrates) {
    // By a sign of intent away from every link.
    await page.keyboard.press('Shift')
    await page.waitForSelector('button[aria-expanded]')
    await untilIdle(page)
  }
  const link = await page.waitForSelector(`header a[href="${to}"]`)
  await press(link as ElementHandle, approach)
  // The page is not asked while it works.
  await pause(measuringMs)
  const seen = await page.waitForFunction(() => (window as { headingSeen?: number }).headingSeen)
  return Number(await seen.jsonValue())
}

async function press(link: ElementHandle, approach: Approach): Promise<void> {
  if (approach === 'touched') {
    const finger = await link.touchStart()
    await pause(pressMs)
    return finger.end()
  }
  if (approach === 'hovered') {
    await link.hover()
    await pause(restMs)
  }
  await link.click({ delay: pressMs })
}

/**
 * Runs first in every document: measures the time from the click to the first frame that shows the expected heading in view.
 * It checks after each frame, because a MutationObserver would slow down the click.
 */
function watchHeading({ heading, address }: { heading: string; address: string }): void {
  const key = 'clicked at'
  const now = () => performance.timeOrigin + performance.now()
  const earlier = sessionStorage.getItem(key)
  let clickedAt = Number(earlier)
  if (earlier) look()
  // Called once before the click, because the first call of these functions takes longer.
  else afterFrame(() => undefined)
  addEventListener(
    'click',
    () => {
      clickedAt = now()
      look()
    },
    { capture: true, once: true },
  )
  // The click may lead to another document, which needs its time.
  addEventListener('pagehide', () => {
    if (clickedAt) sessionStorage.setItem(key, String(clickedAt))
  })

  function look(): void {
    afterFrame(() => {
      const ms = now() - clickedAt
      if (isShown()) Object.assign(window, { headingSeen: ms })
      else look()
    })
  }

  /** Right after the next frame, before what the page has deferred until then. */
  function afterFrame(task: () => void): void {
    requestAnimationFrame(() => scheduler.postTask(task, { priority: 'user-blocking' }))
  }

  function isShown(): boolean {
    const h1 = location.pathname === address ? document.querySelector('h1') : null
    if (h1?.textContent?.trim() !== heading) return false
    const { top, bottom } = h1.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  }
}
