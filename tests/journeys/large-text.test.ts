import { allLanguages } from '../../src/shared/languages.ts'
import { addresses, allPages } from '../support/addresses.ts'
import { shellOf } from '../support/built-site.ts'
import { navigationLink } from '../support/find.ts'
import { findHeadlessShell, shellArgs } from '../support/find-browser.ts'
import { expect, test } from '../support/test.ts'
import { words } from '../support/words.ts'

/** The browser's default text size, as its settings offer it: "very large" is 24 px. Media queries go by it too. */
const textSize = 24

test.use({
  viewport: { width: 320, height: 640 },
  launchOptions: {
    executablePath: findHeadlessShell(),
    args: [...shellArgs, `--blink-settings=defaultFontSize=${textSize}`],
  },
})

for (const language of allLanguages)
  test(`on a phone with very large text, all of each page can be reached in ${language}`, async ({ page }) => {
    test.slow()
    const { navbar, cookies, footer } = shellOf(language).texts
    const banner = page.getByRole('region', { name: cookies.label, exact: true })
    for (const key of allPages) {
      await page.goto(addresses[key][language])
      await expect(banner).toBeVisible()
      const { size, clientWidth, scrollWidth } = await page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement
        return { size: getComputedStyle(document.documentElement).fontSize, clientWidth, scrollWidth }
      })
      expect(size).toBe(`${textSize}px`)
      expect(scrollWidth, `${addresses[key][language]} scrolls sideways`).toBe(clientWidth)
    }

    for (const answer of [words[language].accept, words[language].refuse]) {
      const button = banner.getByRole('button', { name: answer, exact: true })
      await button.scrollIntoViewIfNeeded()
      await expect(button).toBeInViewport({ ratio: 0.99 })
      expect(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'cut off').toBe(0)
    }

    expect(await banner.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'banner').toBe(0)

    // Nothing of the page lies under the banner for good.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const last = await page.getByRole('button', { name: footer.cookies, exact: true }).boundingBox()
    const bannerTop = (await banner.boundingBox())?.y ?? 0
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bannerTop)

    await banner.getByRole('button', { name: words[language].refuse, exact: true }).click()
    await page.evaluate(() => scrollTo(0, 0))
    const burger = page.getByRole('button', { name: navbar.menu, exact: true })
    await expect(burger).toBeInViewport({ ratio: 1 })
    await burger.click()
    await expect(navigationLink(page, language, words[language].navigation.home)).toBeInViewport({ ratio: 1 })
    await burger.click()
    await expect(navigationLink(page, language, words[language].navigation.home)).toBeHidden()
  })
