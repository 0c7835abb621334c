import type { Page } from '@playwright/test'
import { allLanguages, type Language } from '../../src/shared/languages.ts'
import { addresses, allPages } from '../support/addresses.ts'
import { contactTextsOf, headingOf, pageFile, pageOf, shellFile, shellOf } from '../support/built-site.ts'
import { breakOff, holdBack } from '../support/files-on-the-way.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, markDocument, scrollDown, scrollTop, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

/** The language after each one, in a round. */
const nextOf = (language: Language) =>
  allLanguages[(allLanguages.indexOf(language) + 1) % allLanguages.length] ?? language

// Languages take turns.
for (const language of allLanguages) {
  const other = nextOf(language)
  const own = allPages.filter((_, index) => index % allLanguages.length === allLanguages.indexOf(language))

  test(`a page is hydrated, is heard in order, and changes from ${language} to ${other} in place`, async ({
    page,
    context,
  }) => {
    test.slow()
    for (const key of own) {
      const address = addresses[key][language]
      expect((await visit(page, address))?.status(), address).toBe(200)
      expect(addressBar(page)).toBe(address)
      await expect(page).toHaveTitle(pageOf(key, language).head.title)
      await expectLandmarks(page, language)
      await expect(heading(page, headingOf(pageOf(key, language)))).toBeVisible()

      const isSameDocument = await markDocument(page)
      await languageLink(page, language, other).click()
      await expect(heading(page, headingOf(pageOf(key, other)))).toBeVisible()
      await expectWholePageIn(page, other)
      expect(addressBar(page)).toBe(addresses[key][other])
      await expect(page).toHaveTitle(pageOf(key, other).head.title)
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', endsWith(addresses[key][other]))
      await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', endsWith(addresses[key][other]))
      await expect(page.locator('link[hreflang="fr"]')).toHaveAttribute('href', endsWith(addresses[key].fr))
      expect(await isSameDocument()).toBe(true)
    }
    // Nothing may be stored: the question about cookies has not been answered.
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
    expect(await context.cookies()).toEqual([])
  })
}

test('the language changes where the reader is, is told in its own words, and the console says so', async ({
  page,
}) => {
  await visit(page, addresses.certificacion_halal.es)
  await scrollDown(page, 600)
  const announcement = page.locator('#app > [aria-live="polite"]')
  await expect(announcement).toHaveText('')
  /** Notes for each batch of changes whether it changed the announcement, the rest of the page or both. */
  await page.evaluate(() => {
    const changes: string[] = []
    Object.assign(window, { changes })
    const announcement = document.querySelector('#app > [aria-live="polite"]')
    new MutationObserver((records) => {
      const areNews = records.map(({ target }) => announcement?.contains(target))
      changes.push(areNews.every(Boolean) ? 'news' : areNews.some(Boolean) ? 'both' : 'page')
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  const said = page.waitForEvent('console', (message) => message.type() === 'log')
  // A click that does not scroll the link into view, as from a keyboard.
  await languageLink(page, 'es', 'en').dispatchEvent('click')

  await expect(heading(page, headingOf(pageOf('certificacion_halal', 'en')))).toBeAttached()
  expect(await scrollTop(page)).toBe(600)
  expect((await said).text()).toContain('en')
  await expect(announcement).toHaveText(shellOf('en').texts.language.changed)
  // A screen reader may drop an announcement among other changes, so it comes in a batch of its own after them.
  const changes = await page.evaluate(() => (window as unknown as { changes: string[] }).changes)
  expect(changes).not.toContain('both')
  expect(changes.indexOf('page')).not.toBe(-1)
  expect(changes.indexOf('news')).toBeGreaterThan(changes.indexOf('page'))

  await page.goBack()
  await expect(heading(page, headingOf(pageOf('certificacion_halal', 'es')))).toBeAttached()
  await expectWholePageIn(page, 'es')
  expect(await scrollTop(page)).toBe(600)

  await navigationLink(page, 'es', words.es.navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'es')))).toBeFocused()
  await expect(announcement, 'old news').toHaveText('')
})

test('until all texts of a language have arrived, the page stays whole in the one before', async ({ page }) => {
  const release = await holdBack(page, shellFile('fr'))
  const pageArrived = page.waitForResponse(
    (response) => decodeURI(response.url()).endsWith(pageFile('presentation', 'fr')) && response.ok(),
  )
  await visit(page, addresses.presentation.en)
  await languageLink(page, 'en', 'fr').click()
  await pageArrived

  await expect(heading(page, headingOf(pageOf('presentation', 'en')))).toBeVisible()
  await expectWholePageIn(page, 'en')
  release()
  await expect(heading(page, headingOf(pageOf('presentation', 'fr')))).toBeVisible()
  await expectWholePageIn(page, 'fr')
})

test('a language chosen while a page is on its way is that page’s', async ({ page }) => {
  const release = await holdBack(page, pageFile('certification', 'en'))
  await visit(page, addresses.home.en)
  await navigationLink(page, 'en', words.en.navigation.certification).click()
  await expect(mainArea(page)).toHaveText(words.en.loading)
  await languageLink(page, 'en', 'es').click()
  await languageLink(page, 'en', 'fr').click()
  release()
  await expect(heading(page, headingOf(pageOf('certification', 'fr')))).toBeVisible()
  await expectWholePageIn(page, 'fr')
  expect(addressBar(page)).toBe(addresses.certification.fr)
})

for (const [language, other, how] of [
  ['es', 'fr', 'cut'],
  ['fr', 'es', 'missing'],
] as const)
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
    await alert.getByRole('button', { name: texts.retry }).press('Enter')
    await expect(heading(page, headingOf(pageOf('presentation', other)))).toBeVisible()
    await expectWholePageIn(page, other)
    await expect(page.getByRole('alert')).toHaveCount(0)
    if (how === 'cut') await expect(page.getByRole('main'), 'where the failure stood').toBeFocused()
    expect(addressBar(page)).toBe(addresses.presentation[other])
  })

test('what was typed in the contact form survives a change of language, and its errors and title change too', async ({
  page,
}) => {
  await visit(page, addresses.contact.es)
  const field = (language: Language, name: 'name' | 'email' | 'message') =>
    page.getByLabel(contactTextsOf(language).form[name], { exact: true })
  await field('es', 'name').fill('Ana Ñúñez')
  await field('es', 'message').fill('Una línea\ny otra')
  await page.getByRole('button', { name: words.es.send, exact: true }).click()
  await expect(page.getByText(contactTextsOf('es').form.errors.email_empty)).toHaveCount(2)
  await languageLink(page, 'es', 'en').click()

  const { form } = contactTextsOf('en')
  await expect(page.getByRole('heading', { name: form.summary_title })).toBeVisible()
  await expect(page.getByText(form.errors.email_empty, { exact: true })).toHaveCount(2)
  await expect(page).toHaveTitle(`${form.error_prefix} ${pageOf('contact', 'en').head.title}`)
  await expect(field('en', 'name')).toHaveValue('Ana Ñúñez')
  await expect(field('en', 'message')).toHaveValue('Una línea\ny otra')

  await page.route('**/api/contact', (route) => route.fulfill({ status: 201, json: {} }))
  await field('en', 'email').fill('ana@example.org')
  await page.getByRole('button', { name: words.en.send, exact: true }).click()
  await expect(page.getByText(words.en.formSuccess)).toBeVisible()
  await expect(page).toHaveTitle(pageOf('contact', 'en').head.title)
})

/** What a screen reader is given of a page on which nobody has answered the question about cookies, in its order. */
async function expectLandmarks(page: Page, language: Language): Promise<void> {
  const { navbar, language: choice, footer, cookies } = shellOf(language).texts
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "${navbar.skip}"
    - region "${cookies.label}":
      - button "${cookies.accept}"
      - button "${cookies.refuse}"
    - banner:
      - navigation "${navbar.label}"
      - navigation "${choice.label}"
    - main
    - contentinfo:
      - navigation "${footer.pages}"
      - region "${footer.label}"
      - region "${footer.map_title}"`)
}

/** Header, footer and banner are in the language, and so is the document’s lang. */
async function expectWholePageIn(page: Page, language: Language): Promise<void> {
  const { texts, offices } = shellOf(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  for (const name of Object.values(words[language].navigation))
    await expect(navigationLink(page, language, name)).toHaveCount(1)
  await expect(languageLink(page, language, language)).toHaveAttribute('aria-current', /true|page/)
  await expect(page.getByRole('link', { name: texts.navbar.skip, exact: true })).toHaveCount(1)
  const banner = page.getByRole('region', { name: texts.cookies.label, exact: true })
  await expect(banner).toBeInViewport()
  await expect(banner).toContainText(texts.footer.links.privacy)
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

const endsWith = (address: string) => new RegExp(`${RegExp.escape(encodeURI(address))}$`)
