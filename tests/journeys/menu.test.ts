import type { Page } from '@playwright/test'
import { allLanguages, type Language } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { headingOf, pageOf, shellOf } from '../support/built-site.ts'
import { heading, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

const phone = { width: 390, height: 844 }
const burgerOf = (page: Page, language: Language) =>
  page.getByRole('button', { name: shellOf(language).texts.navbar.menu, exact: true })

for (const language of allLanguages) {
  const { navigation } = words[language]

  test(`on a phone the menu opens and closes by its burger (${language})`, async ({ page, baseURL }) => {
    await page.setViewportSize(phone)
    await decideEarlier(page, baseURL, 'false')
    await visit(page, addresses.contact[language])
    const burger = burgerOf(page, language)
    await expect(navigationLink(page, language, navigation.home)).toBeHidden()
    await expect(burger).toHaveAttribute('aria-expanded', 'false')

    await burger.click()
    for (const name of Object.values(navigation)) await expect(navigationLink(page, language, name)).toBeVisible()
    await expect(navigationLink(page, language, navigation.contact)).toHaveAttribute('aria-current', 'page')
    await expect(burger).toHaveAttribute('aria-expanded', 'true')

    await burger.click()
    await expect(navigationLink(page, language, navigation.home)).toBeHidden()
    await expect(burger).toHaveAttribute('aria-expanded', 'false')
  })

  test(`Escape closes the menu and returns to the burger (${language})`, async ({ page, baseURL }) => {
    await page.setViewportSize(phone)
    await decideEarlier(page, baseURL, 'false')
    await visit(page, addresses.home[language])
    const burger = burgerOf(page, language)
    await burger.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(navigationLink(page, language, navigation.home)).toBeFocused()

    await page.keyboard.press('Escape')
    await expect(navigationLink(page, language, navigation.home)).toBeHidden()
    await expect(burger).toBeFocused()
    await expect(burger).toHaveAttribute('aria-expanded', 'false')
  })

  test(`a link in the menu brings its page and closes the menu (${language})`, async ({ page, baseURL }) => {
    await page.setViewportSize(phone)
    await decideEarlier(page, baseURL, 'false')
    await visit(page, addresses.home[language])
    await burgerOf(page, language).click()
    await navigationLink(page, language, navigation.certification).click()

    await expect(heading(page, headingOf(pageOf('certification', language)))).toBeFocused()
    await expect(navigationLink(page, language, navigation.certification)).toBeHidden()
    await expect(burgerOf(page, language)).toHaveAttribute('aria-expanded', 'false')
  })

  test(`on a wide screen the navigation is there without a burger (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await visit(page, addresses.home[language])

    for (const name of Object.values(navigation)) await expect(navigationLink(page, language, name)).toBeVisible()
    await expect(burgerOf(page, language)).toBeHidden()
  })
}

test('a link to the page at hand closes the menu too', async ({ page, baseURL }) => {
  await page.setViewportSize(phone)
  await decideEarlier(page, baseURL, 'false')
  await visit(page, addresses.contact.es)
  await burgerOf(page, 'es').click()
  await navigationLink(page, 'es', words.es.navigation.contact).click()

  await expect(navigationLink(page, 'es', words.es.navigation.contact)).toBeHidden()
  await expect(heading(page, headingOf(pageOf('contact', 'es')))).toBeVisible()
})
