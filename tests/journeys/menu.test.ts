import { findViolations } from '../support/accessibility.ts'
import { addresses } from '../support/addresses.ts'
import { burger, expectPageInPlace, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'

const keys = ['home', 'presentation', 'certification', 'contact'] as const

test.use({ viewport: { width: 390, height: 844 } })
test.beforeEach(({ page }) => decideEarlier(page, 'false'))

test('the menu opens and closes by its burger; Escape closes it and returns to the burger', async ({ page }) => {
  await visit(page, addresses.contact.fr)
  const home = navigationLink(page, 'fr', 'home')
  await expect(home).toBeHidden()
  await expect(burger(page, 'fr')).toHaveAttribute('aria-expanded', 'false')

  await burger(page, 'fr').click()
  for (const key of keys) await expect(navigationLink(page, 'fr', key)).toBeVisible()
  await expect(navigationLink(page, 'fr', 'contact')).toHaveAttribute('aria-current', 'page')
  await expect(burger(page, 'fr')).toHaveAttribute('aria-expanded', 'true')
  expect(await findViolations(page, 'menu')).toEqual([])
  await burger(page, 'fr').click()
  await expect(home).toBeHidden()

  await burger(page, 'fr').press('Enter')
  await page.keyboard.press('Tab')
  await expect(home).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(home).toBeHidden()
  await expect(burger(page, 'fr')).toBeFocused()
  await expect(burger(page, 'fr')).toHaveAttribute('aria-expanded', 'false')
})

test('a link in the menu closes it, even a link to the same page, and so does Back', async ({ page }) => {
  await visit(page, addresses.home.es)
  for (let count = 0; count < 2; count++) {
    await burger(page, 'es').click()
    await navigationLink(page, 'es', 'certification').click()
    await expectPageInPlace(page, 'certification', 'es')
    await expect(navigationLink(page, 'es', 'certification')).toBeHidden()
    await expect(burger(page, 'es')).toHaveAttribute('aria-expanded', 'false')
  }
  await burger(page, 'es').click()
  await page.goBack()
  await expectPageInPlace(page, 'home', 'es')
  await expect(burger(page, 'es')).toHaveAttribute('aria-expanded', 'false')
})
