import { findViolations } from '../support/accessibility.ts'
import { addresses } from '../support/addresses.ts'
import { entryScript } from '../support/built-site.ts'
import { burger, expectPageInPlace, navigationLink } from '../support/find.ts'
import { holdBack } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'

const keys = ['home', 'presentation', 'certification', 'contact'] as const

test.use({ viewport: { width: 390, height: 844 } })
test.beforeEach(({ page }) => decideEarlier(page, 'false'))

// Without JavaScript: without-script.test.ts.
test('the menu opens and closes by its burger, from before the page is hydrated on; Escape, a focus that leaves, a link and Back close it', async ({
  page,
}) => {
  const button = burger(page, 'fr')
  const home = navigationLink(page, 'fr', 'home')
  const expectClosed = async () => {
    await expect(home).toBeHidden()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
  }
  const release = await holdBack(page, entryScript)
  // With a query that the register would read, which decides no language.
  await page.goto(`${addresses.contact.fr}?country=FR`)
  await expect(home).toBeHidden()
  await button.click()
  for (const key of keys) await expect(navigationLink(page, 'fr', key)).toBeVisible()
  await expect(navigationLink(page, 'fr', 'contact')).toHaveAttribute('aria-current', 'page')
  release()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(await findViolations(page, 'menu', 'header')).toEqual([])
  await button.click()
  await expectClosed()

  await button.press('Enter')
  await page.keyboard.press('Tab')
  await expect(home).toBeFocused()
  await page.keyboard.press('Escape')
  await expectClosed()
  await expect(button).toBeFocused()

  for (const key of ['Tab', 'Shift+Tab']) {
    await button.press('Enter')
    await expect(home).toBeVisible()
    if (key === 'Tab') await navigationLink(page, 'fr', 'contact').focus()
    await page.keyboard.press(key)
    await expectClosed()
    await expect(page.locator(':focus-visible')).toBeVisible()
  }

  // The second time, the link leads to the page itself.
  for (let count = 0; count < 2; count++) {
    await button.click()
    await navigationLink(page, 'fr', 'certification').click()
    await expectPageInPlace(page, 'certification', 'fr')
    await expectClosed()
  }
  await button.click()
  await page.goBack()
  await expectPageInPlace(page, 'contact', 'fr')
  await expectClosed()
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
