import { unknownAddresses } from '../support/addresses.ts'
import { headingOf, notFoundPageOf, pageOf } from '../support/built-site.ts'
import { heading, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, hydrate, markDocument, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

const silence = /^Failed to load resource: the server responded with a status of 404/

test('a not-found page at an address that is not UTF-8 is hydrated like any other', async ({ page, allowed }) => {
  allowed.console(silence)
  // “Página vieja”, as a page in Latin-1 would link to it.
  await visit(page, '/P%E1gina-vieja')
  await navigationLink(page, 'es', words.es.navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'es')))).toBeFocused()
})

test('an unknown address answers 404 with a page in its language that leads on, and to which Back returns', async ({
  page,
  allowed,
}) => {
  allowed.console(silence)
  const notFound = notFoundPageOf('fr')
  const response = await visit(page, unknownAddresses.fr)
  expect(response?.status()).toBe(404)
  await expect(heading(page, headingOf(notFound))).toBeVisible()
  await expect(page).toHaveTitle(notFound.head.title)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  expect(addressBar(page)).toBe(unknownAddresses.fr)

  const isSameDocument = await markDocument(page)
  await navigationLink(page, 'fr', words.fr.navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'fr')))).toBeFocused()
  expect(await isSameDocument()).toBe(true)
  await page.goBack()
  await expect(heading(page, headingOf(notFound))).toBeVisible()
  await expect(page).toHaveTitle(notFound.head.title)
  await hydrate(page)
  await page.goForward()
  await expect(heading(page, headingOf(pageOf('contact', 'fr')))).toBeVisible()
})
