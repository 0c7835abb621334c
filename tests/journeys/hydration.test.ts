import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { contactTextsOf, entryScript, headingOf, pageFile, pageOf, shellOf } from '../support/built-site.ts'
import { holdBack } from '../support/files-on-the-way.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { mapsService, playMapsService } from '../support/maps-service.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, hydrate, hydratedSign, markDocument, untilHydrated, visit } from '../support/visit.ts'
import { languageNames, words } from '../support/words.ts'

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

for (const [what, link, key, language] of [
  ['a page', () => words.es.navigation.certification, 'certification', 'es'],
  ['a language', () => languageNames.fr, 'home', 'fr'],
] as const)
  test(`a link to ${what} is never deferred: before the page is hydrated it loads its document`, async ({ page }) => {
    await holdBack(page, entryScript)
    await page.goto(addresses.home.es)
    const isSameDocument = await markDocument(page)
    const changes: string[] = []
    page.on('console', (message) => message.type() === 'log' && changes.push(message.text()))
    await page.getByRole('banner').getByRole('link', { name: link(), exact: true }).click()

    await expect(heading(page, headingOf(pageOf(key, language)))).toBeVisible()
    expect(addressBar(page)).toBe(addresses[key][language])
    expect(await isSameDocument()).toBe(false)
    const expected = language === 'es' ? [] : [`Language changed to ${language}`]
    expect(changes).toEqual(expected)
    // Not by a reload, which has the same referrer.
    await page.reload()
    expect(changes).toEqual(expected)
  })

test('a language is left to the browser when a key asks for another tab', async ({ page, context }) => {
  await visit(page, addresses.home.es)
  const opened = context.waitForEvent('page')
  await languageLink(page, 'es', 'fr').click({ modifiers: ['Control'] })
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText(headingOf(pageOf('home', 'fr')))
  expect(addressBar(page)).toBe(addresses.home.es)
})

test('a form sent before the page is hydrated is sent by the browser', async ({ page, allowed }) => {
  allowed.console(/^Failed to load resource: the server responded with a status of 422/)
  await holdBack(page, entryScript)
  await page.goto(addresses.contact.fr)
  const isSameDocument = await markDocument(page)
  await page.getByRole('button', { name: words.fr.send, exact: true }).click()
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

test('what the footer was asked for before the page is hydrated, it does', async ({ page, allowed }) => {
  allowed.host(mapsService)
  await playMapsService(page)
  const { texts, offices } = shellOf('en')
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.contact.en)
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: offices[1]?.address ?? '' }).click()
  // The frame changes before React is there.
  await expect(footer.locator('iframe').contentFrame().locator('svg > title')).toContainText(offices[1]?.city ?? '-')
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
