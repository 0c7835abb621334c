import lighthouse, { type Flags } from 'lighthouse'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import puppeteer from 'puppeteer-core'
import { afterAll, expect, test } from 'vitest'
import { onePageOfEachKind } from '../support/addresses.ts'
import { findHeadlessShell, shellArgs } from '../support/programs.ts'
import { startServer } from './real-server.ts'

/** The categories that do not vary from run to run (docs/promises.md, budgets). */
const categories = ['accessibility', 'best-practices', 'seo']

/** Audits that a not-found page must fail: its status is 404, also in the console, and it has `noindex`. */
const rightForNotFound = ['http-status-code', 'errors-in-console', 'is-crawlable']

// Otherwise each run begins with a second of busy loops, to tell how fast this machine is, on which no score here depends.
Object.assign(pageFunctions, { computeBenchmarkIndex: () => 1000 })

const server = await startServer()
const browser = await puppeteer.launch({ executablePath: findHeadlessShell(), args: shellArgs })
// One tab: Lighthouse empties its storage and caches before each page.
const page = await browser.newPage()

afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
})

// One page of each kind: other tests check on every page what depends on the words.
test.for(onePageOfEachKind)(
  'Lighthouse gives $address, a page of its kind, 100 in accessibility, best practices and SEO',
  async ({ key, address }) => {
    const isNotFound = key === 'not-found'
    const flags: Flags = {
      logLevel: 'error',
      onlyCategories: categories,
      // 'baseline' has no weight in a score, and is the only audit that needs a trace, which takes up to five seconds.
      skipAudits: ['baseline', ...(isNotFound ? rightForNotFound : [])],
      ignoreStatusCode: isNotFound,
      disableFullPageScreenshot: true,
      // No time is measured here, so the pauses need be no longer than a page takes to hydrate.
      pauseAfterFcpMs: 0,
      pauseAfterLoadMs: 0,
      networkQuietThresholdMs: 100,
      cpuQuietThresholdMs: 0,
      // A busy machine is not a fault of the page.
      maxWaitForLoad: 100_000,
    }
    const url = `http://127.0.0.1:${server.port}${encodeURI(address)}`
    const lhr = (await lighthouse(url, flags, undefined, page))?.lhr
    expect(lhr?.runtimeError?.message).toBeUndefined()
    const failed = Object.values(lhr?.audits ?? {}).filter(({ score }) => score !== null && score < 1)
    const why = JSON.stringify(failed.map(({ id, title, details }) => ({ id, title, details }))).slice(0, 4000)
    const scores = Object.values(lhr?.categories ?? {}).map(({ id, score }) => [id, score])
    expect(scores, why).toEqual(categories.map((id) => [id, 1]))
  },
)
