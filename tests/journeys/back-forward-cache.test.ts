import { chromium } from '@playwright/test'
import { addresses } from '../support/addresses.ts'
import { shellOf } from '../support/built-site.ts'
import { browserArgs, findBrowser } from '../support/programs.ts'
import { expect, test } from '../support/test.ts'
import { hydrate } from '../support/visit.ts'
import { words } from '../support/words.ts'

for (const isHydrated of [false, true])
  test(`Back to a page that was ${isHydrated ? 'hydrated' : 'only read'} comes from the back/forward cache, and knows of a choice made meanwhile`, async ({
    baseURL,
  }) => {
    // Playwright turns that cache off, unless it is told not to.
    await using browser = await chromium.launch({
      executablePath: findBrowser(),
      args: browserArgs,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    const page = await browser.newPage({ baseURL: baseURL ?? '' })
    await page.goto(addresses.bienestar_animal.en)
    if (isHydrated) await hydrate(page)
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { isFromCache: persisted })),
    )
    const isFromCache = () => page.evaluate(() => (window as { isFromCache?: boolean }).isFromCache)
    const banner = page.getByRole('region', { name: shellOf('en').texts.cookies.label, exact: true })

    await page.goto(addresses.contact.en)
    await banner.getByRole('button', { name: words.en.refuse, exact: true }).click()
    await expect(banner).toHaveCount(0)
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(addresses.bienestar_animal.en)
    await expect.poll(isFromCache).toBe(true)
    await expect(banner).toHaveCount(0)
  })
