import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { parse } from 'node-html-parser'
import type { BuiltSite } from '../src/shared/built-site.ts'
import { addresses } from '../tests/support/addresses.ts'
import { startServer } from '../tests/support/server-process.ts'
import { startBareServer } from './bare-page.ts'
import { launchBrowser, slowerProcessor } from './browser.ts'
import { type Measure, median, type Row } from './measure.ts'
import { openPlainPage, type PlainPage } from './plain-page.ts'
import { startSlowLine } from './slow-line.ts'

const samples = 7
/** How long a button or finger stays down. */
const pressMs = 100
/** How long a pointer rests on a link before it is pressed. */
const restMs = 300

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
type Point = { x: number; y: number }

/** From a click on a link to the frame that shows the new page's heading. */
export const measureClicks: Measure = async (report) => {
  await using server = await startServer({ settings: { DATA_DIR: 'bench/work/data' } })
  await using bareServer = await startBareServer()
  await using line = await startSlowLine(server.origin)
  await using bareLine = await startSlowLine(bareServer.origin)
  const browser = await launchBrowser('--window-size=1280,720', '--touch-events=enabled')
  const rows: Row[] = []
  for (const isSlow of [false, true])
    for (const [name, journey] of Object.entries(journeys))
      for (const moment of moments)
        for (const approach of approaches) {
          const what = `${isSlow ? 'slow 4G, processor 4 × slower' : 'this machine'}: ${moment} click, ${name}, ${approach}`
          const ours: number[] = []
          const bare: number[] = []
          for (let sample = 1; sample <= samples; sample++) {
            report(`${what}: ${sample} of ${samples}`)
            const visit = { ...journey, approach, isSlow }
            const origins = isSlow ? [line.origin, bareLine.origin] : [server.origin, bareServer.origin]
            ours.push(await click(browser, origins[0] ?? '', { ...visit, hydrates: moment === 'later' }))
            bare.push(await click(browser, origins[1] ?? '', { ...visit, hydrates: false }))
          }
          const ratio = (median(ours) / median(bare)).toFixed(2)
          rows.push({ what, ms: figures(ours), 'bare: ms': figures(bare), ratio })
        }
  await browser.close()
  return rows
}

/** The median, and the spread. */
const figures = (times: number[]) =>
  `${median(times).toFixed(1)} (${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)})`

type Click = Journey & { approach: Approach; isSlow: boolean; hydrates: boolean }

/** One click by a visitor who comes for the first time. */
async function click(browser: Browser, origin: string, visit: Click): Promise<number> {
  const { from, to, approach, isSlow, hydrates } = visit
  await using page = await openPlainPage(browser)
  await page.addInitScript(watchHeading, { heading: headingAt(to), address: encodeURI(to) })
  if (isSlow) await page.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
  await page.open(origin + encodeURI(from))
  if (hydrates) await hydrate(page)
  const link = `document.querySelector('header a[href="${to}"]').getBoundingClientRect().toJSON()`
  const { x, y, width, height } = await page.evaluate<DOMRect>(link)
  await press(page, { x: x + width / 2, y: y + height / 2 }, approach)
  return await page.until('window.headingSeen')
}

/** By a sign of intent away from every link. */
async function hydrate(page: PlainPage): Promise<void> {
  for (const type of ['keyDown', 'keyUp']) await page.send('Input.dispatchKeyEvent', { type, key: 'Shift' })
  await page.until('document.querySelector("button[aria-expanded]") !== null')
  await page.untilIdle()
}

async function press(page: PlainPage, point: Point, approach: Approach): Promise<void> {
  if (approach === 'touched') {
    await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    await pause(pressMs)
    await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    return
  }
  const button = { ...point, button: 'left', clickCount: 1 }
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...point })
  if (approach === 'hovered') await pause(restMs)
  await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button })
  await pause(pressMs)
  await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button })
}

/** The words of the first heading that a page was built with. */
function headingAt(address: string): string {
  const site: BuiltSite = JSON.parse(readFileSync('dist/site.json', 'utf8'))
  const html = readFileSync(`dist/public/${site.files[address]?.path}`, 'utf8')
  return parse(html).querySelector('h1')?.textContent.trim() ?? ''
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
