import { allLanguages } from '../../src/shared/languages.ts'
import { addresses, unknownAddresses } from '../support/addresses.ts'
import { headingOf, notFoundPageOf, pageOf, shellOf } from '../support/built-site.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, hydrate, markDocument, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

test('a near miss ends on the page that was meant, at its true address', async ({ page }) => {
  const misses = {
    '/presentacion': addresses.presentation.es,
    '/PRESENTACIÓN': addresses.presentation.es,
    [`/${'Presentación'.normalize('NFD')}`]: addresses.presentation.es,
    '/Certificación/': addresses.certification.es,
    '/Contact': addresses.contact.es,
    '/es/bienestar-animal': addresses.bienestar_animal.es,
    '/es': addresses.home.es,
    '/EN/Presentation/': addresses.presentation.en,
    '/en/bienestar-animal': addresses.bienestar_animal.en,
    '/fr/bien-être-animal': addresses.bienestar_animal.fr,
    '/fr/halal-adoracion': addresses.halal_adoracion.fr,
    '/fr/': addresses.home.fr,
  }
  for (const [miss, meant] of Object.entries(misses)) {
    const response = await page.goto(miss)
    expect(response?.status(), miss).toBe(200)
    expect(addressBar(page), miss).toBe(meant)
    expect((await response?.request().redirectedFrom()?.response())?.status(), miss).toBe(301)
  }
})

const silence = /^Failed to load resource: the server responded with a status of 404/

test('a not-found page at an address that is not UTF-8 is hydrated like any other', async ({ page, allowed }) => {
  allowed.console(silence)
  // “Página vieja”, as a page in Latin-1 would link to it.
  await visit(page, '/P%E1gina-vieja')
  await navigationLink(page, 'es', words.es.navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'es')))).toBeFocused()
})

for (const language of allLanguages) {
  const notFound = notFoundPageOf(language)

  test(`an unknown address answers 404 with a page in ${language} that leads on`, async ({ page, allowed }) => {
    allowed.console(silence)
    const response = await visit(page, unknownAddresses[language])

    expect(response?.status()).toBe(404)
    await expect(heading(page, headingOf(notFound))).toBeVisible()
    await expect(page).toHaveTitle(notFound.head.title)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    expect(addressBar(page)).toBe(unknownAddresses[language])
    const isSameDocument = await markDocument(page)
    await navigationLink(page, language, words[language].navigation.contact).click()
    await expect(heading(page, headingOf(pageOf('contact', language)))).toBeFocused()
    expect(await isSameDocument()).toBe(true)
  })

  test(`the not-found page in ${language} offers every language`, async ({ page, allowed }) => {
    allowed.console(silence)
    for (const other of allLanguages) {
      await visit(page, unknownAddresses[language])
      await languageLink(page, language, other).click()
      await expect(heading(page, words[other].heroTitle)).toBeVisible()
      expect(addressBar(page)).toBe(addresses.home[other])
    }
  })

  test(`Back returns to the not-found page in ${language}`, async ({ page, allowed }) => {
    allowed.console(silence)
    await visit(page, unknownAddresses[language])
    await navigationLink(page, language, words[language].navigation.presentation).click()
    await expect(heading(page, headingOf(pageOf('presentation', language)))).toBeVisible()

    await page.goBack()
    await expect(heading(page, headingOf(notFound))).toBeVisible()
    await expect(page).toHaveTitle(notFound.head.title)
    await hydrate(page)
    await page.goForward()
    await expect(heading(page, headingOf(pageOf('presentation', language)))).toBeVisible()
  })

  test(`the skip link works on the not-found page in ${language} as on any other`, async ({ page, allowed }) => {
    allowed.console(silence)
    await visit(page, unknownAddresses[language])
    const isSameDocument = await markDocument(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: shellOf(language).texts.navbar.skip })).toBeFocused()
    await page.keyboard.press('Enter')

    await expect(mainArea(page)).toBeFocused()
    await expect(heading(page, headingOf(notFound))).toBeVisible()
    expect(await isSameDocument()).toBe(true)
    expect(addressBar(page)).toBe(`${unknownAddresses[language]}#main`)
  })
}
