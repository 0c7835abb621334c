import { contactEndpoint } from '../../src/shared/contact/message-rules.ts'
import { addresses, article } from '../support/addresses.ts'
import { contactTextsOf, entryScript, pageFile, shellFile } from '../support/built-site.ts'
import { burger, cookieBanner, expectPage, footer, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { failRequests, holdBack } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { untilHydrated } from '../support/visit.ts'
import { words } from '../support/words.ts'

test('reading does not hydrate the page, nor does a pointer that passes over a link; one that rests does, and from then on a page is fetched when its link is pointed at', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const file = decodeURI(new URL(request.url()).pathname)
    // Preloads of the document have another resource type.
    if (['script', 'fetch'].includes(request.resourceType()) || file.endsWith('.json')) asked.push(file)
  })
  /** Earlier requests are listed before this one. */
  const settle = () => page.evaluate(() => fetch('/healthz'))
  const link = navigationLink(page, 'en', 'certification')
  const rules = page.locator('script[type="speculationrules"]')
  const paragraph = mainArea(page).locator('p').first()
  await page.clock.install()
  await page.goto(addresses[article].en)
  await page.clock.pauseAt(Date.now() + 60_000)
  await paragraph.hover()
  await paragraph.click()
  await page.mouse.wheel(0, 300)
  await mainArea(page).locator('a[href^="#source-"]').first().click()
  await expect(page).toHaveURL(/#source-/)
  await cookieBanner(page, 'en').getByRole('button', { name: words.en.refuse, exact: true }).click()
  await expect(cookieBanner(page, 'en')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('false')

  await link.hover()
  await page.clock.runFor(400)
  await paragraph.hover()
  await page.clock.runFor(1_000)
  await settle()
  expect(asked).toEqual(['/healthz'])
  await expect(rules).toHaveCount(1)

  await navigationLink(page, 'en', 'home').hover()
  await page.clock.runFor(600)
  await page.clock.resume()
  await untilHydrated(page)
  expect(asked).toContain(entryScript)
  // The browser no longer prefetches documents.
  await expect(rules).toHaveCount(0)
  await settle()
  // Of the page, of what all share, and of the page that the pointer is on.
  expect(asked.filter((file) => file.endsWith('.json'))).toHaveLength(3)
  await link.hover()
  await expect.poll(() => asked).toContain(pageFile('certification', 'en'))
})

test('a pointer over a button, and a key, hydrate the page; before that, and if its files do not arrive, links load documents, also to a language, the form is sent by the browser, and the question about cookies works', async ({
  page,
  allowed,
}) => {
  // Only the browser may report what did not arrive, not the site: Firefox also aborts files when a visitor leaves the page.
  allowed.console(/^Failed to load resource/)
  const changes: string[] = []
  page.on('console', (message) => message.type() === 'log' && changes.push(message.text()))
  const loaded: string[] = []
  page.on('domcontentloaded', () => loaded.push(decodeURI(new URL(page.url()).pathname)))
  /** @param sign of intent, after which one of the files does not arrive */
  const failToHydrate = async (sign: () => Promise<void>) => {
    const broken = page.waitForEvent('requestfailed')
    await sign()
    await broken
  }
  const restoreEntry = await failRequests(page, entryScript, 'cut')
  await page.goto(addresses.presentation.en)
  await failToHydrate(() => footer(page).getByRole('button').first().hover())
  await cookieBanner(page, 'en').getByRole('button', { name: words.en.refuse, exact: true }).click()
  await expect(cookieBanner(page, 'en')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('false')
  expect(changes).toEqual([])
  await languageLink(page, 'en', 'fr').click()
  await expectPage(page, 'presentation', 'fr')
  await expect.poll(() => changes).toEqual(['Language changed to fr'])
  await restoreEntry()
  await failRequests(page, shellFile('fr'), 'cut')
  await failToHydrate(() => page.keyboard.press('Shift'))
  await navigationLink(page, 'fr', 'certification').click()
  await expectPage(page, 'certification', 'fr')

  await page.unrouteAll()
  for (const key of ['certification', 'contact'] as const) await holdBack(page, pageFile(key, 'fr'))
  await page.keyboard.press('Shift')
  await navigationLink(page, 'fr', 'contact').click()
  await expectPage(page, 'contact', 'fr')
  await page.keyboard.press('Shift')
  await page.getByRole('button', { name: words.fr.send, exact: true }).click()
  await expect(page.getByRole('link', { name: contactTextsOf('fr').form.errors.name_empty })).toBeVisible()
  // No script runs in the answer, so buttons of the footer would do nothing.
  await expect(footer(page).getByRole('button')).toHaveCount(0)
  expect(changes).toHaveLength(1)
  const { presentation, certification, contact } = addresses
  expect(loaded).toEqual([presentation.en, presentation.fr, certification.fr, contact.fr, contactEndpoint])
})

test('the focus in a field or on a link hydrates the page, and stays, as does what was typed, whatever extensions, translators and telephones have made of the page', async ({
  page,
  allowed,
}) => {
  allowed.console(/React error #418/)
  await page.setViewportSize({ width: 390, height: 844 })
  const { form } = contactTextsOf('fr')
  const name = page.getByLabel(form.name, { exact: true })
  const message = page.getByLabel(form.message, { exact: true })
  // The header has a button that leads there, too.
  const second = footer(page).locator(`a[href="${addresses.register.fr}"]`)
  const inMenu = navigationLink(page, 'fr', 'certification')
  for (const control of [name, second, inMenu]) {
    const release = await holdBack(page, entryScript)
    await page.goto(addresses.contact.fr)
    await message.fill('As Back restores it')
    // Without a key, which would hydrate the page as well.
    if (control === name) await name.fill('Marie Dura')
    if (control === inMenu) await burger(page, 'fr').press('Enter')
    await control.focus()
    // As a password manager does, a telephone that finds numbers, and a browser that translates.
    await page.evaluate(() => {
      for (const field of document.querySelectorAll('input')) field.after(document.createElement('div'))
      for (const element of document.querySelectorAll('#app p, #app dd, #app button')) {
        const link = Object.assign(document.createElement('a'), { href: 'tel:123', textContent: '123' })
        element.append(Object.assign(document.createElement('font'), { textContent: 'übersetzt' }), link)
      }
    })
    release()
    await untilHydrated(page)
    await expect(page.locator('#app font, #name + div'), 'React has rendered the page again').toHaveCount(0)
    await expect(control).toBeFocused()
    await expect(message).toHaveValue('As Back restores it')
    if (control !== name) continue
    await page.keyboard.type('nd')
    await expect(name).toHaveValue('Marie Durand')
  }
})
