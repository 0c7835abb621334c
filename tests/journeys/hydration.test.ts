import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { contactTextsOf, entryScript, headingOf, pageFile, pageOf, shellFile, shellOf } from '../support/built-site.ts'
import { holdBack } from '../support/files-on-the-way.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { mapsService, playMapsService } from '../support/maps-service.ts'
import { expect, test } from '../support/test.ts'
import {
  addressBar,
  hydrate,
  hydratedSign,
  markDocument,
  scrollDown,
  scrollTop,
  untilHydrated,
  visit,
} from '../support/visit.ts'
import { words } from '../support/words.ts'

/** The scripts and data that the page asks for from now on. */
function listen(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const file = decodeURI(new URL(request.url()).pathname)
    // Preloads of the document have another resource type.
    if (['script', 'fetch'].includes(request.resourceType()) || file.endsWith('.json')) asked.push(file)
  })
  return asked
}

const bannerOf = (page: Page, language: Language) =>
  page.getByRole('region', { name: shellOf(language).texts.cookies.label, exact: true })

test('a key, a pointer over a link or a button, and the focus in a field hydrate the page', async ({ page }) => {
  for (const act of [
    () => page.keyboard.press('Shift'),
    () => navigationLink(page, 'es', words.es.navigation.home).hover(),
    () => page.getByRole('button', { name: words.es.send }).hover(),
    () => page.getByLabel(contactTextsOf('es').form.name, { exact: true }).focus(),
  ]) {
    await page.mouse.move(0, 0)
    await page.goto(addresses.contact.es)
    await expect(hydratedSign(page)).toHaveCount(0)
    await act()
    await untilHydrated(page)
  }
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('a finger on a language hydrates the page, and the language comes in place', async ({ page }) => {
    await page.goto(addresses.contact.es)
    const isSameDocument = await markDocument(page)
    await languageLink(page, 'es', 'fr').tap()
    await expect(heading(page, headingOf(pageOf('contact', 'fr')))).toBeVisible()
    expect(await isSameDocument()).toBe(true)
  })
})

test('reading is no intent: pointing at words, pressing on them, scrolling, following a note, answering the banner', async ({
  page,
}) => {
  const asked = listen(page)
  await page.goto(addresses.bienestar_animal.en)
  const words0 = mainArea(page).locator('p').first()
  await words0.hover()
  await words0.click()
  await page.mouse.wheel(0, 300)
  const note = mainArea(page).locator('a[href^="#source-"]').first()
  await note.click()
  await expect(page).toHaveURL(/#source-/)
  await bannerOf(page, 'en').getByRole('button', { name: words.en.refuse, exact: true }).click()

  await expect(bannerOf(page, 'en')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('false')
  // A sign of intent asks for its files at once: they would be listed before this request.
  await page.evaluate(() => fetch('/healthz'))
  expect(asked).toEqual(['/healthz'])
  await page.reload()
  await expect(bannerOf(page, 'en')).toHaveCount(0)
})

test('an agreement given before the page is hydrated brings the maps service', async ({ page, allowed }) => {
  allowed.host(mapsService)
  await playMapsService(page)
  await page.goto(addresses.contact.fr)
  await page.getByRole('button', { name: words.fr.accept, exact: true }).click()
  await expect(page.getByRole('contentinfo').locator('iframe')).toHaveAttribute('src', new RegExp(`^${mapsService}`))
})

test('a page that was drawn ahead asks nothing that was answered before it was opened', async ({ page }) => {
  await page.goto(addresses.home.en)
  await expect(bannerOf(page, 'en')).toBeInViewport()
  // Chromium prerenders nothing while it is driven by a test, so the test sends the event that follows prerendering.
  await page.evaluate(() => {
    localStorage.setItem('cookieConsent', 'false')
    document.dispatchEvent(new Event('prerenderingchange'))
  })
  await expect(bannerOf(page, 'en')).toHaveCount(0)
})

test('a page is painted before it asks for its font, or for what is stored', async ({ page }) => {
  await page.addInitScript(() => {
    const { getItem } = Storage.prototype
    Storage.prototype.getItem = function (key) {
      performance.mark('stored')
      return getItem.call(this, key)
    }
  })
  await page.goto(addresses.bienestar_animal.es)
  const asked = () =>
    performance
      .getEntries()
      .filter(({ name }) => name.endsWith('.woff2') || name === 'stored')
      .map(({ startTime }) => startTime)
  await expect(bannerOf(page, 'es')).toBeInViewport()
  await expect.poll(async () => (await page.evaluate(asked)).length).toBeGreaterThan(1)
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  expect(Math.min(...(await page.evaluate(asked)))).toBeGreaterThan(painted ?? Number.NaN)
})

test('a pointer that passes over a link, or presses it at once, asks for no React; one that rests does', async ({
  page,
}) => {
  const asked = listen(page)
  await page.clock.install()
  await page.goto(addresses.home.es)
  await page.clock.pauseAt(Date.now() + 60_000)
  await navigationLink(page, 'es', words.es.navigation.certification).hover()
  await page.clock.runFor(400)
  await mainArea(page).locator('p').first().hover()
  await page.clock.runFor(1_000)
  await page.evaluate(() => fetch('/healthz'))
  expect(asked).toEqual(['/healthz'])

  await navigationLink(page, 'es', words.es.navigation.certification).hover()
  await page.clock.runFor(600)
  await expect.poll(() => asked).toContain(entryScript)
})

test('a language asked for before the page is hydrated comes in place', async ({ page }) => {
  const asked = listen(page)
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.presentation.es)
  const isSameDocument = await markDocument(page)
  await scrollDown(page, 400)
  await page.evaluate(
    (locator) => document.querySelector<HTMLElement>(locator)?.focus({ preventScroll: true }),
    'a[hreflang="en"]',
  )
  await page.keyboard.press('Enter')
  // The texts of both languages are asked for while the entry script is on its way, and once.
  const texts = (['es', 'en'] as const).flatMap((language) => [pageFile('presentation', language), shellFile(language)])
  const textsAsked = () => asked.filter((file) => file.endsWith('.json')).toSorted()
  await expect.poll(textsAsked).toEqual(texts.toSorted())
  release()

  await expect(heading(page, headingOf(pageOf('presentation', 'en')))).toBeAttached()
  expect(textsAsked()).toEqual(texts.toSorted())
  expect(await isSameDocument()).toBe(true)
  expect(addressBar(page)).toBe(addresses.presentation.en)
  expect(await scrollTop(page)).toBe(400)
})

test('a language waits two seconds for React, then its document comes', async ({ page }) => {
  await holdBack(page, entryScript)
  await page.clock.install()
  await page.goto(addresses.presentation.es)
  const isSameDocument = await markDocument(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await languageLink(page, 'es', 'en').click()
  await page.clock.runFor(1_900)
  expect(await isSameDocument()).toBe(true)
  await page.clock.runFor(200)
  await expect(heading(page, headingOf(pageOf('presentation', 'en')))).toBeVisible()
  expect(await isSameDocument()).toBe(false)
})

test('of two languages asked for before the page is hydrated, the last one counts', async ({ page }) => {
  const release = await holdBack(page, entryScript)
  await page.clock.install()
  await page.goto(addresses.home.es)
  await page.clock.pauseAt(Date.now() + 60_000)
  await languageLink(page, 'es', 'en').click()
  await languageLink(page, 'es', 'fr').click()
  await page.clock.resume()
  release()
  await expect(heading(page, headingOf(pageOf('home', 'fr')))).toBeVisible()
  await page.goBack()
  await expect(heading(page, headingOf(pageOf('home', 'es')))).toBeVisible()
})

test('a link clicked after a language, before the page is hydrated, takes its place', async ({ page }) => {
  await holdBack(page, entryScript)
  await page.clock.install()
  await page.goto(addresses.home.es)
  const isSameDocument = await markDocument(page)
  // A document fetched ahead would be shown at once. This one is answered with nothing, which leaves the page as it is.
  await page.evaluate(() => document.querySelector('script[type="speculationrules"]')?.remove())
  await page.route(new URL(encodeURI(addresses.certification.es), page.url()).href, (route) =>
    route.fulfill({ status: 204 }),
  )
  await page.clock.pauseAt(Date.now() + 60_000)
  await languageLink(page, 'es', 'fr').click()
  const answered = page.waitForResponse((response) => response.status() === 204)
  await navigationLink(page, 'es', words.es.navigation.certification).click()
  await answered
  await page.clock.runFor(2_100)
  expect(await isSameDocument()).toBe(true)
})

test('a link is never kept: before the page is hydrated it loads its document', async ({ page }) => {
  await holdBack(page, entryScript)
  // With the clock stopped, a click that waited for a timeout would wait for ever, and the test fail.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(addresses.home.es)
  const isSameDocument = await markDocument(page)
  await navigationLink(page, 'es', words.es.navigation.certification).click()

  await expect(heading(page, headingOf(pageOf('certification', 'es')))).toBeVisible()
  expect(addressBar(page)).toBe(addresses.certification.es)
  expect(await isSameDocument()).toBe(false)
})

test('a language is left to the browser when a key asks for another tab', async ({ page, context }) => {
  await page.goto(addresses.home.es)
  const opened = context.waitForEvent('page')
  await languageLink(page, 'es', 'fr').click({ modifiers: ['Control'] })
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText(headingOf(pageOf('home', 'fr')))
  expect(addressBar(page)).toBe(addresses.home.es)
})

test('a form sent before the page is hydrated is answered in place', async ({ page }) => {
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.contact.fr)
  const isSameDocument = await markDocument(page)
  await page.getByRole('button', { name: words.fr.send, exact: true }).click()
  release()
  await expect(page.getByRole('link', { name: contactTextsOf('fr').form.errors.name_empty })).toBeVisible()
  expect(await isSameDocument()).toBe(true)
})

test('a form waits two seconds for React, then the browser sends it', async ({ page, allowed }) => {
  allowed.console(/^Failed to load resource: the server responded with a status of 422/)
  await holdBack(page, entryScript)
  await page.clock.install()
  await page.goto(addresses.contact.fr)
  const isSameDocument = await markDocument(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: words.fr.send, exact: true }).click()
  await page.clock.runFor(2_000)
  await expect(page.getByRole('link', { name: contactTextsOf('fr').form.errors.name_empty })).toBeVisible()
  expect(await isSameDocument()).toBe(false)
})

/** Changes the page as an extension does, a password manager for instance. */
const extend = (page: Page) =>
  page.evaluate(() => {
    for (const field of document.querySelectorAll('input')) field.after(document.createElement('div'))
  })

test('what was typed stays, and the focus, where an extension has changed the page', async ({ page, allowed }) => {
  allowed.console(/React error #418/)
  const { form } = contactTextsOf('en')
  const name = page.getByLabel(form.name, { exact: true })
  const message = page.getByLabel(form.message, { exact: true })
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.contact.en)
  await extend(page)
  await message.fill('As Back restores it')
  await name.focus()
  await page.keyboard.type('Marie Durad')
  await page.keyboard.press('ArrowLeft')
  release()

  await untilHydrated(page)
  await expect(page.locator('#name + div'), 'React has drawn the page anew').toHaveCount(0)
  await expect(name).toBeFocused()
  await page.keyboard.type('n')
  await expect(name).toHaveValue('Marie Durand')
  await expect(message).toHaveValue('As Back restores it')
})

test('a form is sent that was sent before an extension’s changes made React draw it anew', async ({
  page,
  allowed,
}) => {
  allowed.console(/React error #418/)
  const { form } = contactTextsOf('fr')
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.contact.fr)
  await extend(page)
  await page.getByRole('button', { name: words.fr.send, exact: true }).click()
  release()
  await expect(page.getByRole('link', { name: form.errors.name_empty })).toBeVisible()
})

test('what was typed stays, and the focus, where the browser has translated the page', async ({ page, allowed }) => {
  allowed.console(/React error #418/)
  const { form } = contactTextsOf('fr')
  const message = page.getByLabel(form.message, { exact: true })
  await page.goto(addresses.contact.fr)
  await page.evaluate(() => {
    const message = document.querySelector('textarea')
    if (message) message.value = 'As Back restores it'
    // As Chrome translates.
    const texts = document.createTreeWalker(document.querySelector('#app') as Node, NodeFilter.SHOW_TEXT)
    const found: Node[] = []
    while (texts.nextNode()) found.push(texts.currentNode)
    for (const text of found) {
      const translated = document.createElement('font')
      text.parentNode?.replaceChild(translated, text)
      translated.append(text)
    }
  })
  await page.keyboard.press('Tab')

  await untilHydrated(page)
  await expect(page.locator('font'), 'React has drawn the page anew').toHaveCount(0)
  await expect(page.getByRole('link', { name: shellOf('fr').texts.navbar.skip, exact: true })).toBeFocused()
  await expect(message).toHaveValue('As Back restores it')
})

test('what the footer was asked for before the page is hydrated, it does', async ({ page, allowed }) => {
  allowed.host(mapsService)
  await playMapsService(page)
  const { texts, offices } = shellOf('en')
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.contact.en)
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: offices[1]?.address ?? '' }).click()
  // The frame changes before React is there.
  await expect(footer.locator('iframe').contentFrame().locator('svg > title')).toContainText('Floirac')
  await footer.getByRole('button', { name: texts.footer.map_load }).click()
  release()

  await untilHydrated(page)
  await expect(footer.locator('iframe')).toHaveAttribute('src', offices[1]?.map.embed ?? '')
  await expect(footer.getByRole('link', { name: offices[1]?.address ?? '' })).toHaveAttribute('aria-current', 'true')
})

test('the menu opens before the page is hydrated, and says that it is open once it is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.home.fr)
  const burger = page.getByRole('button', { name: shellOf('fr').texts.navbar.menu, exact: true })
  await burger.click()
  await expect(navigationLink(page, 'fr', words.fr.navigation.contact)).toBeVisible()
  release()
  await expect(burger).toHaveAttribute('aria-expanded', 'true')
})

test('once hydrated, a page asks for nothing that was not pointed at, nor does the browser fetch documents', async ({
  page,
}) => {
  const asked = listen(page)
  await page.goto(addresses.home.es)
  const rules = page.locator('script[type="speculationrules"]')
  await expect(rules).toHaveCount(1)
  await hydrate(page)
  await expect(rules).toHaveCount(0)
  const texts = pageFile('certification', 'es')
  await page.evaluate(() => fetch('/healthz'))
  expect(asked.filter((file) => file.endsWith('.json'))).toHaveLength(2)

  const arrived = page.waitForResponse((response) => decodeURI(response.url()).endsWith(texts))
  await navigationLink(page, 'es', words.es.navigation.certification).hover()
  await arrived
})

test('the link that hydrated the page by being pointed at has its page fetched', async ({ page }) => {
  const texts = pageFile('certification', 'es')
  const arrived = page.waitForResponse((response) => decodeURI(response.url()).endsWith(texts))
  await page.goto(addresses.home.es)
  await navigationLink(page, 'es', words.es.navigation.certification).hover()
  await arrived
})

test('with data saving on, not even what is pointed at is fetched ahead, and headings keep the font they have', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } }),
  )
  const asked = listen(page)
  const fonts: string[] = []
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
  await visit(page, addresses.home.es)
  await navigationLink(page, 'es', words.es.navigation.certification).hover()
  await page.evaluate(() => fetch('/healthz'))
  expect(asked).not.toContain(pageFile('certification', 'es'))
  expect(fonts).toEqual([])
})
