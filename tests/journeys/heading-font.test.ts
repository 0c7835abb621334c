import type { Page } from '@playwright/test'
import { allLanguages } from '../../src/shared/languages.ts'
import { addresses, allPages } from '../support/addresses.ts'
import { headingFont, headingOf, pageOf } from '../support/built-site.ts'
import { holdBack } from '../support/files-on-the-way.ts'
import { heading } from '../support/find.ts'
import { expect, test } from '../support/test.ts'

type Shifts = { shifted: number }

/** What the page has moved by itself so far, as the browser counts it. */
const countShifts = () => {
  const counter = window as unknown as Shifts
  counter.shifted = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) counter.shifted += (entry as PerformanceEntry & { value: number }).value
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}

const nextPaint = () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))

const isHeadingFontIn = () =>
  [...document.fonts].some(({ family, status }) => family === 'Heading' && status === 'loaded')

/** Whether this machine has one of the serifs that are made to run as wide as the heading font. */
const hasStandIn = () =>
  Promise.any(
    [...document.fonts].filter(({ family }) => family.startsWith('Heading ')).map((standIn) => standIn.load()),
  ).then(
    () => true,
    () => false,
  )

const fontOf = (page: Page) => page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily)

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('headings have their font at once', async ({ page }) => {
    await page.goto(addresses.home.es)
    expect(await fontOf(page)).toMatch(/^Heading,/)
  })
})

for (const language of allLanguages)
  test(`headings can be read before their font arrives, and nothing moves when it does (${language})`, async ({
    page,
  }) => {
    test.slow()
    await page.addInitScript(countShifts)
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ])
      for (const key of allPages) {
        await page.setViewportSize(viewport)
        const release = await holdBack(page, headingFont)
        await page.goto(addresses[key][language], { waitUntil: 'domcontentloaded' })
        await expect(heading(page, headingOf(pageOf(key, language)))).toBeVisible()
        expect(await page.evaluate(isHeadingFontIn)).toBe(false)
        expect(await page.evaluate(hasStandIn), 'a serif to stand in').toBe(true)

        release()
        await page.waitForFunction(isHeadingFontIn)
        await page.evaluate(nextPaint)
        expect(await fontOf(page)).toMatch(/^Heading,/)
        expect(await page.evaluate(() => (window as unknown as Shifts).shifted), `${key} at ${viewport.width} px`).toBe(
          0,
        )
        await page.unrouteAll({ behavior: 'wait' })
      }
  })
