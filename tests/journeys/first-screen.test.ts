import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { headingOf, pageOf } from '../support/built-site.ts'
import { heading, languageLink, navigationLink } from '../support/find.ts'
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

test('a page is drawn from its top, then whole; in the middle, whole at once', async ({ page }) => {
  const { certification, home } = words.es.navigation
  const titleOf = (key: 'home' | 'certification', of: Language = 'es') => heading(page, headingOf(pageOf(key, of)))
  await visit(page, addresses.home.es)
  await page.evaluate(countSkips)

  await navigationLink(page, 'es', certification).click()
  await expect(titleOf('certification')).toBeVisible()
  await expect.poll(() => skipsOf(page)).toBeGreaterThan(1)
  await expect(page.locator('html[data-first-screen]')).toHaveCount(0)

  await languageLink(page, 'es', 'en').click()
  await expect(titleOf('certification', 'en')).toBeVisible()
  await expect(page.locator('html[data-first-screen]')).toHaveCount(0)
  await languageLink(page, 'en', 'es').click()
  await expect(titleOf('certification')).toBeVisible()
  await expect(page.locator('html[data-first-screen]')).toHaveCount(0)

  const farDown = page.getByRole('contentinfo').getByRole('link', { name: home, exact: true })
  await farDown.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  expect(top).toBeGreaterThan(1_000)
  await farDown.click()
  await expect(titleOf('home')).toBeVisible()
  await expect(page.locator('html[data-first-screen]')).toHaveCount(0)
  await page.evaluate(countSkips)
  await page.goBack()
  await expect(titleOf('certification')).toBeAttached()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
  expect(await skipsOf(page)).toBe(0)
})

test('a document is drawn from its top, then whole; reloaded or opened at a section, whole at once', async ({
  page,
}) => {
  await page.addInitScript(countSkips)
  await page.goto(addresses.bienestar_animal.es)
  await expect.poll(() => skipsOf(page)).toBeGreaterThan(1)
  await expect(page.locator('html[data-first-screen]')).toHaveCount(0)
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
