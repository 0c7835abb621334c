import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/languages.ts'
import { findViolations } from '../support/accessibility.ts'
import { addresses } from '../support/addresses.ts'
import { chunkOf, entryScript, pageFile, shellFile, shellOf } from '../support/built-site.ts'
import {
  cookieBanner,
  expectPage,
  expectPageInPlace,
  footer,
  heading,
  languageLink,
  mainArea,
  navigationLink,
} from '../support/find.ts'
import { failRequests, holdBack, replaceScript } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { markDocument, visit } from '../support/visit.ts'
import { unexpectedTitle, words } from '../support/words.ts'

const { script, style } = chunkOf('certification')

/** The main area reports what failed, and the title that something failed; the rest of the page still works. */
async function expectFailure(page: Page, language: Language, type: 'missing' | 'error' | 'timeout', file: string) {
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

// Each kind of file and each language once.
for (const { language, part, file, how } of [
  { language: 'es', part: 'script', file: script, how: 'missing' },
  { language: 'en', part: 'style', file: style, how: 'cut' },
  { language: 'fr', part: 'texts', file: pageFile('certification', 'fr'), how: 'missing' },
] as const)
  test(`a page's ${part}, ${how}: reported in ${language}, each time; once it is back, the page is shown`, async ({
    page,
    allowed,
  }) => {
    allowed.console(/^LoadError/)
    allowed.console(/^Failed to load resource/)
    const restore = await failRequests(page, file, how)
    await visit(page, addresses.home[language])
    await navigationLink(page, language, 'certification').click()

    await expectFailure(page, language, how === 'missing' ? 'missing' : 'error', file)
    // If a file is missing, this page is of an older build: a retry loads the document, not the file.
    if (how === 'cut') {
      const asked = page.waitForRequest((request) => decodeURI(request.url()).includes(file))
      await retryButton(page, language).click()
      await asked
      await expectFailure(page, language, 'error', file)
    }
    await restore()
    const isSameDocument = await markDocument(page)
    await retryButton(page, language).click()
    await expectPage(page, 'certification', language)
    expect(await isSameDocument()).toBe(how === 'cut')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

// load-chunk.test.ts tests the same limit for texts.
test(`while a page's script is loaded, the main area says so, for 120 seconds and no longer`, async ({
  page,
  allowed,
}) => {
  allowed.console(/^LoadError/)
  await page.clock.install()
  await holdBack(page, script)
  const asked = page.waitForRequest((request) => decodeURI(request.url()).includes(script))
  // Each file has 120 seconds of its own: the texts must have arrived before the clock moves.
  const texts = page.waitForResponse((response) => decodeURI(response.url()).includes(pageFile('certification', 'es')))
  await visit(page, addresses.home.es)
  await navigationLink(page, 'es', 'certification').click()
  await asked
  await (await texts).finished()
  // The same file, asked for now, is read after what the page asked for before.
  await page.evaluate((address) => fetch(address).then((response) => response.text()), style)

  await page.clock.fastForward(100_000)
  await expect(mainArea(page)).toHaveText(words.es.loading)
  await expect(mainArea(page).getByRole('status')).toHaveText(words.es.loading)
  await page.clock.fastForward(20_000)
  await expectFailure(page, 'es', 'timeout', script)
})

test('after a failure the other links work, Back as well, and the language choice', async ({ page, allowed }) => {
  allowed.console(/^LoadError/)
  allowed.console(/^Failed to load resource/)
  const restore = await failRequests(page, script, 'cut')
  await visit(page, addresses.home.en)
  const isSameDocument = await markDocument(page)
  await navigationLink(page, 'en', 'certification').click()
  await expectFailure(page, 'en', 'error', script)
  expect(await findViolations(page, 'load failure')).toEqual([])

  await navigationLink(page, 'en', 'contact').click()
  await expectPageInPlace(page, 'contact', 'en')
  await page.goBack()
  await expectFailure(page, 'en', 'error', script)
  await page.goBack()
  await expectPageInPlace(page, 'home', 'en')

  await page.goForward()
  await expectFailure(page, 'en', 'error', script)
  await restore()
  await languageLink(page, 'en', 'es').click()
  await expectPage(page, 'certification', 'es')
  expect(await isSameDocument()).toBe(true)
})

test(`a page that throws an error while it renders shows "${unexpectedTitle}" with a sentence`, async ({
  page,
  allowed,
}) => {
  allowed.console(/the page broke/)
  await replaceScript(page, script, "export function Page() { throw new Error('the page broke') }")
  await visit(page, addresses.home.en)
  await navigationLink(page, 'en', 'certification').click()

  await expect(heading(page, unexpectedTitle)).toBeVisible()
  await expect(mainArea(page)).toContainText(shellOf('en').texts.errors.unexpected.text)
  await expect(footer(page)).toContainText(words.en.copyright)
  expect(await findViolations(page, 'unexpected failure')).toEqual([])
  await navigationLink(page, 'en', 'contact').click()
  await expectPageInPlace(page, 'contact', 'en')
  await expect(page.getByText(unexpectedTitle)).toHaveCount(0)
})

for (const [what, file] of [
  ['texts', shellFile('en')],
  ['scripts', entryScript],
] as const)
  test(`a page whose own ${what} do not arrive stays readable, with working links and cookie choice`, async ({
    page,
    allowed,
  }) => {
    // Only the browser may report it, not the site: Firefox also aborts files when a visitor leaves the page.
    allowed.console(/^Failed to load resource/)
    const broken = page.waitForEvent('requestfailed')
    await failRequests(page, file, 'cut')
    await page.goto(addresses.presentation.en)
    await page.keyboard.press('Shift')
    await broken

    await expectPage(page, 'presentation', 'en')
    await cookieBanner(page, 'en').getByRole('button', { name: words.en.refuse, exact: true }).click()
    await expect(cookieBanner(page, 'en')).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('false')
    const isSameDocument = await markDocument(page)
    await languageLink(page, 'en', 'fr').click()
    await expectPage(page, 'presentation', 'fr')
    expect(await isSameDocument()).toBe(false)
  })
