import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/languages.ts'
import { addresses, article } from '../support/addresses.ts'
import { headingFont } from '../support/built-site.ts'
import { holdBack } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { words } from '../support/words.ts'

type Shifts = { shifted: number }

/** Sums up layout shifts, as the browser reports them. */
const countShifts = () => {
  const counter = window as unknown as Shifts
  counter.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) counter.shifted += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The layout shifts of the page so far, the next two frames included. */
const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    return (window as unknown as Shifts).shifted
  })

const isHeadingFontIn = () =>
  [...document.fonts].some(({ family, status }) => family === 'Heading' && status === 'loaded')

/** Whether this machine has one of the fallback fonts that are scaled to the width of the headings' font. */
const hasFallbackFont = () =>
  Promise.any(
    [...document.fonts].filter(({ family }) => family.startsWith('Heading ')).map((font) => font.load()),
  ).then(
    () => true,
    () => false,
  )

/** Two lines on a wide page, neither of them nearly full. */
const fixedWords = (language: Language) => words[language].heroTitle.split(' ').slice(0, 6).join(' ')

/**
 * Gives every heading of a page fixed words: others, which the office may choose, may need a line more in one font than in the
 * other, however alike these are.
 */
const fixHeadings = (page: Page, address: string, language: Language) =>
  page.route(
    ({ pathname }) => decodeURI(pathname) === address,
    async (route) => {
      const response = await route.fetch()
      const fixed = `$1${fixedWords(language)}$3`
      const body = (await response.text()).replace(/(<(h[1-3])\b[^>]*>).*?(<\/\2>)/gs, fixed)

      await route.fulfill({ response, body })
    },
  )

const fontOf = (page: Page) => page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily)

// Sizes of headings are the same on all pages, except the first one's on the home page.
const visits = [
  ['home', 'es'],
  [article, 'en'],
  ['certification', 'fr'],
] as const

test('headings are readable before their font arrives, and nothing moves when it does', async ({ page }) => {
  await page.addInitScript(countShifts)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const [key, language] of visits) {
      const address = addresses[key][language]
      await fixHeadings(page, address, language)
      const release = await holdBack(page, headingFont)
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await expect(page.locator('h1')).toHaveText(fixedWords(language))
      expect(await page.evaluate(isHeadingFontIn), address).toBe(false)
      expect(await page.evaluate(hasFallbackFont), 'a fallback font').toBe(true)

      release()
      await page.waitForFunction(isHeadingFontIn)
      expect(await fontOf(page), address).toMatch(/^Heading,/)
      expect(await shiftsOf(page), `${address} at ${width} px`).toBe(0)
      await page.unrouteAll({ behavior: 'wait' })
    }
  }
})
