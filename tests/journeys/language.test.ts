import type { Page } from '@playwright/test'
import { type Language, publishedLanguages } from '../../src/shared/languages.ts'
import { addresses, article, onePageOfEachKind } from '../support/addresses.ts'
import { contactTextsOf, pageFile, pageOf, shellFile, shellOf } from '../support/built-site.ts'
import {
  cookieBanner,
  expectPage,
  expectPageInPlace,
  footer,
  heading,
  languageLink,
  mainArea,
  navigationLink,
  pageHeading,
} from '../support/find.ts'
import { failRequests, holdBack } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { markDocument, scrollDown, scrollTop, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

// Languages take turns. What the HTML checker finds right (tests/build/html.test.ts) is hydrated as it is.
test('pages of each kind are hydrated, and change to another language in place', async ({ page }) => {
  for (const { key, language } of onePageOfEachKind) {
    if (key === 'not-found') continue
    const other = publishedLanguages.at(publishedLanguages.indexOf(language) - 1) ?? language
    expect((await visit(page, addresses[key][language]))?.status()).toBe(200)
    await expectPage(page, key, language)

    const isSameDocument = await markDocument(page)
    await languageLink(page, language, other).click()
    await expectPage(page, key, other)
    const address = endsWith(addresses[key][other])
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address)
    await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', address)
    await expect(page.locator('link[hreflang="fr"]')).toHaveAttribute('href', endsWith(addresses[key].fr))
    expect(await isSameDocument()).toBe(true)
  }
})

test('in a page that the browser has translated, links load documents: React’s own words are no longer in it', async ({
  page,
}) => {
  await visit(page, addresses.home.es)
  const translate = () =>
    page.evaluate(() => {
      document.documentElement.lang = 'de'
      const walker = document.createTreeWalker(document.getElementById('app') as Node, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        const font = document.createElement('font')
        font.textContent = `${text.data} `
        text.replaceWith(font)
      }
    })
  await translate()
  await languageLink(page, 'es', 'fr').click()
  await expectPage(page, 'home', 'fr')
  await expectWholePageIn(page, 'fr')

  await visit(page, addresses.certification.fr)
  await translate()
  await page.goBack()
  await expectPage(page, 'home', 'fr')
  await expectWholePageIn(page, 'fr')
})

test('the language changes where the reader is, is announced in that language, and the console logs it', async ({
  page,
}) => {
  await visit(page, addresses[article].es)
  await scrollDown(page, 600)
  const announcement = page.locator('#app > [aria-live="polite"]')
  await expect(announcement).toHaveText('')
  const logged = page.waitForEvent('console', (message) => message.type() === 'log')
  // A click that does not scroll the link into view, as from a keyboard.
  await languageLink(page, 'es', 'en').dispatchEvent('click')

  await expectPage(page, article, 'en')
  await expectWholePageIn(page, 'en')
  expect(await scrollTop(page)).toBe(600)
  expect((await logged).text()).toContain('en')
  await expect(announcement).toHaveText(shellOf('en').texts.language.changed)
  await page.goBack()
  await expect(pageHeading(page, article, 'es')).toBeAttached()
  await expectWholePageIn(page, 'es')
  expect(await scrollTop(page)).toBe(600)

  await navigationLink(page, 'es', 'contact').click()
  await expectPageInPlace(page, 'contact', 'es')
  await expect(announcement).toHaveText('')
})

test('until all texts of a language have loaded, the whole page stays in the previous one', async ({ page }) => {
  const release = await holdBack(page, shellFile('fr'))
  const pageArrived = page.waitForResponse(
    (response) => decodeURI(response.url()).endsWith(pageFile('presentation', 'fr')) && response.ok(),
  )
  await visit(page, addresses.presentation.en)
  await languageLink(page, 'en', 'fr').click()
  await pageArrived

  await expect(pageHeading(page, 'presentation', 'en')).toBeVisible()
  await expectWholePageIn(page, 'en')
  release()
  await expect(pageHeading(page, 'presentation', 'fr')).toBeVisible()
  await expectWholePageIn(page, 'fr')
})

test('a language chosen while a page is loading applies to that page', async ({ page }) => {
  const release = await holdBack(page, pageFile('certification', 'en'))
  await visit(page, addresses.home.en)
  await navigationLink(page, 'en', 'certification').click()
  await expect(mainArea(page)).toHaveText(words.en.loading)
  await languageLink(page, 'en', 'es').click()
  await languageLink(page, 'en', 'fr').click()
  release()
  await expect(pageHeading(page, 'certification', 'fr')).toBeVisible()
  await expectPage(page, 'certification', 'fr')
  await expectWholePageIn(page, 'fr')
})

test('what was typed survives a change of language, even one that cannot be loaded at first; errors and title change too', async ({
  page,
  allowed,
}) => {
  allowed.console(/^LoadError/)
  allowed.console(/^Failed to load resource/)
  const file = pageFile('contact', 'fr')
  const restore = await failRequests(page, file, 'cut')
  await visit(page, addresses.contact.es)
  const field = (language: Language, name: 'name' | 'message') =>
    page.getByLabel(contactTextsOf(language).form[name], { exact: true })
  const expectTyped = async (language: Language) => {
    await expect(field(language, 'name')).toHaveValue('Ana Ñúñez')
    await expect(field(language, 'message')).toHaveValue('Una línea\ny otra')
  }
  await field('es', 'name').fill('Ana Ñúñez')
  await field('es', 'message').fill('Una línea\ny otra')
  await page.getByRole('button', { name: words.es.send, exact: true }).click()
  await expect(page.getByText(contactTextsOf('es').form.errors.email_empty)).toHaveCount(2)

  await languageLink(page, 'es', 'en').click()
  const { form } = contactTextsOf('en')
  await expect(page.getByRole('heading', { name: form.summary_title })).toBeVisible()
  await expect(page.getByText(form.errors.email_empty, { exact: true })).toHaveCount(2)
  await expect(page).toHaveTitle(`${form.error_prefix} ${pageOf('contact', 'en').head.title}`)
  await expectTyped('en')

  await languageLink(page, 'en', 'fr').click()
  const { load } = shellOf('en').texts.errors
  await expect(heading(page, load.title)).toBeFocused()
  await expect(mainArea(page).getByRole('alert')).toContainText(file)
  await page.goBack()
  await expectTyped('en')
  await page.goForward()
  await expect(heading(page, load.title)).toBeFocused()
  await restore()
  await page.getByRole('button', { name: load.retry }).press('Enter')
  await expectPageInPlace(page, 'contact', 'fr')
  await expectWholePageIn(page, 'fr')
  await expectTyped('fr')
})

/** Header, footer and banner are in the language, and so is the document’s lang. */
async function expectWholePageIn(page: Page, language: Language): Promise<void> {
  const { texts, offices } = shellOf(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  for (const key of ['home', 'presentation', 'certification', 'contact'] as const)
    await expect(navigationLink(page, language, key)).toHaveCount(1)
  await expect(languageLink(page, language, language)).toHaveAttribute('aria-current', /true|page/)
  await expect(page.getByRole('link', { name: texts.navbar.skip, exact: true })).toHaveCount(1)
  await expect(cookieBanner(page, language).getByRole('button')).toHaveText([
    words[language].accept,
    words[language].refuse,
  ])
  await expect(footer(page)).toContainText(texts.footer.copyright)
  for (const { address } of offices) await expect(footer(page)).toContainText(address)
  await expect(footer(page).locator('iframe')).toHaveAttribute(
    'title',
    texts.footer.map_frame.replace('{{office}}', offices[0]?.city ?? ''),
  )
}

const endsWith = (address: string) => new RegExp(`${RegExp.escape(encodeURI(address))}$`)
