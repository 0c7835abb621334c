import { onePageOfEachKind } from '../support/addresses.ts'
import { browserArgs, findBrowser } from '../support/programs.ts'
import { expect, test } from '../support/test.ts'

/** Until there are no requests, without scrolling (docs/promises.md, budgets). For bytes see tests/build/weight.test.ts. */
const requestLimit = 6

/**
 * The connection with the most requests: on a slow one, Chromium loads lazy pictures from further below, here up to three
 * heights of a wide screen. hydration.test.ts shows that reading loads no script on a fast one either.
 */
const slow3G = { offline: false, latency: 350, downloadThroughput: 100_000, uploadThroughput: 100_000 }

// A whole browser, as visitors have, because it fetches icons, too.
test.use({ launchOptions: { executablePath: findBrowser(), args: browserArgs } })

for (const { address } of onePageOfEachKind)
  test(`a visitor who only reads ${address} loads no script but the document’s own, in at most six requests`, async ({
    browser,
    baseURL,
  }) => {
    // Without the routes of other tests, with which Playwright turns the browser's cache off.
    await using context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow3G)
    const asked: string[] = []
    const kinds = new Set<string>()
    context.on('request', (request) => {
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
