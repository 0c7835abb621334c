import { allLanguages, notFoundAddress } from '../../src/shared/languages.ts'
import { addresses, allPages } from '../support/addresses.ts'
import { expect, test } from '../support/test.ts'

/** DESIGN.md section 8: until nothing is under way, and nothing is scrolled. Bytes are tests/gates/weight.test.ts. */
const requestLimit = 6

/** Chromium brings pictures from further away on a slow connection: here, three screens' height below a wide one. */
const slow3G = { offline: false, latency: 350, downloadThroughput: 100_000, uploadThroughput: 100_000 }

for (const language of allLanguages)
  for (const isSlow of language === 'es' ? [false, true] : [false])
    test(`who only reads is sent no script but the document’s own, in six requests (${language}${isSlow ? ', slow' : ''})`, async ({
      browser,
      baseURL,
    }) => {
      test.slow()
      for (const address of [...allPages.map((key) => addresses[key][language]), notFoundAddress(language)]) {
        // A new visitor for each page, who has nothing of the site yet; icons are requests, too.
        await using context = await browser.newContext({
          baseURL: baseURL ?? '',
          viewport: { width: 1280, height: 800 },
        })
        const page = await context.newPage()
        const session = await context.newCDPSession(page)
        await session.send('Network.enable')
        if (isSlow) await session.send('Network.emulateNetworkConditions', slow3G)
        const asked: string[] = []
        const kinds = new Set<string>()
        context.on('request', (request) => {
          asked.push(decodeURI(new URL(request.url()).pathname))
          kinds.add(request.resourceType())
        })
        await page.goto(address, { waitUntil: 'networkidle' })
        await page.evaluate(() => document.fonts.ready)
        expect(asked, address).toContain('/favicon.svg')
        expect(asked.length, `${address}: ${asked.join(', ')}`).toBeLessThanOrEqual(requestLimit)
        for (const kind of ['script', 'fetch', 'xhr', 'manifest', 'stylesheet'])
          expect([...kinds], `${address}: ${asked.join(', ')}`).not.toContain(kind)
      }
    })
