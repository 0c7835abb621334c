import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { headingOf, pageOf, shellOf } from '../support/built-site.ts'
import { heading, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

const burgerOf = (page: Page, language: Language) =>
  page.getByRole('button', { name: shellOf(language).texts.navbar.menu, exact: true })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test.beforeEach(({ page, baseURL }) => decideEarlier(page, baseURL, 'false'))

  test('the menu opens and closes by its burger; Escape closes it and returns to the burger', async ({ page }) => {
    const { navigation } = words.fr
    await visit(page, addresses.contact.fr)
    const burger = burgerOf(page, 'fr')
    const home = navigationLink(page, 'fr', navigation.home)
    await expect(home).toBeHidden()
    await expect(burger).toHaveAttribute('aria-expanded', 'false')

    await burger.click()
    for (const name of Object.values(navigation)) await expect(navigationLink(page, 'fr', name)).toBeVisible()
    await expect(navigationLink(page, 'fr', navigation.contact)).toHaveAttribute('aria-current', 'page')
    await expect(burger).toHaveAttribute('aria-expanded', 'true')
    await burger.click()
    await expect(home).toBeHidden()
    await expect(burger).toHaveAttribute('aria-expanded', 'false')

    await burger.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(home).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(home).toBeHidden()
    await expect(burger).toBeFocused()
    await expect(burger).toHaveAttribute('aria-expanded', 'false')
  })

  test('a link in the menu brings its page and closes the menu, also when it is the page at hand', async ({ page }) => {
    await visit(page, addresses.home.es)
    for (let count = 0; count < 2; count++) {
      await burgerOf(page, 'es').click()
      const link = navigationLink(page, 'es', words.es.navigation.certification)
      await link.click()
      await expect(heading(page, headingOf(pageOf('certification', 'es')))).toBeFocused()
      await expect(link).toBeHidden()
      await expect(burgerOf(page, 'es')).toHaveAttribute('aria-expanded', 'false')
    }
  })

  test('Back leaves no menu open over the page before', async ({ page }) => {
    await visit(page, addresses.home.es)
    await burgerOf(page, 'es').click()
    await navigationLink(page, 'es', words.es.navigation.certification).click()
    await expect(heading(page, headingOf(pageOf('certification', 'es')))).toBeFocused()
    await burgerOf(page, 'es').click()
    await page.keyboard.press('Tab')
    await page.goBack()
    await expect(heading(page, words.es.heroTitle)).toBeFocused()
    await expect(burgerOf(page, 'es')).toHaveAttribute('aria-expanded', 'false')
  })
})

test('on a wide screen the navigation is there without a burger', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, addresses.home.en)
  for (const name of Object.values(words.en.navigation)) await expect(navigationLink(page, 'en', name)).toBeVisible()
  await expect(burgerOf(page, 'en')).toBeHidden()
})
