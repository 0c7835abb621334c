import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/languages.ts'
import { addresses, article } from '../support/addresses.ts'
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
import { failRequests, holdBack, untilRead } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { scrollDown, scrollTop, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

// On a page of each kind: accessibility.test.ts.

test('in a page that the browser has translated, links load documents: React’s own words are no longer in it', async ({
  page,
}) => {
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
  await visit(page, addresses.contact.es)
  await translate()
  await languageLink(page, 'es', 'fr').click()
  await expectPage(page, 'contact', 'fr')
  await expectWholePageIn(page, 'fr')

  await visit(page, addresses.certification.fr)
  await translate()
  await page.goBack()
  await expectPage(page, 'contact', 'fr')
})

test('the language changes where the reader is, once all texts have loaded, is announced in that language, and the console logs it', async ({
  page,
}) => {
  const release = await holdBack(page, shellFile('en'))
  const pageArrived = page.waitForResponse(
    (response) => decodeURI(response.url()).endsWith(pageFile(article, 'en')) && response.ok(),
  )
  await visit(page, addresses[article].es)
  await scrollDown(page, 600)
  const announcement = page.locator('#app > [aria-live="polite"]')
  const logged = page.waitForEvent('console', (message) => message.type() === 'log')
  // A click that does not scroll the link into view, as from a keyboard.
  await languageLink(page, 'es', 'en').dispatchEvent('click')
  await pageArrived
  await expect(pageHeading(page, article, 'es')).toBeAttached()
  await expectWholePageIn(page, 'es')
  await expect(announcement).toHaveText('')

  release()
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

test('while a page is loading, another one that is requested takes its place, and a language applies to it', async ({
  page,
}) => {
  const late = pageFile('certification', 'en')
  const release = await holdBack(page, late)
  await visit(page, addresses.home.en)
  await navigationLink(page, 'en', 'certification').click()
  await expect(mainArea(page)).toHaveText(words.en.loading)
  await navigationLink(page, 'en', 'contact').click()
  await expectPageInPlace(page, 'contact', 'en')
  release()
  await untilRead(page, late)
  await expectPage(page, 'contact', 'en')

  const releasePresentation = await holdBack(page, pageFile('presentation', 'en'))
  await navigationLink(page, 'en', 'presentation').click()
  await languageLink(page, 'en', 'es').click()
  await languageLink(page, 'en', 'fr').click()
  releasePresentation()
  await expectPage(page, 'presentation', 'fr')
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
  await expect(page.getByRole('navigation', { name: texts.navbar.label }).getByRole('link')).toHaveText(
    Object.values(words[language].navigation),
  )
  await expect(languageLink(page, language, language)).toHaveAttribute('aria-current', /true|page/)
  await expect(cookieBanner(page, language).getByRole('button')).toHaveText([
    words[language].accept,
    words[language].refuse,
  ])
  await expect(footer(page)).toContainText(texts.footer.copyright)
  await expect(footer(page).locator('iframe')).toHaveAttribute(
    'title',
    texts.footer.map_frame.replace('{{office}}', offices[0]?.city ?? ''),
  )
}
