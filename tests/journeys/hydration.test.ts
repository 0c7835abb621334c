import type { Page } from '@playwright/test'
import { allLanguages } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { contactTextsOf, entryScript, headingOf, pageFile, pageOf, shellOf } from '../support/built-site.ts'
import { holdBack } from '../support/files-on-the-way.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { mapsService, playMapsService } from '../support/maps-service.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, markDocument, scrollDown, scrollTop, untilHydrated, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

type Connection = { saveData?: boolean; effectiveType?: string; downlink?: number }

/** What the browser says of its connection. */
const pretend = (page: Page, connection: Connection) =>
  page.addInitScript((connection) => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => connection })
  }, connection)

/** Every file that the page asks for from now on, but the document and its pictures. */
function listen(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (['script', 'fetch', 'manifest', 'font'].includes(request.resourceType())) asked.push(request.url())
  })
  return asked
}

const sparing: [string, Connection][] = [
  ['data saving', { saveData: true, effectiveType: '4g', downlink: 10 }],
  ['2g', { effectiveType: '2g', downlink: 0.25 }],
  ['a slow 3g', { effectiveType: '3g', downlink: 0.4 }],
]

test('a page is painted before it asks for any script or font', async ({ page }) => {
  await visit(page, addresses.bienestar_animal.es)
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(js|json|woff2)(\?|$)/.test(name))
      .map(({ startTime }) => startTime),
  }))
  expect(asked.length).toBeGreaterThan(1)
  expect(Math.min(...asked)).toBeGreaterThan(painted)
})

for (const [name, connection] of sparing) {
  test(`with ${name}, who only reads loads nothing more`, async ({ page }) => {
    await pretend(page, connection)
    const asked = listen(page)
    await page.goto(addresses.halal_adoracion.fr)
    await page.mouse.wheel(0, 3_000)
    await page.waitForTimeout(3_000)
    expect(asked).toEqual([])
    await expect(page.getByRole('region', { name: shellOf('fr').texts.cookies.label, exact: true })).toBeInViewport()
  })

  test(`with ${name}, the first intent hydrates the page`, async ({ page }) => {
    await pretend(page, connection)
    await page.goto(addresses.home.en)
    await navigationLink(page, 'en', words.en.navigation.contact).hover()
    await untilHydrated(page)
  })
}

for (const [name, act] of Object.entries<(page: Page) => Promise<void>>({
  'a key': (page) => page.keyboard.press('Tab'),
  'a press of the mouse': (page) => mainArea(page).locator('p').first().click(),
  'the focus': (page) => page.getByLabel(contactTextsOf('es').form.name, { exact: true }).focus(),
  'a finger': (page) => languageLink(page, 'es', 'fr').dispatchEvent('touchstart'),
}))
  test(`${name} hydrates the page at once, also where data are saved`, async ({ page }) => {
    await pretend(page, { saveData: true })
    await page.goto(addresses.contact.es)
    await act(page)
    await untilHydrated(page)
  })

test('a connection that is slow to answer but not slow is no reason to wait', async ({ page }) => {
  await pretend(page, { effectiveType: '3g', downlink: 1.4 })
  await page.goto(addresses.home.es)
  await untilHydrated(page)
})

test('the answer about cookies needs no other script', async ({ page }) => {
  await pretend(page, { saveData: true })
  const asked = listen(page)
  await page.goto(addresses.home.en)
  const banner = page.getByRole('region', { name: shellOf('en').texts.cookies.label, exact: true })
  await banner.getByRole('button', { name: words.en.refuse, exact: true }).click()

  await expect(banner).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('false')
  await page.waitForTimeout(500)
  expect(asked).toEqual([])
  await page.reload()
  await expect(banner).toHaveCount(0)
})

test('an agreement given before the page is hydrated brings the maps service', async ({ page, allowed }) => {
  allowed.host(mapsService)
  await playMapsService(page)
  await page.goto(addresses.contact.fr)
  await page.getByRole('button', { name: words.fr.accept, exact: true }).click()
  await expect(page.getByRole('contentinfo').locator('iframe')).toHaveAttribute('src', new RegExp(`^${mapsService}`))
})

for (const language of allLanguages) {
  const other = allLanguages.find((choice) => choice !== language) ?? language

  test(`a language asked for before the page is hydrated comes in place (${language})`, async ({ page }) => {
    const release = await holdBack(page, entryScript)
    await page.goto(addresses.presentation[language])
    const isSameDocument = await markDocument(page)
    await scrollDown(page, 400)
    await page.evaluate(
      (locator) => document.querySelector<HTMLElement>(locator)?.focus({ preventScroll: true }),
      `a[hreflang="${other}"]`,
    )
    await page.keyboard.press('Enter')
    release()

    await expect(heading(page, headingOf(pageOf('presentation', other)))).toBeAttached()
    expect(await isSameDocument()).toBe(true)
    expect(addressBar(page)).toBe(addresses.presentation[other])
    expect(await scrollTop(page)).toBe(400)
  })

  test(`a link followed before the page is hydrated is followed in place (${language})`, async ({ page }) => {
    const release = await holdBack(page, entryScript)
    await page.goto(addresses.home[language])
    const isSameDocument = await markDocument(page)
    await navigationLink(page, language, words[language].navigation.certification).click()
    release()

    await expect(heading(page, headingOf(pageOf('certification', language)))).toBeFocused()
    expect(await isSameDocument()).toBe(true)
  })
}

test('a link whose page is long in being hydrated loads its document', async ({ page }) => {
  await holdBack(page, entryScript)
  await page.goto(addresses.home.es)
  await navigationLink(page, 'es', words.es.navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'es')))).toBeVisible()
})

test('of two links followed before the page is hydrated, the last one counts', async ({ page }) => {
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.home.es)
  // Where they are is found out first: a slow machine may take as long over that as the first click has patience.
  const places = await Promise.all(
    [words.es.navigation.certification, words.es.navigation.contact].map((name) =>
      navigationLink(page, 'es', name).boundingBox(),
    ),
  )
  for (const place of places) if (place) await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
  release()
  await expect(heading(page, headingOf(pageOf('contact', 'es')))).toBeFocused()
  await page.goBack()
  await expect(heading(page, headingOf(pageOf('home', 'es')))).toBeAttached()
})

test('what the footer was asked for before the page is hydrated, it does', async ({ page, allowed }) => {
  allowed.host(mapsService)
  await playMapsService(page)
  const { texts, offices } = shellOf('en')
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.contact.en)
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: offices[1]?.address ?? '' }).click()
  await footer.getByRole('button', { name: texts.footer.map_load }).click()
  release()

  await untilHydrated(page)
  await expect(footer.locator('iframe')).toHaveAttribute('src', offices[1]?.map.embed ?? '')
  await expect(footer.getByRole('link', { name: offices[1]?.address ?? '' })).toHaveAttribute('aria-current', 'true')
})

test('links in view have their pages there before they are followed', async ({ page }) => {
  const texts = pageFile('certification', 'es')
  const arrived = page.waitForResponse((response) => decodeURI(response.url()).endsWith(texts))
  await visit(page, addresses.home.es)
  await arrived
})

for (const [reducedMotion, isFaded] of [
  ['no-preference', true],
  ['reduce', false],
] as const)
  test(`between documents the old picture ${isFaded ? 'fades' : 'does not fade'} (${reducedMotion})`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await pretend(page, { effectiveType: '2g' })
    await page.addInitScript(() =>
      addEventListener('pagereveal', ({ viewTransition }) =>
        Object.assign(window, { isFaded: viewTransition !== null }),
      ),
    )
    await page.goto(addresses.home.es)
    await page.evaluate(() => document.querySelector<HTMLElement>('header nav a[href="/contact"]')?.click())
    await expect(heading(page, headingOf(pageOf('contact', 'es')))).toBeVisible()
    await expect.poll(() => page.evaluate(() => (window as { isFaded?: boolean }).isFaded)).toBe(isFaded)
  })

test('documents are fetched ahead by the browser only while links lead to documents', async ({ page }) => {
  await pretend(page, { saveData: true })
  await page.goto(addresses.home.es)
  const rules = page.locator('script[type="speculationrules"]')
  await expect(rules).toHaveCount(1)
  await page.keyboard.press('Tab')
  await untilHydrated(page)
  await expect(rules).toHaveCount(0)
})
