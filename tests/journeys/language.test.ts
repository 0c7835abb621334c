import type { Page } from '@playwright/test'
import { allLanguages, type Language } from '../../src/shared/languages.ts'
import { addresses, allPages } from '../support/addresses.ts'
import { contactTextsOf, headingOf, pageFile, pageOf, shellFile, shellOf } from '../support/built-site.ts'
import { breakOff, holdBack, untilTakenIn } from '../support/files-on-the-way.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, markDocument, scrollDown, scrollTop, visit } from '../support/visit.ts'
import { forEachLanguage, languageNames, words } from '../support/words.ts'

/** The language after each one, in a round. */
const next = forEachLanguage<Language>(
  {},
  (language) => allLanguages[(allLanguages.indexOf(language) + 1) % allLanguages.length] ?? language,
)

for (const language of allLanguages) {
  const other = next[language]

  test(`every page changes from ${language} to ${other} in place, with all its texts`, async ({ page }) => {
    test.slow()
    for (const key of allPages) {
      await visit(page, addresses[key][language])
      const isSameDocument = await markDocument(page)
      await languageLink(page, language, other).click()

      await expect(heading(page, headingOf(pageOf(key, other)))).toBeVisible()
      await expectWholePageIn(page, other)
      expect(addressBar(page)).toBe(addresses[key][other])
      await expect(page).toHaveTitle(pageOf(key, other).head.title)
      await expect(page.locator('meta[name="description"]')).toHaveAttribute(
        'content',
        pageOf(key, other).head.description,
      )
      expect(await headLinks(page)).toEqual({
        canonical: addresses[key][other],
        ...addresses[key],
        'x-default': addresses[key].es,
      })
      expect(await isSameDocument()).toBe(true)
    }
  })

  test(`the language changes where the reader is, and the console says so (${language} to ${other})`, async ({
    page,
  }) => {
    await visit(page, addresses.certificacion_halal[language])
    await scrollDown(page, 600)
    const said = page.waitForEvent('console', (message) => message.type() === 'log')
    // A click that does not scroll the link into view, as from a keyboard.
    await languageLink(page, language, other).dispatchEvent('click')

    await expect(heading(page, headingOf(pageOf('certificacion_halal', other)))).toBeAttached()
    expect(await scrollTop(page)).toBe(600)
    expect((await said).text()).toContain(other)

    await page.goBack()
    await expect(heading(page, headingOf(pageOf('certificacion_halal', language)))).toBeAttached()
    await expectWholePageIn(page, language)
    expect(await scrollTop(page)).toBe(600)
  })

  test(`until all texts in ${other} have arrived, the page stays whole in ${language}`, async ({ page }) => {
    const release = await holdBack(page, shellFile(other))
    const pageArrived = page.waitForResponse(
      (response) => decodeURI(response.url()).endsWith(pageFile('presentation', other)) && response.ok(),
    )
    await visit(page, addresses.presentation[language])
    await languageLink(page, language, other).click()
    await pageArrived

    await expect(heading(page, headingOf(pageOf('presentation', language)))).toBeVisible()
    await expectWholePageIn(page, language)
    release()
    await expect(heading(page, headingOf(pageOf('presentation', other)))).toBeVisible()
    await expectWholePageIn(page, other)
  })

  for (const how of language === 'es' ? (['cut', 'missing'] as const) : (['cut'] as const))
    test(`a language that cannot be loaded (${how}) is told, and the page stays readable in ${language}`, async ({
      page,
      allowed,
    }) => {
      allowed.console(/^The language could not be changed to /)
      allowed.console(/^Failed to load resource/)
      const file = pageFile('presentation', other)
      const mend = await breakOff(page, file, how)
      await visit(page, addresses.presentation[language])
      await languageLink(page, language, other).click()

      const alert = page.getByRole('alert').filter({ hasText: file })
      const texts = shellOf(language).texts.errors.load
      await expect(alert).toBeFocused()
      await expect(alert).toContainText(texts.title)
      await expect(alert).toContainText(texts.types[how === 'cut' ? 'error' : 'missing'])
      await expect(mainArea(page)).toContainText(headingOf(pageOf('presentation', language)))
      await expectWholePageIn(page, language)
      expect(addressBar(page)).toBe(addresses.presentation[language])

      await mend()
      await alert.getByRole('button', { name: texts.retry }).click()
      await expect(heading(page, headingOf(pageOf('presentation', other)))).toBeVisible()
      await expectWholePageIn(page, other)
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(addressBar(page)).toBe(addresses.presentation[other])
    })

  test(`what was typed in the contact form survives the change from ${language} to ${other}`, async ({ page }) => {
    await visit(page, addresses.contact[language])
    const { form } = contactTextsOf(language)
    await page.getByLabel(form.name, { exact: true }).fill('Ana Ñúñez')
    await page.getByLabel(form.email, { exact: true }).fill('ana@example.org')
    await page.getByLabel(form.message, { exact: true }).fill('Una línea\ny otra')
    await languageLink(page, language, other).click()

    const otherForm = contactTextsOf(other).form
    await expect(page.getByRole('button', { name: words[other].send, exact: true })).toBeVisible()
    await expect(page.getByLabel(otherForm.name, { exact: true })).toHaveValue('Ana Ñúñez')
    await expect(page.getByLabel(otherForm.email, { exact: true })).toHaveValue('ana@example.org')
    await expect(page.getByLabel(otherForm.message, { exact: true })).toHaveValue('Una línea\ny otra')
  })

  test(`the errors of a refused form change from ${language} to ${other} too, and so does the title`, async ({
    page,
  }) => {
    await visit(page, addresses.contact[language])
    await page.getByLabel(contactTextsOf(language).form.name, { exact: true }).fill('Ana')
    await page.getByRole('button', { name: words[language].send, exact: true }).click()
    await expect(page.getByText(contactTextsOf(language).form.errors.email_empty)).toHaveCount(2)
    await languageLink(page, language, other).click()

    const { form } = contactTextsOf(other)
    await expect(page.getByRole('heading', { name: form.summary_title })).toBeVisible()
    await expect(page.getByText(form.errors.email_empty, { exact: true })).toHaveCount(2)
    await expect(page.getByText(form.errors.message_empty, { exact: true })).toHaveCount(2)
    await expect(page).toHaveTitle(`${form.error_prefix} ${pageOf('contact', other).head.title}`)

    await page.route('**/api/contact', (route) => route.fulfill({ status: 201, json: {} }))
    await page.getByLabel(form.email, { exact: true }).fill('ana@example.org')
    await page.getByLabel(form.message, { exact: true }).fill('Hola')
    await page.getByRole('button', { name: words[other].send, exact: true }).click()
    await expect(page.getByText(words[other].formSuccess)).toBeVisible()
    await expect(page).toHaveTitle(pageOf('contact', other).head.title)
  })

  test(`three real links name the languages in their own words on a page in ${language}`, async ({ page }) => {
    await visit(page, addresses.halal_adoracion[language])
    for (const choice of allLanguages) {
      const link = languageLink(page, language, choice)
      await expect(link).toBeVisible()
      await expect(link).toHaveAttribute('href', addresses.halal_adoracion[choice])
      await expect(link).toHaveAttribute('lang', choice)
      await expect(link).toHaveAttribute('hreflang', choice)
      if (choice === language) await expect(link).toHaveAttribute('aria-current', /true|page/)
      else await expect(link).not.toHaveAttribute('aria-current')
    }
    expect(await page.getByRole('link', { name: languageNames[other], exact: true }).count()).toBe(1)
  })
}

test('the language stays on the way to the next page', async ({ page }) => {
  await visit(page, addresses.home.es)
  await languageLink(page, 'es', 'fr').click()
  await navigationLink(page, 'fr', words.fr.navigation.contact).click()

  await expect(heading(page, headingOf(pageOf('contact', 'fr')))).toBeFocused()
  expect(addressBar(page)).toBe(addresses.contact.fr)
})

test('of two languages asked for in haste, the last one wins', async ({ page }) => {
  const release = await holdBack(page, pageFile('presentation', 'en'))
  await visit(page, addresses.presentation.es)
  await languageLink(page, 'es', 'en').click()
  await languageLink(page, 'es', 'fr').click()
  await expect(heading(page, headingOf(pageOf('presentation', 'fr')))).toBeVisible()

  release()
  await untilTakenIn(page, pageFile('presentation', 'en'))
  await expectWholePageIn(page, 'fr')
  expect(addressBar(page)).toBe(addresses.presentation.fr)
})

/** Header, footer and banner speak the language, and so does the document. */
async function expectWholePageIn(page: Page, language: Language): Promise<void> {
  const { texts, offices } = shellOf(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  for (const name of Object.values(words[language].navigation))
    await expect(navigationLink(page, language, name)).toHaveCount(1)
  await expect(languageLink(page, language, language)).toHaveAttribute('aria-current', /true|page/)
  await expect(page.getByRole('link', { name: texts.navbar.skip, exact: true })).toHaveCount(1)
  const banner = page.getByRole('region', { name: texts.cookies.label, exact: true })
  await expect(banner).toContainText(texts.cookies.text)
  await expect(banner.getByRole('button')).toHaveText([words[language].accept, words[language].refuse])
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('heading', { name: words[language].mapHeading, exact: true })).toHaveCount(1)
  await expect(footer).toContainText(words[language].copyright)
  for (const { address } of offices) await expect(footer).toContainText(address)
  await expect(footer.locator('iframe')).toHaveAttribute(
    'title',
    texts.footer.map_frame.replace('{{office}}', offices[0]?.city ?? ''),
  )
}

/** Where the head says the page and its other languages are, without the origin of the build. */
async function headLinks(page: Page): Promise<Record<string, string>> {
  const links = await page
    .locator('link[rel="canonical"], link[rel="alternate"][hreflang]')
    .evaluateAll((links) =>
      (links as HTMLLinkElement[]).map((link) => [link.hreflang || link.rel, new URL(link.href).pathname] as const),
    )
  return Object.fromEntries(links.map(([name, path]) => [name, decodeURI(path)]))
}
