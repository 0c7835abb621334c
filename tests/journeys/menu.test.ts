import { findViolations } from '../support/accessibility.ts'
import { addresses } from '../support/addresses.ts'
import { burger, expectPage, expectPageInPlace, navigationLink } from '../support/find.ts'
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

test('the menu closes when the focus leaves it, to either side', async ({ page }) => {
  await visit(page, addresses.home.en)
  const home = navigationLink(page, 'en', 'home')
  for (const key of ['Tab', 'Shift+Tab']) {
    await burger(page, 'en').press('Enter')
    await expect(home).toBeVisible()
    if (key === 'Tab') await navigationLink(page, 'en', 'contact').focus()
    await page.keyboard.press(key)
    await expect(home).toBeHidden()
    await expect(burger(page, 'en')).toHaveAttribute('aria-expanded', 'false')
    await expect(page.locator(':focus-visible')).toBeVisible()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('it opens and closes, is hidden while the focus is elsewhere, and leads to its pages', async ({ page }) => {
    await page.goto(addresses.home.en)
    const home = navigationLink(page, 'en', 'home')
    await burger(page, 'en').press('Enter')
    await navigationLink(page, 'en', 'contact').focus()
    await page.keyboard.press('Tab')
    await expect(home).toBeHidden()
    await page.keyboard.press('Shift+Tab')
    await expect(burger(page, 'en')).toBeFocused()
    await expect(home).toBeVisible()
    // A pointer opens it without a focus that is shown.
    await burger(page, 'en').click()
    await expect(home).toBeHidden()
    await burger(page, 'en').click()
    await expect(home).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(home).toBeHidden()
    await burger(page, 'en').click()
    await navigationLink(page, 'en', 'contact').click()
    await expectPage(page, 'contact', 'en')
  })
})

test('a browser without popovers shows the navigation in the page', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['popover', 'hidePopover']) Reflect.deleteProperty(HTMLElement.prototype, name)
  })
  await page.route(addresses.contact.fr, async (route) => {
    const response = await route.fetch()
    // The policy would refuse the styles that are not as they were sent.
    const { 'content-security-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers, body: (await response.text()).replaceAll('popover', 'x-popover') })
  })
  await visit(page, addresses.contact.fr)
  await expect(burger(page, 'fr')).toBeHidden()
  await navigationLink(page, 'fr', 'certification').click()
  await expectPageInPlace(page, 'certification', 'fr')
  await expect(navigationLink(page, 'fr', 'certification')).toBeVisible()
})
