import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/languages.ts'
import { findViolations } from '../support/accessibility.ts'
import { addresses } from '../support/addresses.ts'
import { chunkOf, shellOf } from '../support/built-site.ts'
import {
  expectPage,
  expectPageInPlace,
  footer,
  heading,
  languageLink,
  mainArea,
  navigationLink,
} from '../support/find.ts'
import { failRequests, replaceScript } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { markDocument, visit } from '../support/visit.ts'
import { unexpectedTitle, words } from '../support/words.ts'

// A page's own files: hydration.test.ts. Texts: contact-form.test.ts. What arrives late: language.test.ts, load-chunk.test.ts.

const { script, style } = chunkOf('certification')

/** The main area reports what failed, and the title that something failed; the rest of the page still works. */
async function expectFailure(page: Page, language: Language, type: 'missing' | 'error', file: string) {
  const { load } = shellOf(language).texts.errors
  await expect(heading(page, load.title)).toBeFocused()
  await expect(page).toHaveTitle(`${load.title} · ${shellOf(language).name}`)
  // Phones share this address, not the one in the bar.
  const address = encodeURI(addresses.certification[language])
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${address}$`))
  const alert = mainArea(page).getByRole('alert')
  await expect(alert).toContainText(load.types[type])
  await expect(alert).toContainText(file)
  await expect(mainArea(page)).not.toContainText(words[language].loading)
  await expect(footer(page)).toContainText(words[language].copyright)
  await expect(navigationLink(page, language, 'contact')).toBeVisible()
}

const retryButton = (page: Page, language: Language) =>
  page.getByRole('button', { name: shellOf(language).texts.errors.load.retry, exact: true })

test(`a page that throws an error while it renders shows "${unexpectedTitle}"; a script that is missing is of an older build, so that a retry loads the document`, async ({
  page,
  allowed,
}) => {
  allowed.console(/the page broke/)
  allowed.console(/^LoadError/)
  allowed.console(/^Failed to load resource/)
  const broken = "export function Page() { throw new Error('the page broke') }"
  await replaceScript(page, chunkOf('presentation').script, broken)
  const restore = await failRequests(page, script, 'missing')
  await visit(page, addresses.home.fr)
  await navigationLink(page, 'fr', 'presentation').click()
  await expect(heading(page, unexpectedTitle)).toBeVisible()
  await expect(mainArea(page)).toContainText(shellOf('fr').texts.errors.unexpected.text)
  await expect(footer(page)).toContainText(words.fr.copyright)

  await navigationLink(page, 'fr', 'certification').click()
  await expectFailure(page, 'fr', 'missing', script)
  await expect(page.getByText(unexpectedTitle)).toHaveCount(0)
  await restore()
  const isSameDocument = await markDocument(page)
  await retryButton(page, 'fr').click()
  await expectPage(page, 'certification', 'fr')
  expect(await isSameDocument()).toBe(false)
})

test('a style that is cut off is reported, each time, until it is back; meanwhile other links work, Back as well, and the language choice', async ({
  page,
  allowed,
}) => {
  allowed.console(/^LoadError/)
  allowed.console(/^Failed to load resource/)
  const restore = await failRequests(page, style, 'cut')
  await visit(page, addresses.home.en)
  const isSameDocument = await markDocument(page)
  await navigationLink(page, 'en', 'certification').click()
  await expectFailure(page, 'en', 'error', style)
  expect(await findViolations(page, 'load failure', 'main')).toEqual([])
  const asked = page.waitForRequest((request) => decodeURI(request.url()).includes(style))
  await retryButton(page, 'en').click()
  await asked
  await expectFailure(page, 'en', 'error', style)

  await navigationLink(page, 'en', 'contact').click()
  await expectPageInPlace(page, 'contact', 'en')
  await page.goBack()
  await expectFailure(page, 'en', 'error', style)
  await page.goBack()
  await expectPageInPlace(page, 'home', 'en')

  await page.goForward()
  await expectFailure(page, 'en', 'error', style)
  await restore()
  await languageLink(page, 'en', 'es').click()
  await expectPage(page, 'certification', 'es')
  await page.goBack()
  await expectPageInPlace(page, 'certification', 'en')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await isSameDocument()).toBe(true)
})
