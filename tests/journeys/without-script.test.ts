import { allLanguages } from '../../src/shared/languages.ts'
import { addresses, allPages, unknownAddresses } from '../support/addresses.ts'
import { contactTextsOf, headingOf, notFoundPageOf, pageOf, shellOf } from '../support/built-site.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { addressBar } from '../support/visit.ts'
import { words } from '../support/words.ts'

test.use({ javaScriptEnabled: false })

for (const language of allLanguages) {
  const { navigation } = words[language]

  test(`without script every page can be read in ${language}, and nobody asks about cookies`, async ({ page }) => {
    for (const key of allPages) {
      await page.goto(addresses[key][language])
      await expect(heading(page, headingOf(pageOf(key, language)))).toBeVisible()
      expect((await mainArea(page).innerText()).split(/\s+/).length, key).toBeGreaterThan(90)
      await expect(mainArea(page).getByText(words[language].loading, { exact: true })).toHaveCount(0)
      await expect(page.getByRole('contentinfo')).toContainText(words[language].copyright)
      await expect(page.getByRole('button', { name: words[language].accept, exact: true })).toHaveCount(0)
      await expect(page.getByRole('region', { name: shellOf(language).texts.cookies.label })).toHaveCount(0)
    }
  })

  test(`without script links lead from page to page and to every language (${language})`, async ({ page }) => {
    await page.goto(addresses.home[language])
    for (const key of ['presentation', 'certification', 'contact'] as const) {
      await navigationLink(page, language, navigation[key]).click()
      await expect(heading(page, headingOf(pageOf(key, language)))).toBeVisible()
      expect(addressBar(page)).toBe(addresses[key][language])
      await expect(navigationLink(page, language, navigation[key])).toHaveAttribute('aria-current', 'page')
    }
    for (const other of allLanguages) {
      await page.goto(addresses.halal_adoracion[language])
      await languageLink(page, language, other).click()
      await expect(heading(page, headingOf(pageOf('halal_adoracion', other)))).toBeVisible()
      expect(addressBar(page)).toBe(addresses.halal_adoracion[other])
    }
  })

  test(`without script the menu of a phone opens and closes (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(addresses.home[language])
    const burger = page.getByRole('button', { name: shellOf(language).texts.navbar.menu, exact: true })
    await expect(navigationLink(page, language, navigation.contact)).toBeHidden()

    await burger.click()
    await expect(navigationLink(page, language, navigation.contact)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(navigationLink(page, language, navigation.contact)).toBeHidden()
    await burger.click()
    await navigationLink(page, language, navigation.contact).click()
    await expect(heading(page, headingOf(pageOf('contact', language)))).toBeVisible()
  })

  test(`without script an office's address switches the map (${language})`, async ({ page }) => {
    await page.goto(addresses.contact[language])
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('figure').scrollIntoViewIfNeeded()
    const drawing = footer.locator('iframe').contentFrame().locator('svg > title')
    const { texts, offices } = shellOf(language)
    await expect(drawing).toHaveText(texts.footer.locator_title.replace('{{office}}', offices[0]?.city ?? ''))

    await footer.getByRole('link', { name: offices[1]?.address ?? '' }).click()
    await expect(drawing).toHaveText(texts.footer.locator_title.replace('{{office}}', 'Floirac'))
    await expect(footer.getByRole('button', { name: texts.footer.map_load })).toBeHidden()
    await expect(footer.getByRole('link', { name: texts.footer.map_open })).toBeVisible()
    expect(addressBar(page)).toBe(addresses.contact[language])
  })

  test(`without script the contact form is there, and posts to the server (${language})`, async ({ page }) => {
    await page.goto(addresses.contact[language])
    const { form } = contactTextsOf(language)
    for (const field of ['name', 'email', 'message'] as const) {
      await expect(page.getByLabel(form[field], { exact: true })).toBeEditable()
      await expect(page.getByLabel(form[field], { exact: true })).toHaveAttribute('name', field)
    }
    const send = page.getByRole('button', { name: words[language].send, exact: true })
    await expect(send).toBeVisible()
    const target = await send.evaluate((button: HTMLButtonElement) => ({
      method: button.form?.method,
      path: new URL(button.form?.action ?? '').pathname,
      language: new FormData(button.form ?? undefined).get('language'),
    }))
    expect(target).toEqual({ method: 'post', path: '/api/contact', language })
  })

  test(`without script an unknown address is told in ${language}, with ways on`, async ({ page, allowed }) => {
    allowed.console(/^Failed to load resource: the server responded with a status of 404/)
    const response = await page.goto(unknownAddresses[language])
    expect(response?.status()).toBe(404)
    await expect(heading(page, headingOf(notFoundPageOf(language)))).toBeVisible()
    await mainArea(page).getByRole('link').first().click()
    await expect(heading(page, words[language].heroTitle)).toBeVisible()
  })
}

test('without script the footer offers no button that would do nothing', async ({ page }) => {
  await page.goto(addresses.home.en)
  await expect(page.getByRole('contentinfo').getByRole('button')).toHaveCount(0)
})
