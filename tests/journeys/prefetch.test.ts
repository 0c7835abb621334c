import { chromium } from '@playwright/test'
import { addresses } from '../support/addresses.ts'
import { headingOf, pageOf } from '../support/built-site.ts'
import { heading, languageLink, navigationLink } from '../support/find.ts'
import { browserArgs, findBrowser } from '../support/programs.ts'
import { expect, test } from '../support/test.ts'
import { words } from '../support/words.ts'

test('while links lead to documents, the one that a pointer is over is fetched ahead, and no other', async ({
  baseURL,
}) => {
  // A browser of its own: with routes, as in other tests, Playwright reports nothing that is prefetched.
  await using browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
  const page = await browser.newPage({ baseURL: baseURL ?? '' })
  const ahead: string[] = []
  page.on('request', (request) => {
    if (request.headers()['sec-purpose']) ahead.push(new URL(request.url()).pathname)
  })
  // The page must not notice intent: hydrated, it would follow the link in place.
  await page.addInitScript(() => {
    for (const sign of ['pointerover', 'focusin'])
      document.addEventListener(sign, (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await page.goto(addresses.home.en)
  await languageLink(page, 'en', 'fr').hover()
  await navigationLink(page, 'en', words.en.navigation.home).hover()
  await navigationLink(page, 'en', words.en.navigation.contact).hover()
  await expect.poll(() => ahead).toEqual([addresses.home.fr, addresses.contact.en])

  await navigationLink(page, 'en', words.en.navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'en')))).toBeVisible()
  const { deliveryType } = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON())
  expect(deliveryType).toBe('navigational-prefetch')
})
