import type { Page } from '@playwright/test'
import { addresses, article } from '../support/addresses.ts'
import { contactTextsOf, entryScript, pageFile } from '../support/built-site.ts'
import { burger, cookieBanner, expectPage, footer, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { holdBack } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { hydrate, hydratedSign, markDocument, untilHydrated } from '../support/visit.ts'
import { words } from '../support/words.ts'

/** The scripts and data that the page requests from now on. */
function listen(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const file = decodeURI(new URL(request.url()).pathname)
    // Preloads of the document have another resource type.
    if (['script', 'fetch'].includes(request.resourceType()) || file.endsWith('.json')) asked.push(file)
  })
  return asked
}

/** Waits until the page's earlier requests are listed: this one is listed after them. */
const settle = (page: Page) => page.evaluate(() => fetch('/healthz'))

test('a key, a pointer over a link or a button, and the focus in a field hydrate the page', async ({ page }) => {
  for (const act of [
    () => page.keyboard.press('Shift'),
    () => navigationLink(page, 'es', 'home').hover(),
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

test('reading does not hydrate the page: pointing at words, pressing on them, scrolling, following a note, answering the banner', async ({
  page,
}) => {
  const asked = listen(page)
  await page.goto(addresses[article].en)
  const paragraph = mainArea(page).locator('p').first()
  await paragraph.hover()
  await paragraph.click()
  await page.mouse.wheel(0, 300)
  await mainArea(page).locator('a[href^="#source-"]').first().click()
  await expect(page).toHaveURL(/#source-/)
  await cookieBanner(page, 'en').getByRole('button', { name: words.en.refuse, exact: true }).click()

  await expect(cookieBanner(page, 'en')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('false')
  await settle(page)
  expect(asked).toEqual(['/healthz'])
})

test('a pointer that passes over a link does not load React; one that rests does', async ({ page }) => {
  const asked = listen(page)
  await page.clock.install()
  await page.goto(addresses.home.es)
  await page.clock.pauseAt(Date.now() + 60_000)
  await navigationLink(page, 'es', 'certification').hover()
  await page.clock.runFor(400)
  await mainArea(page).locator('p').first().hover()
  await page.clock.runFor(1_000)
  await settle(page)
  expect(asked).toEqual(['/healthz'])

  await navigationLink(page, 'es', 'certification').hover()
  await page.clock.runFor(600)
  await expect.poll(() => asked).toContain(entryScript)
})

test('a link to a page or a language is never deferred: before the page is hydrated it loads its document', async ({
  page,
}) => {
  await holdBack(page, entryScript)
  const changes: string[] = []
  page.on('console', (message) => message.type() === 'log' && changes.push(message.text()))
  await page.goto(addresses.home.es)
  await navigationLink(page, 'es', 'certification').click()
  await expectPage(page, 'certification', 'es')
  expect(changes).toEqual([])

  await languageLink(page, 'es', 'fr').click()
  await expectPage(page, 'certification', 'fr')
  await expect.poll(() => changes).toEqual(['Language changed to fr'])
  // Not by a reload, which has the same referrer.
  await page.reload()
  await settle(page)
  expect(changes).toHaveLength(1)
})

test('a form sent before the page is hydrated is sent by the browser', async ({ page, allowed }) => {
  allowed.console(/^Failed to load resource: the server responded with a status of 422/)
  await holdBack(page, entryScript)
  await page.goto(addresses.contact.fr)
  const isSameDocument = await markDocument(page)
  await page.getByRole('button', { name: words.fr.send, exact: true }).click()
  await expect(page.getByRole('link', { name: contactTextsOf('fr').form.errors.name_empty })).toBeVisible()
  // No script runs in the answer, so buttons of the footer would do nothing.
  await expect(footer(page).getByRole('button')).toHaveCount(0)
  expect(await isSameDocument()).toBe(false)
})

test('what was typed and the focus stay, even if an extension has changed the page', async ({ page, allowed }) => {
  allowed.console(/React error #418/)
  const { form } = contactTextsOf('en')
  const name = page.getByLabel(form.name, { exact: true })
  const message = page.getByLabel(form.message, { exact: true })
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.contact.en)
  // As a password manager does.
  await page.evaluate(() => {
    for (const field of document.querySelectorAll('input')) field.after(document.createElement('div'))
  })
  await message.fill('As Back restores it')
  await name.focus()
  await page.keyboard.type('Marie Dura')
  release()

  await untilHydrated(page)
  await expect(page.locator('#name + div'), 'React has rendered the page again').toHaveCount(0)
  await expect(name).toBeFocused()
  await page.keyboard.type('nd')
  await expect(name).toHaveValue('Marie Durand')
  await expect(message).toHaveValue('As Back restores it')
})

test('the focus of a link or a button stays, whatever others made of the page’s numbers and words', async ({
  page,
  allowed,
}) => {
  allowed.console(/React error #418/)
  await page.setViewportSize({ width: 390, height: 844 })
  const send = page.getByRole('button', { name: words.fr.send, exact: true })
  // The header has a button that leads there, too.
  const second = footer(page).locator(`a[href="${addresses.register.fr}"]`)
  const inMenu = navigationLink(page, 'fr', 'certification')
  for (const control of [send, second, inMenu]) {
    const release = await holdBack(page, entryScript)
    await page.goto(addresses.contact.fr)
    if (control === inMenu) await burger(page, 'fr').press('Enter')
    await control.focus()
    // As a phone does that finds numbers, and a browser that translates.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('#app p, #app dd, #app button')) {
        const link = Object.assign(document.createElement('a'), { href: 'tel:123', textContent: '123' })
        element.append(Object.assign(document.createElement('font'), { textContent: 'übersetzt' }), link)
      }
    })
    release()
    await untilHydrated(page)
    await expect(page.locator('#app font')).toHaveCount(0)
    await expect(control).toBeFocused()
  }
})

test('the menu opens before the page is hydrated, and is marked as open once it is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const release = await holdBack(page, entryScript)
  // With a query that the register would read, which decides no language.
  await page.goto(`${addresses.home.fr}?country=FR`)
  await burger(page, 'fr').click()
  await expect(navigationLink(page, 'fr', 'contact')).toBeVisible()
  release()
  await expect(burger(page, 'fr')).toHaveAttribute('aria-expanded', 'true')
})

test('once hydrated, a page fetches only the page whose link is pointed at, and the browser prefetches no documents', async ({
  page,
}) => {
  const asked = listen(page)
  await page.goto(addresses.home.es)
  const rules = page.locator('script[type="speculationrules"]')
  await expect(rules).toHaveCount(1)
  await hydrate(page)
  await expect(rules).toHaveCount(0)
  await settle(page)
  expect(asked.filter((file) => file.endsWith('.json'))).toHaveLength(2)

  await navigationLink(page, 'es', 'certification').hover()
  await expect.poll(() => asked).toContain(pageFile('certification', 'es'))
})
