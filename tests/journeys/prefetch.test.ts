import { addresses } from '../support/addresses.ts'
import { expectPage, languageLink, navigationLink } from '../support/find.ts'
import { browserArgs, findBrowser } from '../support/programs.ts'
import { expect, test } from '../support/test.ts'

test.use({ launchOptions: { executablePath: findBrowser(), args: browserArgs } })

test('while links load documents, only the one under the pointer is prefetched', async ({ browser, baseURL }) => {
  // Without the routes of other tests, with which Playwright reports nothing that is prefetched.
  const page = await browser.newPage({ baseURL: baseURL ?? '' })
  const ahead: string[] = []
  page.on('request', (request) => {
    if (request.headers()['sec-purpose']) ahead.push(new URL(request.url()).pathname)
  })
  // The page must not be hydrated: it would then follow the link in place.
  await page.addInitScript(() => {
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
  await page.close()
})
