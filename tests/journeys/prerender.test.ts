import { chromium } from '@playwright/test'
import { addresses } from '../support/addresses.ts'
import { headingOf, pageOf } from '../support/built-site.ts'
import { heading, languageLink, navigationLink } from '../support/find.ts'
import { browserArgs, findBrowser } from '../support/find-browser.ts'
import { expect, test } from '../support/test.ts'
import { words } from '../support/words.ts'

test('while links lead to documents, the one that a pointer rests on is fetched ahead, and no other', async ({
  baseURL,
}) => {
  // Not the tests' own: a browser whose traffic is routed through a test tells nothing of what it fetches ahead.
  await using browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
  const page = await browser.newPage({ baseURL: baseURL ?? '' })
  const ahead: string[] = []
  page.on('request', (request) => {
    if (request.headers()['sec-purpose']) ahead.push(new URL(request.url()).pathname)
  })
  // The page notices no intent, and so stays made of documents.
  await page.addInitScript(() => {
    for (const sign of ['pointerover', 'focusin'])
      document.addEventListener(sign, (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await page.goto(addresses.home.en)
  await languageLink(page, 'en', 'fr').hover()
  await navigationLink(page, 'en', words.en.navigation.contact).hover()
  await expect.poll(() => ahead).toEqual([addresses.contact.en])

  await navigationLink(page, 'en', words.en.navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'en')))).toBeVisible()
  // Under a test's eyes Chromium fetches the document, and draws it only when it is followed.
  const { deliveryType } = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON())
  expect(deliveryType).toBe('navigational-prefetch')
})
