import type { Page } from '@playwright/test'
import { addresses } from '../support/addresses.ts'
import { footer, languageLink, navigationLink, pageHeading } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { scrollDown, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

type Skips = { skips: number }

/** Counts the parts of pages that the browser does not render because of `content-visibility`. */
const countSkips = () => {
  const counter = window as unknown as Skips
  counter.skips = 0
  document.addEventListener('contentvisibilityautostatechange', (event) => {
    if ((event as Event & { skipped: boolean }).skipped) counter.skips++
  })
}

const skipsOf = (page: Page) => page.evaluate(() => (window as unknown as Skips).skips)
const expectWhole = (page: Page) => expect(page.locator('html[data-first-screen]')).toHaveCount(0)

test('a page is rendered from its top, then whole; in the middle, whole at once', async ({ page }) => {
  await visit(page, addresses.home.es)
  await page.evaluate(countSkips)
  await navigationLink(page, 'es', 'certification').click()
  await expect(pageHeading(page, 'certification', 'es')).toBeVisible()
  await expect.poll(() => skipsOf(page)).toBeGreaterThan(1)
  await expectWhole(page)
  await languageLink(page, 'es', 'en').click()
  await expect(pageHeading(page, 'certification', 'en')).toBeVisible()
  await expectWhole(page)

  const farDown = footer(page).getByRole('link', { name: words.en.navigation.home, exact: true })
  await farDown.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  expect(top).toBeGreaterThan(1_000)
  await farDown.click()
  await expect(pageHeading(page, 'home', 'en')).toBeVisible()
  await expectWhole(page)
  await page.evaluate(countSkips)
  await page.goBack()
  await expect(pageHeading(page, 'certification', 'en')).toBeAttached()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
  expect(await skipsOf(page)).toBe(0)
})

test('a document is rendered from its top, then whole; reloaded or opened at a part, whole at once', async ({
  page,
}) => {
  await page.addInitScript(countSkips)
  await page.goto(addresses.bienestar_animal.es)
  await expect.poll(() => skipsOf(page)).toBeGreaterThan(1)
  await expectWhole(page)
  const section = (await page.locator('main nav a[href^="#"]').last().getAttribute('href')) ?? ''

  await scrollDown(page, 700)
  await page.reload()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
  expect(await skipsOf(page)).toBe(0)
  await page.goto('about:blank')
  await page.goto(addresses.bienestar_animal.es + section)
  await expect(page.locator(section)).toBeInViewport()
  expect(await skipsOf(page)).toBe(0)
})
