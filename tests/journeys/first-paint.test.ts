import type { Page } from '@playwright/test'
import { addresses } from '../support/addresses.ts'
import { startHttpServer } from '../support/http-server.ts'
import { expect, test } from '../support/test.ts'

type Paints = { paints: string[] }

const watchPaints = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as unknown as Paints
    seen.paints = []
    const note = (list: PerformanceObserverEntryList) => seen.paints.push(...list.getEntries().map(({ name }) => name))
    new PerformanceObserver(note).observe({ type: 'paint', buffered: true })
  })
const paintsOf = (page: Page) => page.evaluate(() => (window as unknown as Paints).paints)

/** Forwards the site's answers, but of pages only the part before a position. */
const cutPages = (site: string, cut: (html: string) => number) =>
  startHttpServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', site))
    response.setHeader('content-type', answer.headers.get('content-type') ?? '')
    if (request.headers['sec-fetch-dest'] !== 'document')
      return void response.writeHead(answer.status).end(await answer.bytes())
    const html = await answer.text()
    response.write(html.slice(0, cut(html)))
  })

const beforeLastLanguage = (html: string) => html.lastIndexOf('<li>', html.indexOf('</header>'))
for (const { what, width, cut } of [
  { what: 'half a page, with columns side by side,', width: 1280, cut: (html: string) => html.indexOf('</main>') },
  { what: 'half a header, on a phone,', width: 412, cut: beforeLastLanguage },
])
  test(`${what} is not painted until two seconds have passed`, async ({ page, context, baseURL, allowed }) => {
    await page.setViewportSize({ width, height: 800 })
    await using site = await cutPages(baseURL ?? '', cut)
    allowed.host(site.origin)
    await page.route(`${site.origin}/**`, (route) => route.continue())
    // No timer of the page runs by itself.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1_000)
    await watchPaints(page)
    await page.goto(site.origin + addresses.home.en, { waitUntil: 'commit' })
    await page.locator('header').waitFor({ state: 'attached' })
    // A complete page that is opened later is painted: the other one has had enough time.
    const whole = await context.newPage()
    await watchPaints(whole)
    await whole.goto(addresses.home.en)
    await expect.poll(() => paintsOf(whole)).toContain('first-contentful-paint')
    await page.clock.runFor(1_900)
    expect(await paintsOf(page)).toEqual([])

    await page.clock.runFor(200)
    await expect.poll(() => paintsOf(page)).toContain('first-contentful-paint')
    await page.close()
  })
