import { addresses, article } from '../support/addresses.ts'
import { cookieBanner, expectPage, languageLink, navigationLink } from '../support/find.ts'
import { browserArgs, findBrowser } from '../support/programs.ts'
import { test as base, expect } from '../support/test.ts'
import { hydrate } from '../support/visit.ts'
import { words } from '../support/words.ts'

/** In a whole browser, as visitors have: it fetches icons, prefetches documents, and keeps pages that are left in a cache. */
const test = base.extend({
  // Without the routes of other tests, with which Playwright turns caches off and reports nothing that is prefetched.
  page: async ({ browser }, use) => {
    const page = await browser.newPage()
    await use(page)
    await page.close()
  },
})

test.use({
  launchOptions: {
    executablePath: findBrowser(),
    args: browserArgs,
    // Playwright turns that cache off by default.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

// One browser for all tests, which mostly wait for a slow line.
test.describe.configure({ mode: 'default' })

/** Until there are no requests, without scrolling (docs/promises.md, budgets). For bytes see tests/build/weight.test.ts. */
const requestLimit = 6

/**
 * The connection with the most requests: on a slow one, Chromium loads lazy pictures from further below, here up to three
 * heights of a wide screen. hydration.test.ts shows that reading loads no script on a fast one either.
 */
const slow3G = { offline: false, latency: 350, downloadThroughput: 100_000, uploadThroughput: 100_000 }

// The most drawings, and an article with pictures. weight.test.ts counts what any other page names.
for (const address of [addresses.home.es, addresses[article].fr])
  test(`a visitor who only reads ${address} loads no script but the document’s own, in at most six requests`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow3G)
    const asked: string[] = []
    const kinds = new Set<string>()
    page.context().on('request', (request) => {
      asked.push(decodeURI(new URL(request.url()).pathname))
      kinds.add(request.resourceType())
    })
    const icon = page.waitForRequest('**/favicon.svg')
    await page.goto(address)
    await icon
    await page.evaluate(() => document.fonts.ready)
    await page.waitForLoadState('networkidle')
    expect(asked.length, asked.join()).toBeLessThanOrEqual(requestLimit)
    for (const kind of ['script', 'fetch', 'xhr', 'manifest', 'stylesheet'])
      expect([...kinds], asked.join()).not.toContain(kind)
  })

test('while links load documents, only the one under the pointer is prefetched; Back comes from the back/forward cache, with a choice that was made meanwhile', async ({
  page,
}) => {
  const banner = cookieBanner(page, 'en')
  /** Decides about cookies on another page, and goes back. */
  async function decideElsewhere() {
    await banner.getByRole('button', { name: words.en.refuse, exact: true }).click()
    await expect(banner).toHaveCount(0)
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(addresses.home.en)
    await expect.poll(() => page.evaluate(() => (window as { isFromCache?: boolean }).isFromCache)).toBe(true)
    await expect(banner).toHaveCount(0)
  }
  const ahead: string[] = []
  page.on('request', (request) => {
    if (request.headers()['sec-purpose']) ahead.push(new URL(request.url()).pathname)
  })
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { isFromCache: persisted }))
    // The page must not be hydrated: it would then follow the link in place.
    for (const sign of ['pointerover', 'focusin'])
      document.addEventListener(sign, (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await page.goto(addresses.home.en)
  await languageLink(page, 'en', 'fr').hover()
  await navigationLink(page, 'en', 'home').hover()
  await navigationLink(page, 'en', 'contact').hover()
  await expect.poll(() => ahead).toEqual([addresses.home.fr, addresses.contact.en])

  await navigationLink(page, 'en', 'contact').click()
  await expectPage(page, 'contact', 'en')
  const { deliveryType } = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON())
  expect(deliveryType).toBe('navigational-prefetch')
  await decideElsewhere()

  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await hydrate(page)
  await page.goto(addresses.contact.en)
  await decideElsewhere()
})
