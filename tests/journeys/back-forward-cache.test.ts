import { addresses, article } from '../support/addresses.ts'
import { cookieBanner } from '../support/find.ts'
import { browserArgs, findBrowser } from '../support/programs.ts'
import { expect, test } from '../support/test.ts'
import { hydrate } from '../support/visit.ts'
import { words } from '../support/words.ts'

test.use({
  launchOptions: {
    executablePath: findBrowser(),
    args: browserArgs,
    // Playwright turns that cache off by default.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

for (const isHydrated of [false, true])
  test(`Back to a page that was ${isHydrated ? 'hydrated' : 'only read'} comes from the back/forward cache, with a choice that was made meanwhile`, async ({
    browser,
    baseURL,
  }) => {
    // Without the routes of other tests, which turn the cache off.
    const page = await browser.newPage({ baseURL: baseURL ?? '' })
    await page.goto(addresses[article].en)
    if (isHydrated) await hydrate(page)
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { isFromCache: persisted })),
    )
    const isFromCache = () => page.evaluate(() => (window as { isFromCache?: boolean }).isFromCache)

    await page.goto(addresses.contact.en)
    await cookieBanner(page, 'en').getByRole('button', { name: words.en.refuse, exact: true }).click()
    await expect(cookieBanner(page, 'en')).toHaveCount(0)
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(addresses[article].en)
    await expect.poll(isFromCache).toBe(true)
    await expect(cookieBanner(page, 'en')).toHaveCount(0)
    await page.close()
  })
