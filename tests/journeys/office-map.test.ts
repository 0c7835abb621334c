import type { Page } from '@playwright/test'
import { interpolate } from '../../src/shared/interpolate.ts'
import type { Language } from '../../src/shared/languages.ts'
import { findViolations } from '../support/accessibility.ts'
import { addresses } from '../support/addresses.ts'
import { entryScript, shellOf } from '../support/built-site.ts'
import { expectPage, expectPageInPlace, footer, languageLink, navigationLink } from '../support/find.ts'
import { holdBack } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { hydratedSign, untilHydrated } from '../support/visit.ts'
import { words } from '../support/words.ts'

/** Valencia comes first, then Floirac. */
const officeOf = (language: Language, index: number) => shellOf(language).offices[index]
const frameOf = (page: Page) => footer(page).locator('iframe')
const addressOf = (page: Page, language: Language, index: number) =>
  footer(page).getByRole('link', { name: officeOf(language, index)?.address ?? '-' })
const toTheMap = (page: Page) => footer(page).getByRole('figure').scrollIntoViewIfNeeded()

async function expectOffice(page: Page, language: Language, index: number, map: 'drawing' | 'service') {
  const { footer: texts } = shellOf(language).texts
  const office = officeOf(language, index)?.city ?? ''
  await toTheMap(page)
  await expect(frameOf(page)).toHaveAttribute('title', interpolate(texts.map_frame, { office }))
  await expect(addressOf(page, language, index)).toHaveAttribute('aria-current', 'true')
  await expect(addressOf(page, language, 1 - index)).not.toHaveAttribute('aria-current')
  const content = frameOf(page).contentFrame()
  if (map === 'drawing')
    await expect(content.locator('svg > title')).toHaveText(interpolate(texts.locator_title, { office }))
  else
    await expect(
      content.getByText(`Asked for ${new URL(officeOf(language, index)?.map.embed ?? '').search}`),
    ).toBeVisible()
}

const { accept, refuse } = words.fr
const { texts } = shellOf('fr')

/** Answers instead of the maps service, so that no test needs the internet: the frame shows the requested address. */
test.beforeEach(async ({ page, allowed }) => {
  const { origin } = new URL(officeOf('es', 0)?.map.embed ?? '')
  allowed.host(origin)
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/plain', body: `Asked for ${new URL(route.request().url()).search}` }),
  )
})

test('an address switches the footer’s map, the site’s own or the service, before and after the page is hydrated; a button shows the service for this visit, without a choice or after a refusal', async ({
  page,
}) => {
  const load = page.getByRole('button', { name: texts.footer.map_load, exact: true })
  const answer = page.getByRole('button', { name: refuse, exact: true })
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.contact.fr)
  await addressOf(page, 'fr', 1).click()
  // The frame changes before React is there.
  await expect(frameOf(page).contentFrame().locator('svg > title')).toContainText(officeOf('fr', 1)?.city ?? '-')
  await load.click()
  release()
  await untilHydrated(page)
  await expectOffice(page, 'fr', 1, 'service')
  await answer.click()
  await expectOffice(page, 'fr', 1, 'drawing')
  await addressOf(page, 'fr', 0).click()
  await expectOffice(page, 'fr', 0, 'drawing')

  await load.press('Enter')
  await expectOffice(page, 'fr', 0, 'service')
  await expect(load).toHaveCount(0)
  // The button is gone, so the focus goes to the map.
  await expect(frameOf(page)).toBeFocused()
  expect(await findViolations(page, 'map', 'footer')).toEqual([])
  await addressOf(page, 'fr', 1).click()
  await navigationLink(page, 'fr', 'certification').click()
  await expectPageInPlace(page, 'certification', 'fr')
  await languageLink(page, 'fr', 'es').click()
  await expectPage(page, 'certification', 'es')
  await expectOffice(page, 'es', 1, 'service')
  expect(await page.evaluate(() => Object.entries(localStorage))).toEqual([['cookieConsent', 'false']])

  // A new choice ends it, even if it is the same.
  for (const name of [shellOf('es').texts.footer.cookies, words.es.refuse])
    await page.getByRole('button', { name, exact: true }).click()
  await expectOffice(page, 'es', 1, 'drawing')
})

test(`"${accept}" is stored as 'true', and shows the maps service now and on later visits, for which React is loaded once the map is in view; it goes with "${refuse}"`, async ({
  page,
}) => {
  await page.goto(addresses.presentation.fr)
  await page.getByRole('button', { name: accept, exact: true }).click()
  await expectOffice(page, 'fr', 0, 'service')
  expect(await page.evaluate(() => Object.entries(localStorage))).toEqual([['cookieConsent', 'true']])

  await page.goto(addresses.home.fr)
  await page.evaluate(() => fetch('/healthz'))
  await expect(hydratedSign(page)).toHaveCount(0)
  await expectOffice(page, 'fr', 0, 'service')
  for (const name of [texts.footer.cookies, refuse]) await page.getByRole('button', { name, exact: true }).click()
  await expectOffice(page, 'fr', 0, 'drawing')
})
