import type { Page } from '@playwright/test'
import { addresses } from '../support/addresses.ts'
import { headingOf, pageOf } from '../support/built-site.ts'
import { heading } from '../support/find.ts'
import { haltPage } from '../support/halted-page.ts'
import { expect, test } from '../support/test.ts'

type Paints = { paints: string[] }

const watchPaints = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as unknown as Paints
    seen.paints = []
    const note = (list: PerformanceObserverEntryList) => seen.paints.push(...list.getEntries().map(({ name }) => name))
    new PerformanceObserver(note).observe({ type: 'paint', buffered: true })
  })

/** Opens a page of which only the beginning comes. Its clock stands still, so that no timer of the page changes the result. */
async function openHalted(page: Page, url: string): Promise<void> {
  await page.route(`${new URL(url).origin}/**`, (route) => route.continue())
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await watchPaints(page)
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('header').waitFor({ state: 'attached' })
}

const endOfMain = (html: string) => html.indexOf('</main>')
/** Cuts the header before the last language. */
const endOfLanguages = (html: string) => html.lastIndexOf('<li>', html.indexOf('</header>'))

const paintsOf = (page: Page) => page.evaluate(() => (window as unknown as Paints).paints)

const title = headingOf(pageOf('home', 'en'))

for (const { what, viewport, cut } of [
  { what: 'half a page, where columns stand side by side', viewport: { width: 1280, height: 800 }, cut: endOfMain },
  { what: 'half a header, on a phone', viewport: { width: 412, height: 823 }, cut: endOfLanguages },
])
  test.describe(what, () => {
    test.use({ viewport })

    test('is not shown, so that nothing is pushed about; whole, it is', async ({ page, context, baseURL, allowed }) => {
      await using halted = await haltPage(baseURL ?? '', addresses.home.en, cut)
      allowed.host(new URL(halted.url).origin)
      await openHalted(page, halted.url)
      // A whole page that is opened later is painted: the halted page has had its time.
      const other = await context.newPage()
      await watchPaints(other)
      await other.goto(addresses.home.en)
      await expect.poll(() => paintsOf(other)).toContain('first-contentful-paint')
      expect(await paintsOf(page)).toEqual([])

      halted.finish()
      await expect.poll(() => paintsOf(page)).toContain('first-contentful-paint')
      await expect(heading(page, title)).toBeVisible()
      await page.close()
    })

    test('is shown after two seconds', async ({ page, baseURL, allowed }) => {
      await using halted = await haltPage(baseURL ?? '', addresses.home.en, cut)
      allowed.host(new URL(halted.url).origin)
      await openHalted(page, halted.url)
      await page.clock.runFor(1_900)
      expect(await paintsOf(page)).toEqual([])

      await page.clock.runFor(200)
      await expect.poll(() => paintsOf(page)).toContain('first-contentful-paint')
      await page.close()
    })
  })
