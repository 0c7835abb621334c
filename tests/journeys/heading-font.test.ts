import { addresses, article } from '../support/addresses.ts'
import { headingFont } from '../support/built-site.ts'
import { holdBack } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { words } from '../support/words.ts'

const isFontIn = () => [...document.fonts].some(({ family, status }) => family === 'Heading' && status === 'loaded')

/** The layout shifts of the page so far, as the browser reports them, the next two frames included. */
const countShifts = async () => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted))))
  return sum
}

test('headings are readable before their font arrives, and nothing moves when it does', async ({ page }) => {
  // Sizes of headings are the same on all pages, except the first one's on the home page.
  for (const [key, language] of [
    ['home', 'es'],
    [article, 'en'],
    ['certification', 'fr'],
  ] as const)
    for (const width of [390, 1280]) {
      const address = addresses[key][language]
      // Two lines on a wide page, neither of them nearly full: the office may choose words that need a line more in one font than
      // in the other, however alike these are.
      const fixed = words[language].heroTitle.split(' ').slice(0, 6).join(' ')
      await page.route(
        ({ pathname }) => decodeURI(pathname) === address,
        async (route) => {
          const response = await route.fetch()
          const body = (await response.text()).replace(/(<(h[1-3])\b[^>]*>).*?(<\/\2>)/gs, `$1${fixed}$3`)
          await route.fulfill({ response, body })
        },
      )
      const release = await holdBack(page, headingFont)
      await page.setViewportSize({ width, height: 800 })
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await expect(page.locator('h1')).toHaveText(fixed)
      expect(await page.evaluate(isFontIn), address).toBe(false)

      release()
      await page.waitForFunction(isFontIn)
      await expect(page.locator('h1')).toHaveCSS('font-family', /^Heading,/)
      expect(await page.evaluate(countShifts), `${address} at ${width} px`).toBe(0)
      await page.unrouteAll({ behavior: 'wait' })
    }
})
