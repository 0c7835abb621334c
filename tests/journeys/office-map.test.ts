import type { Page } from '@playwright/test'
import { interpolate } from '../../src/shared/interpolate.ts'
import { allLanguages, type Language } from '../../src/shared/languages.ts'
import { addresses, allPages } from '../support/addresses.ts'
import { headingOf, pageOf, shellOf } from '../support/built-site.ts'
import { heading, languageLink, navigationLink } from '../support/find.ts'
import { mapsService, playMapsService } from '../support/maps-service.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, decideEarlier, untilHydrated, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

/** What the frame is called, and what the site's own drawing in it is titled, for an office. */
const frameName = (language: Language, office: string) =>
  interpolate(shellOf(language).texts.footer.map_frame, { office })
const drawingTitle = (language: Language, office: string) =>
  interpolate(shellOf(language).texts.footer.locator_title, { office })

const frameOf = (page: Page) => page.getByRole('contentinfo').locator('iframe')
const contentOf = (page: Page) => frameOf(page).contentFrame()
const addressOf = (page: Page, language: Language, city: string) => {
  const address = shellOf(language).offices.find((office) => office.city === city)?.address ?? city
  return page.getByRole('contentinfo').getByRole('link', { name: address })
}
const markerOf = (city: string) => {
  const embed = shellOf('es').offices.find((office) => office.city === city)?.map.embed ?? ''
  return `Marker at ${new URL(embed).searchParams.get('marker')}`
}
const toTheMap = (page: Page) => page.getByRole('contentinfo').getByRole('figure').scrollIntoViewIfNeeded()

async function expectDrawing(page: Page, language: Language, city: string): Promise<void> {
  await expect(frameOf(page)).toHaveAttribute('title', frameName(language, city))
  await expect(contentOf(page).locator('svg > title')).toHaveText(drawingTitle(language, city))
  await expect(addressOf(page, language, city)).toHaveAttribute('aria-current', 'true')
}

async function expectService(page: Page, language: Language, city: string): Promise<void> {
  await expect(frameOf(page)).toHaveAttribute('title', frameName(language, city))
  await expect(contentOf(page).getByText(markerOf(city))).toBeVisible()
}

for (const language of allLanguages) {
  const { accept, refuse, navigation } = words[language]
  const { texts } = shellOf(language)

  test(`the footer shows Valencia on the site's own map; Floirac's address switches it (${language})`, async ({
    page,
  }) => {
    await visit(page, addresses.certification[language])
    await toTheMap(page)
    await expect(page.getByRole('heading', { name: words[language].mapHeading, exact: true })).toBeVisible()
    await expectDrawing(page, language, 'Valencia')

    await addressOf(page, language, 'Floirac').click()
    await expectDrawing(page, language, 'Floirac')
    await expect(addressOf(page, language, 'Valencia')).not.toHaveAttribute('aria-current')

    await addressOf(page, language, 'Valencia').click()
    await expectDrawing(page, language, 'Valencia')
  })

  test(`no page asks another host before the visitor agrees, read to its end (${language})`, async ({ page }) => {
    test.slow()
    for (const key of allPages) {
      await visit(page, addresses[key][language])
      await toTheMap(page)
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expectDrawing(page, language, 'Valencia')
    }
  })

  test(`the button loads the maps service, for this visit only (${language})`, async ({ page, allowed }) => {
    allowed.host(mapsService)
    await playMapsService(page)
    await visit(page, addresses.home[language])
    await toTheMap(page)
    const load = page.getByRole('button', { name: texts.footer.map_load, exact: true })
    await load.click()
    await expectService(page, language, 'Valencia')
    await expect(load).toHaveCount(0)

    await navigationLink(page, language, navigation.contact).click()
    await expect(heading(page, headingOf(pageOf('contact', language)))).toBeVisible()
    await toTheMap(page)
    await expectService(page, language, 'Valencia')
    await addressOf(page, language, 'Floirac').click()
    await expectService(page, language, 'Floirac')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)

    await page.reload()
    await untilHydrated(page)
    await toTheMap(page)
    await expectDrawing(page, language, 'Valencia')
    await expect(load).toBeVisible()
  })

  test(`"${accept}" brings the maps service, "${refuse}" the site's own map again`, async ({ page, allowed }) => {
    allowed.host(mapsService)
    await playMapsService(page)
    await visit(page, addresses.presentation[language])
    await page.getByRole('button', { name: accept, exact: true }).click()
    await toTheMap(page)
    await expectService(page, language, 'Valencia')
    await addressOf(page, language, 'Floirac').click()
    await expectService(page, language, 'Floirac')

    await visit(page, addresses.contact[language])
    await toTheMap(page)
    await expectService(page, language, 'Valencia')

    await page.getByRole('button', { name: texts.footer.cookies }).click()
    await page.getByRole('button', { name: refuse, exact: true }).click()
    await expectDrawing(page, language, 'Valencia')
  })
}

test('changing the map leaves the history as it was, on either map', async ({ page, allowed }) => {
  allowed.host(mapsService)
  await playMapsService(page)
  await visit(page, addresses.home.es)
  await navigationLink(page, 'es', words.es.navigation.certification).click()
  await expect(heading(page, headingOf(pageOf('certification', 'es')))).toBeVisible()
  const entries = await page.evaluate(() => history.length)

  await toTheMap(page)
  await addressOf(page, 'es', 'Floirac').click()
  await expectDrawing(page, 'es', 'Floirac')
  await page.getByRole('button', { name: words.es.accept, exact: true }).click()
  await expectService(page, 'es', 'Floirac')
  await addressOf(page, 'es', 'Valencia').click()
  await expectService(page, 'es', 'Valencia')

  expect(await page.evaluate(() => history.length)).toBe(entries)
  await page.goBack()
  await expect(heading(page, words.es.heroTitle)).toBeVisible()
  expect(addressBar(page)).toBe(addresses.home.es)
})

test('the office on the map stays when the language changes, in the new words', async ({ page }) => {
  await visit(page, addresses.contact.es)
  await toTheMap(page)
  await addressOf(page, 'es', 'Floirac').click()
  await expectDrawing(page, 'es', 'Floirac')
  await languageLink(page, 'es', 'fr').click()
  await expect(heading(page, headingOf(pageOf('contact', 'fr')))).toBeVisible()

  await toTheMap(page)
  await expectDrawing(page, 'fr', 'Floirac')
})

test('a visitor who refused on an earlier visit can still load the service once', async ({
  page,
  baseURL,
  allowed,
}) => {
  allowed.host(mapsService)
  await playMapsService(page)
  await decideEarlier(page, baseURL, 'false')
  await visit(page, addresses.contact.en)
  await toTheMap(page)
  await expectDrawing(page, 'en', 'Valencia')
  await page.getByRole('button', { name: shellOf('en').texts.footer.map_load }).click()

  await expectService(page, 'en', 'Valencia')
  expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('false')
})
