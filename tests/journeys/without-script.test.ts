import { addresses, onePageOfEachKind, unknownAddresses } from '../support/addresses.ts'
import { headingOf, notFoundPageOf, pageOf, shellOf } from '../support/built-site.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { addressBar } from '../support/visit.ts'
import { words } from '../support/words.ts'

// message-arrives.test.ts sends a message without script.
test.use({ javaScriptEnabled: false })

test('without script every kind of page can be read, nobody asks about cookies, and no button would do nothing', async ({
  page,
  allowed,
}) => {
  allowed.console(/^Failed to load resource: the server responded with a status of 404/)
  for (const { key, language, address } of onePageOfEachKind) {
    await page.goto(address)
    const built = key === 'not-found' ? notFoundPageOf(language) : pageOf(key, language)
    await expect(heading(page, headingOf(built))).toBeVisible()
    await expect(mainArea(page).getByText(words[language].loading, { exact: true })).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toContainText(words[language].copyright)
    await expect(page.getByRole('button', { name: words[language].accept, exact: true })).toHaveCount(0)
    await expect(page.getByRole('region', { name: shellOf(language).texts.cookies.label })).toHaveCount(0)
    await expect(page.getByRole('contentinfo').getByRole('button')).toHaveCount(0)
  }
})

test('without script links lead from page to page, to another language, and on from an unknown address', async ({
  page,
  allowed,
}) => {
  allowed.console(/^Failed to load resource: the server responded with a status of 404/)
  expect((await page.goto(unknownAddresses.en))?.status()).toBe(404)
  await mainArea(page).getByRole('link').first().click()
  await expect(heading(page, words.en.heroTitle)).toBeVisible()
  await navigationLink(page, 'en', words.en.navigation.presentation).click()
  await expect(heading(page, headingOf(pageOf('presentation', 'en')))).toBeVisible()
  await expect(navigationLink(page, 'en', words.en.navigation.presentation)).toHaveAttribute('aria-current', 'page')
  await languageLink(page, 'en', 'es').click()
  await expect(heading(page, headingOf(pageOf('presentation', 'es')))).toBeVisible()
  expect(addressBar(page)).toBe(addresses.presentation.es)
})

test('without script the menu of a phone opens and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(addresses.home.fr)
  const burger = page.getByRole('button', { name: shellOf('fr').texts.navbar.menu, exact: true })
  const contact = navigationLink(page, 'fr', words.fr.navigation.contact)
  await expect(contact).toBeHidden()

  await burger.click()
  await expect(contact).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(contact).toBeHidden()
  await burger.click()
  await contact.click()
  await expect(heading(page, headingOf(pageOf('contact', 'fr')))).toBeVisible()
})

test('without script an office’s address switches the map', async ({ page }) => {
  await page.goto(addresses.contact.es)
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('figure').scrollIntoViewIfNeeded()
  const drawing = footer.locator('iframe').contentFrame().locator('svg > title')
  const { texts, offices } = shellOf('es')
  const titleOf = (index: number) => texts.footer.locator_title.replace('{{office}}', offices[index]?.city ?? '')
  await expect(drawing).toHaveText(titleOf(0))

  await footer.getByRole('link', { name: offices[1]?.address ?? '' }).click()
  await expect(drawing).toHaveText(titleOf(1))
  await expect(footer.getByRole('link', { name: texts.footer.map_open })).toBeVisible()
  expect(addressBar(page)).toBe(addresses.contact.es)
})
