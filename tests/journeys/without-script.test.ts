import type { Content as CheckLabelContent } from '../../src/site/pages/check-label/content.ts'
import type { Content as ContactContent } from '../../src/site/pages/contact/content.ts'
import { addresses, article, unknownAddresses } from '../support/addresses.ts'
import { headingOf, pageOf } from '../support/built-site.ts'
import { cookieBanner, expectPage, footer, heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { words } from '../support/words.ts'

// Without JavaScript, message-arrives.test.ts sends a message and menu.test.ts opens the menu; in office-map.test.ts the map changes
// before React is there.
test.use({ javaScriptEnabled: false })

test('a page can be read, without the cookie banner or buttons that would do nothing', async ({ page }) => {
  for (const [key, language] of [
    ['home', 'es'],
    ['contact', 'en'],
    [article, 'fr'],
  ] as const) {
    await page.goto(addresses[key][language])
    await expect(heading(page, headingOf(pageOf(key, language)))).toBeVisible()
    await expect(mainArea(page).getByText(words[language].loading, { exact: true })).toHaveCount(0)
    await expect(footer(page)).toContainText(words[language].copyright)
    await expect(cookieBanner(page, language)).toHaveCount(0)
    await expect(footer(page).getByRole('button')).toHaveCount(0)
  }
})

test('links lead from page to page, to another language, and on from an unknown address', async ({ page, allowed }) => {
  allowed.console(/^Failed to load resource: the server responded with a status of 404/)
  expect((await page.goto(unknownAddresses.en))?.status()).toBe(404)
  await mainArea(page).getByRole('link').first().click()
  await expectPage(page, 'home', 'en')
  await navigationLink(page, 'en', 'presentation').click()
  await expectPage(page, 'presentation', 'en')
  await languageLink(page, 'en', 'es').click()
  await expectPage(page, 'presentation', 'es')
})

test('“Check a label” opens the form with its questions, whose answers the server takes as the message', async ({
  page,
  allowed,
}) => {
  allowed.console(/^Failed to load resource: the server responded with a status of 422/)
  const { send } = pageOf('check_label', 'fr').content as CheckLabelContent
  const { questions, form } = pageOf('ask_label', 'fr').content as ContactContent
  await page.goto(addresses.check_label.fr)
  await mainArea(page).getByRole('link', { name: send, exact: true }).click()
  await expectPage(page, 'ask_label', 'fr')
  await page.getByLabel(questions[1]?.replace(/\s*:$/, '') ?? '', { exact: true }).fill('00-0001-X')
  await page.getByRole('button', { name: words.fr.send, exact: true }).click()
  // Name and address are missing: the form comes back with what was typed.
  await expect(page.getByLabel(form.message, { exact: true })).toHaveValue(`${questions[1]} 00-0001-X`)
})
