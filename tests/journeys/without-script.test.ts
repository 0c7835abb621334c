import type { Content as CheckLabelContent } from '../../src/site/pages/check-label/content.ts'
import type { Content as ContactContent } from '../../src/site/pages/contact/content.ts'
import { addresses, article, unknownAddresses } from '../support/addresses.ts'
import { contactTextsOf, headingOf, pageOf } from '../support/built-site.ts'
import {
  burger,
  cookieBanner,
  expectPage,
  footer,
  heading,
  languageLink,
  mainArea,
  navigationLink,
} from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { countSheets } from '../support/visit.ts'
import { words } from '../support/words.ts'

// In office-map.test.ts the map changes before React is there; register.test.ts searches and asks without JavaScript, too.
test.use({ javaScriptEnabled: false })

test('pages can be read and printed, without the cookie banner or buttons that would do nothing; links lead from page to page, to another language, and on from an unknown address; the menu opens and closes', async ({
  page,
  allowed,
}) => {
  allowed.console(/^Failed to load resource: the server responded with a status of 404/)
  await test.step('reading', async () => {
    await page.goto(addresses[article].fr)
    await expect(heading(page, headingOf(pageOf(article, 'fr')))).toBeVisible()
    await expect(mainArea(page).getByText(words.fr.loading, { exact: true })).toHaveCount(0)
    await expect(footer(page)).toContainText(words.fr.copyright)
    await expect(cookieBanner(page, 'fr')).toHaveCount(0)
    await expect(footer(page).getByRole('button')).toHaveCount(0)
  })
  await test.step('printing: the documents to prepare alone, if the address leads to them', async () => {
    await page.goto(addresses.get_certified.fr)
    const all = await countSheets(page)
    await page.goto(`${addresses.get_certified.fr}#documents`)
    expect(await countSheets(page)).toBeLessThan(all)
  })
  await test.step('links', async () => {
    expect((await page.goto(unknownAddresses.en))?.status()).toBe(404)
    await mainArea(page).getByRole('link').first().click()
    await expectPage(page, 'home', 'en')
    await navigationLink(page, 'en', 'presentation').click()
    await expectPage(page, 'presentation', 'en')
    await languageLink(page, 'en', 'es').click()
    await expectPage(page, 'presentation', 'es')
  })
  await test.step('menu', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const home = navigationLink(page, 'es', 'home')
    const button = burger(page, 'es')
    await button.press('Enter')
    // It is hidden while the focus is elsewhere.
    await navigationLink(page, 'es', 'contact').focus()
    await page.keyboard.press('Tab')
    await expect(home).toBeHidden()
    await page.keyboard.press('Shift+Tab')
    await expect(button).toBeFocused()
    await expect(home).toBeVisible()
    // A pointer opens it without a focus that is shown.
    await button.click()
    await expect(home).toBeHidden()
    await button.click()
    await expect(home).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(home).toBeHidden()
    await button.click()
    await navigationLink(page, 'es', 'contact').click()
    await expectPage(page, 'contact', 'es')
  })
})

// What the server answers, and that it is mailed: tests/messages.
test('a message is sent after an error that loses nothing; “Check a label” opens the form with its questions, whose answers the server takes as the message', async ({
  page,
  allowed,
}) => {
  allowed.console(/^Failed to load resource: the server responded with a status of 422/)
  const { form } = contactTextsOf('fr')
  const fieldOf = (name: 'name' | 'email' | 'message') => page.getByLabel(form[name], { exact: true })
  const send = page.getByRole('button', { name: words.fr.send, exact: true })
  await page.goto(addresses.check_label.fr)
  const toAsk = (pageOf('check_label', 'fr').content as CheckLabelContent).send
  await mainArea(page).getByRole('link', { name: toAsk, exact: true }).click()
  await expectPage(page, 'ask_label', 'fr')
  const [, question = ''] = (pageOf('ask_label', 'fr').content as ContactContent).questions
  await page.getByLabel(question.replace(/\s*:$/, ''), { exact: true }).fill('00-0001-X')
  await fieldOf('name').fill('Léa Ñandú')
  await fieldOf('email').fill('lea@example,com')
  await send.click()

  const summary = page.getByRole('region', { name: form.summary_title, exact: true })
  await expect(summary).toBeFocused()
  await expect(fieldOf('name')).toHaveValue('Léa Ñandú')
  await expect(fieldOf('message')).toHaveValue(`${question} 00-0001-X`)
  await summary.getByRole('link', { name: form.errors.email_format }).click()
  await expect(fieldOf('email')).toBeFocused()
  await fieldOf('email').fill('lea@example.com')
  await send.click()
  await expect(mainArea(page).getByRole('status')).toHaveText(words.fr.formSuccess)
  await expect(mainArea(page).getByRole('status')).toBeInViewport()
})
