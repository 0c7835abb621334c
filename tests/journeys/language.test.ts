import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/languages.ts'
import { addresses, article } from '../support/addresses.ts'
import { pageFile, shellFile, shellOf } from '../support/built-site.ts'
import {
  cookieBanner,
  expectPage,
  expectPageInPlace,
  footer,
  languageLink,
  mainArea,
  navigationLink,
  pageHeading,
} from '../support/find.ts'
import { holdBack, untilRead } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { hydrate, markDocument, scrollDown, scrollTop, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

// On a page of each kind: accessibility.test.ts. With what was typed, and if it cannot be loaded: contact-form.test.ts.

test('in a page that the browser has translated, links load documents: React’s own words are no longer in it', async ({
  page,
}) => {
  /** @returns a question: is the visitor still in the document? */
  const translate = async () => {
    await page.evaluate(() => {
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
    return markDocument(page)
  }
  await visit(page, addresses.home.es)
  let isSameDocument = await translate()
  await languageLink(page, 'es', 'fr').click()
  await expectPage(page, 'home', 'fr')
  expect(await isSameDocument()).toBe(false)

  await hydrate(page)
  await navigationLink(page, 'fr', 'certification').click()
  await expectPageInPlace(page, 'certification', 'fr')
  isSameDocument = await translate()
  await page.goBack()
  await expectPage(page, 'home', 'fr')
  expect(await isSameDocument()).toBe(false)
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
  await expect(mainArea(page).getByRole('status')).toHaveText(words.en.loading)
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
