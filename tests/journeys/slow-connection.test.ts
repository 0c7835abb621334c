import { addresses } from '../support/addresses.ts'
import { entryScript, headingOf, pageOf } from '../support/built-site.ts'
import { holdBack } from '../support/files-on-the-way.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, hydrate, markDocument } from '../support/visit.ts'
import { words } from '../support/words.ts'

test('before its script arrives a page can be read and its links followed', async ({ page }) => {
  const release = await holdBack(page, entryScript)
  // Whoever kept a click on a link for a time would keep it for ever.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(addresses.bienestar_animal.en, { waitUntil: 'domcontentloaded' })
  await expect(heading(page, headingOf(pageOf('bienestar_animal', 'en')))).toBeVisible()
  expect((await mainArea(page).innerText()).split(/\s+/).length).toBeGreaterThan(500)

  const isSameDocument = await markDocument(page)
  await navigationLink(page, 'en', words.en.navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'en')))).toBeVisible()
  expect(addressBar(page)).toBe(addresses.contact.en)
  expect(await isSameDocument()).toBe(false)

  await page.clock.resume()
  await languageLink(page, 'en', 'es').click()
  await expect(heading(page, headingOf(pageOf('contact', 'es')))).toBeVisible()
  expect(addressBar(page)).toBe(addresses.contact.es)

  release()
  await hydrate(page)
  await expect(heading(page, headingOf(pageOf('contact', 'es')))).toBeVisible()
})

test('a page that is hydrated late leaves the reader where he is', async ({ page }) => {
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.certificacion_halal.en, { waitUntil: 'domcontentloaded' })
  await page.evaluate(() => scrollTo(0, 800))

  release()
  await hydrate(page)
  expect(await page.evaluate(() => Math.round(scrollY))).toBe(800)
  await expect(page.locator('h1')).not.toBeFocused()
})
