import type { Page } from '@playwright/test'
import { interpolate } from '../../src/shared/interpolate.ts'
import type { Language } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { headingOf, pageOf, shellOf } from '../support/built-site.ts'
import { heading, languageLink, navigationLink } from '../support/find.ts'
import { mapsService, playMapsService } from '../support/maps-service.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, hydrate, hydratedSign, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

type OfficeId = 'valencia' | 'floirac'

const officeOf = (language: Language, id: OfficeId) => shellOf(language).offices.find((office) => office.id === id)
/** What the frame is called, and what the site's own drawing in it is titled, for an office. */
const frameName = (language: Language, id: OfficeId) =>
  interpolate(shellOf(language).texts.footer.map_frame, { office: officeOf(language, id)?.city ?? id })
const drawingTitle = (language: Language, id: OfficeId) =>
  interpolate(shellOf(language).texts.footer.locator_title, { office: officeOf(language, id)?.city ?? id })

const frameOf = (page: Page) => page.getByRole('contentinfo').locator('iframe')
const contentOf = (page: Page) => frameOf(page).contentFrame()
const addressOf = (page: Page, language: Language, id: OfficeId) =>
  page.getByRole('contentinfo').getByRole('link', { name: officeOf(language, id)?.address ?? id })
const askedFor = (id: OfficeId) => `Asked for ${new URL(officeOf('es', id)?.map.embed ?? '').search}`
const toTheMap = (page: Page) => page.getByRole('contentinfo').getByRole('figure').scrollIntoViewIfNeeded()

async function expectDrawing(page: Page, language: Language, id: OfficeId): Promise<void> {
  await expect(frameOf(page)).toHaveAttribute('title', frameName(language, id))
  await expect(contentOf(page).locator('svg > title')).toHaveText(drawingTitle(language, id))
  await expect(addressOf(page, language, id)).toHaveAttribute('aria-current', 'true')
}

async function expectService(page: Page, language: Language, id: OfficeId): Promise<void> {
  await expect(frameOf(page)).toHaveAttribute('title', frameName(language, id))
  await expect(contentOf(page).getByText(askedFor(id))).toBeVisible()
}

const { accept, refuse, navigation } = words.fr
const { texts } = shellOf('fr')

test('the footer shows Valencia on the site’s own map; an address switches it, and another language does not', async ({
  page,
}) => {
  await visit(page, addresses.certification.fr)
  await toTheMap(page)
  await expect(page.getByRole('heading', { name: words.fr.mapHeading, exact: true })).toBeVisible()
  await expectDrawing(page, 'fr', 'valencia')

  await addressOf(page, 'fr', 'floirac').click()
  await expectDrawing(page, 'fr', 'floirac')
  await expect(addressOf(page, 'fr', 'valencia')).not.toHaveAttribute('aria-current')

  await languageLink(page, 'fr', 'es').click()
  await expect(heading(page, headingOf(pageOf('certification', 'es')))).toBeVisible()
  await toTheMap(page)
  await expectDrawing(page, 'es', 'floirac')
  await addressOf(page, 'es', 'valencia').click()
  await expectDrawing(page, 'es', 'valencia')
})

test('the button loads the maps service, for this visit only, also for who refused before', async ({
  page,
  baseURL,
  allowed,
}) => {
  allowed.host(mapsService)
  await playMapsService(page)
  await decideEarlier(page, baseURL, 'false')
  await visit(page, addresses.home.fr)
  await toTheMap(page)
  const load = page.getByRole('button', { name: texts.footer.map_load, exact: true })
  await load.press('Enter')
  await expectService(page, 'fr', 'valencia')
  await expect(load).toHaveCount(0)
  // Where the button was is nothing: who pressed it goes on from the map.
  await expect(frameOf(page)).toBeFocused()

  await navigationLink(page, 'fr', navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'fr')))).toBeVisible()
  await toTheMap(page)
  await expectService(page, 'fr', 'valencia')
  await addressOf(page, 'fr', 'floirac').click()
  await expectService(page, 'fr', 'floirac')
  expect(await page.evaluate(() => Object.entries(localStorage))).toEqual([['cookieConsent', 'false']])

  await page.reload()
  await hydrate(page)
  await toTheMap(page)
  await expectDrawing(page, 'fr', 'valencia')
  await expect(load).toBeVisible()
})

test(`"${accept}" brings the maps service, "${refuse}" the site's own map again`, async ({ page, allowed }) => {
  allowed.host(mapsService)
  await playMapsService(page)
  await visit(page, addresses.presentation.fr)
  await page.getByRole('button', { name: accept, exact: true }).click()
  await toTheMap(page)
  await expectService(page, 'fr', 'valencia')
  await addressOf(page, 'fr', 'floirac').click()
  await expectService(page, 'fr', 'floirac')

  await visit(page, addresses.contact.fr)
  await toTheMap(page)
  await expectService(page, 'fr', 'valencia')

  await page.getByRole('button', { name: texts.footer.cookies }).click()
  await page.getByRole('button', { name: refuse, exact: true }).click()
  await expectDrawing(page, 'fr', 'valencia')
  expect(await page.evaluate(() => Object.entries(localStorage))).toEqual([['cookieConsent', 'false']])
})

test('who has agreed on an earlier visit sees the maps service without touching anything, and React waits for that', async ({
  page,
  baseURL,
  allowed,
}) => {
  allowed.host(mapsService)
  await playMapsService(page)
  await decideEarlier(page, baseURL, 'true')
  await page.goto(addresses.home.fr)
  await page.evaluate(() => fetch('/healthz'))
  await expect(hydratedSign(page)).toHaveCount(0)
  await toTheMap(page)
  await expectService(page, 'fr', 'valencia')
})
