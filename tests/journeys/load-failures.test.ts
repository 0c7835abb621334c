import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { chunkOf, entryScript, headingOf, pageFile, pageOf, shellFile, shellOf } from '../support/built-site.ts'
import { breakOff, holdBack, replaceScript } from '../support/files-on-the-way.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, markDocument, visit } from '../support/visit.ts'
import { unexpectedTitle, words } from '../support/words.ts'

const { script, style } = chunkOf('certification')
const filesOf = (language: Language) => ({ script, style, texts: pageFile('certification', language) })

/** Each kind of file fails in each way, and each language tells each way; every mixture would take longer and say no more. */
const failures = [
  { language: 'es', part: 'script', how: 'missing' },
  { language: 'es', part: 'style', how: 'cut' },
  { language: 'en', part: 'style', how: 'missing' },
  { language: 'en', part: 'texts', how: 'cut' },
  { language: 'fr', part: 'texts', how: 'missing' },
  { language: 'fr', part: 'script', how: 'cut' },
] as const
const delays = [
  { language: 'es', part: 'script' },
  { language: 'en', part: 'style' },
  { language: 'fr', part: 'texts' },
] as const

const titled = (language: Language, title: string) => `${title} · ${shellOf(language).name}`

/** The main area tells what failed and where, and the title that something did; everything around it goes on working. */
async function expectFailure(page: Page, language: Language, type: 'missing' | 'error' | 'timeout', file: string) {
  const { load } = shellOf(language).texts.errors
  await expect(heading(page, load.title)).toBeFocused()
  await expect(page).toHaveTitle(titled(language, load.title))
  // Phones share this address, not the one in the bar.
  const address = encodeURI(addresses.certification[language])
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${address}$`))
  const alert = mainArea(page).getByRole('alert')
  await expect(alert).toContainText(load.types[type])
  await expect(alert).toContainText(file)
  await expect(mainArea(page)).not.toContainText(words[language].loading)
  await expect(page.getByRole('contentinfo')).toContainText(words[language].copyright)
  await expect(navigationLink(page, language, words[language].navigation.contact)).toBeVisible()
}

const retryButton = (page: Page, language: Language) =>
  page.getByRole('button', { name: shellOf(language).texts.errors.load.retry, exact: true })

for (const { language, part, how } of failures)
  test(`a page's ${part}, ${how}: told in ${language}, each time; once it is back, the page comes`, async ({
    page,
    allowed,
  }) => {
    allowed.console(/^LoadError/)
    allowed.console(/^Failed to load resource/)
    const file = filesOf(language)[part]
    const mend = await breakOff(page, file, how)
    await visit(page, addresses.home[language])
    await navigationLink(page, language, words[language].navigation.certification).click()

    await expectFailure(page, language, how === 'missing' ? 'missing' : 'error', file)
    // A missing file means that this page is of an older build: then a retry loads the document, not the file.
    if (how === 'cut') {
      const asked = page.waitForRequest((request) => decodeURI(request.url()).includes(file))
      await retryButton(page, language).click()
      await asked
      await expectFailure(page, language, 'error', file)
    }
    await mend()
    await retryButton(page, language).click()
    await expect(heading(page, headingOf(pageOf('certification', language)))).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page).toHaveTitle(pageOf('certification', language).head.title)
    expect(addressBar(page)).toBe(addresses.certification[language])
  })

for (const { language, part } of delays)
  test(`while a page's ${part} is on its way, the main area says so, for 120 seconds and no longer (${language})`, async ({
    page,
    allowed,
  }) => {
    allowed.console(/^LoadError/)
    const file = filesOf(language)[part]
    await page.clock.install()
    await holdBack(page, file)
    const asked = page.waitForRequest((request) => decodeURI(request.url()).includes(file))
    const others = Object.values(filesOf(language)).filter((other) => other !== file)
    const arrived = others.map(async (other) => {
      const response = await page.waitForResponse((response) => decodeURI(response.url()).includes(other))
      await response.finished()
    })
    await visit(page, addresses.home[language])
    await navigationLink(page, language, words[language].navigation.certification).click()
    await asked
    // Each file has 120 seconds of its own: let the others arrive first, and be taken.
    await Promise.all(arrived)
    if (part !== 'script') await page.evaluate((address) => import(address).then(() => undefined), script)
    if (part !== 'style')
      await page.waitForFunction(
        (address) => document.querySelector<HTMLLinkElement>(`link[href="${address}"]`)?.sheet,
        style,
      )

    await page.clock.fastForward(100_000)
    await expect(mainArea(page)).toHaveText(words[language].loading)
    await expect(mainArea(page).getByRole('status')).toHaveText(words[language].loading)
    await expect(navigationLink(page, language, words[language].navigation.home)).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText(words[language].copyright)
    await page.clock.fastForward(20_000)
    await expectFailure(page, language, 'timeout', file)
  })

const { navigation } = words.en

test('after a failure the other links work, Back as well, and the language choice', async ({ page, allowed }) => {
  allowed.console(/^LoadError/)
  allowed.console(/^Failed to load resource/)
  const mend = await breakOff(page, script, 'cut')
  await visit(page, addresses.home.en)
  const isSameDocument = await markDocument(page)
  await navigationLink(page, 'en', navigation.certification).click()
  await expectFailure(page, 'en', 'error', script)

  await navigationLink(page, 'en', navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'en')))).toBeFocused()
  await page.goBack()
  await expectFailure(page, 'en', 'error', script)
  await page.goBack()
  await expect(heading(page, words.en.heroTitle)).toBeVisible()

  await page.goForward()
  await expectFailure(page, 'en', 'error', script)
  await mend()
  await languageLink(page, 'en', 'es').click()
  await expect(heading(page, headingOf(pageOf('certification', 'es')))).toBeVisible()
  expect(addressBar(page)).toBe(addresses.certification.es)
  expect(await isSameDocument()).toBe(true)
})

test(`a page that throws while it draws shows "${unexpectedTitle}" with a sentence`, async ({ page, allowed }) => {
  allowed.console(/the page broke/)
  await replaceScript(page, script, "export function Page() { throw new Error('the page broke') }")
  await visit(page, addresses.home.en)
  await navigationLink(page, 'en', navigation.certification).click()

  await expect(heading(page, unexpectedTitle)).toBeVisible()
  await expect(mainArea(page)).toContainText(shellOf('en').texts.errors.unexpected.text)
  await expect(page.getByRole('contentinfo')).toContainText(words.en.copyright)
  await navigationLink(page, 'en', navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'en')))).toBeFocused()
  await expect(page.getByText(unexpectedTitle)).toHaveCount(0)
})

for (const [what, file] of [
  ['texts', shellFile('en')],
  ['scripts', entryScript],
] as const)
  test(`a page whose own ${what} do not arrive on the first visit stays readable, made of ordinary links, and takes the answer about cookies`, async ({
    page,
    allowed,
  }) => {
    // Only the browser may report it, not the site: Firefox also aborts files when a visitor leaves the page.
    allowed.console(/^Failed to load resource/)
    const broken = page.waitForEvent('requestfailed')
    await breakOff(page, file, 'cut')
    await page.goto(addresses.presentation.en)
    await page.keyboard.press('Shift')
    await broken

    await expect(heading(page, headingOf(pageOf('presentation', 'en')))).toBeVisible()
    const banner = page.getByRole('region', { name: shellOf('en').texts.cookies.label, exact: true })
    await banner.getByRole('button', { name: words.en.refuse, exact: true }).click()
    await expect(banner).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('false')

    await languageLink(page, 'en', 'fr').click()
    await expect(heading(page, headingOf(pageOf('presentation', 'fr')))).toBeVisible()
    await page.goBack()
    const isSameDocument = await markDocument(page)
    await navigationLink(page, 'en', words.en.navigation.contact).click()
    await expect(heading(page, headingOf(pageOf('contact', 'en')))).toBeVisible()
    expect(await isSameDocument()).toBe(false)
  })
