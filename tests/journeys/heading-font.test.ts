import type { Page } from '@playwright/test'
import { addresses, onePageOfEachKind } from '../support/addresses.ts'
import { headingFont } from '../support/built-site.ts'
import { holdBack } from '../support/files-on-the-way.ts'
import { countShifts, shiftsOf } from '../support/layout-shifts.ts'
import { expect, test } from '../support/test.ts'

const isHeadingFontIn = () =>
  [...document.fonts].some(({ family, status }) => family === 'Heading' && status === 'loaded')

/** Whether this machine has one of the fallback fonts, which are scaled to the width of the headings' font. */
const hasFallbackFont = () =>
  Promise.any(
    [...document.fonts].filter(({ family }) => family.startsWith('Heading ')).map((font) => font.load()),
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

test('headings can be read before their font arrives, and nothing moves when it does', async ({ page, allowed }) => {
  test.slow()
  allowed.console(/^Failed to load resource/)
  await countShifts(page)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ])
    for (const { address } of onePageOfEachKind) {
      const where = `${address} at ${viewport.width} px`
      await page.setViewportSize(viewport)
      const release = await holdBack(page, headingFont)
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await expect(page.locator('h1')).toBeVisible()
      expect(await page.evaluate(isHeadingFontIn), where).toBe(false)
      expect(await page.evaluate(hasFallbackFont), 'a fallback font').toBe(true)

      release()
      await page.waitForFunction(isHeadingFontIn)
      expect(await fontOf(page), where).toMatch(/^Heading,/)
      expect(await shiftsOf(page), where).toBe(0)
      await page.unrouteAll({ behavior: 'wait' })
    }
})
