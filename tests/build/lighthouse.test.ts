import lighthouse, { type Flags } from 'lighthouse'
import puppeteer from 'puppeteer-core'
import { afterAll, expect, test } from 'vitest'
import { addresses, article } from '../support/addresses.ts'
import { findHeadlessShell, shellArgs } from '../support/programs.ts'
import { startServer } from './real-server.ts'

/** The categories that do not vary from run to run (docs/promises.md, budgets). */
const categories = ['accessibility', 'best-practices', 'seo']

const server = await startServer()
const browser = await puppeteer.launch({ executablePath: findHeadlessShell(), args: shellArgs })

afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
})

// The most drawings, a form, and the most words. Its rules for accessibility are axe's, which tests/journeys/accessibility.test.ts
// applies to each kind of page; head.test.ts looks for what search engines read on every page.
test.for([addresses.home.es, addresses.contact.en, addresses[article].fr])(
  'Lighthouse gives %s 100 in accessibility, best practices and SEO',
  async (address) => {
    const flags: Flags = {
      logLevel: 'error',
      onlyCategories: categories,
      // 'baseline' has no weight in a score, and is the only audit that needs a trace, which takes up to five seconds.
      skipAudits: ['baseline'],
      disableFullPageScreenshot: true,
      // No time is measured here, so the pauses need be no longer than a page takes to hydrate.
      pauseAfterFcpMs: 0,
      pauseAfterLoadMs: 0,
      networkQuietThresholdMs: 100,
      cpuQuietThresholdMs: 0,
      // A busy machine is not a fault of the page.
      maxWaitForLoad: 100_000,
    }
    const page = await browser.newPage()
    const result = await lighthouse(`http://127.0.0.1:${server.port}${encodeURI(address)}`, flags, undefined, page)
    await page.close()
    expect(result?.lhr.runtimeError?.message).toBeUndefined()
    const failed = Object.values(result?.lhr.audits ?? {}).filter(({ score }) => score !== null && score < 1)
    const why = JSON.stringify(failed.map(({ id, title, details }) => ({ id, title, details }))).slice(0, 4000)
    const scores = Object.values(result?.lhr.categories ?? {}).map(({ id, score }) => [id, score])
    expect(scores, why).toEqual(categories.map((id) => [id, 1]))
  },
)
