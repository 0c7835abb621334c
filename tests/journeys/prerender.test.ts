import puppeteer from 'puppeteer-core'
import { addresses } from '../support/addresses.ts'
import { browserArgs, findBrowser } from '../support/find-browser.ts'
import { expect, test } from '../support/test.ts'

test('while links lead to documents, the one that a pointer is over is drawn ahead, and no other', async ({ baseURL }) => {
  // Not Playwright's browser: there Chromium prerenders nothing.
  await using browser = await puppeteer.launch({ executablePath: findBrowser(), args: browserArgs })
  const page = await browser.newPage()
  const ahead = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.headers()['sec-purpose'] && !pathname.startsWith('/assets/')) ahead.add(pathname)
  })
  // The page must not notice intent: hydrated, it would follow the link in place.
  await page.evaluateOnNewDocument(() => {
    for (const sign of ['pointerover', 'focusin'])
      document.addEventListener(sign, (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await page.setViewport({ width: 1280, height: 800 })
  await page.goto(baseURL + addresses.home.en)
  await page.hover('a[hreflang=fr]')
  await page.hover('nav a[aria-current]')
  const link = `nav a[href="${addresses.contact.en}"]`
  await page.hover(link)
  await expect.poll(() => [...ahead]).toEqual([addresses.contact.en])

  await page.click(link)
  await page.waitForFunction((path) => location.pathname === path, {}, addresses.contact.en)
  const drawnAheadMs = await page.evaluate(
    () => performance.getEntriesByType('navigation')[0]?.toJSON().activationStart as number,
  )
  expect(drawnAheadMs).toBeGreaterThan(0)
})
