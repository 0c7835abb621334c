import { type Browser, chromium } from '@playwright/test'
import lighthouse, { type Flags } from 'lighthouse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onePageOfEachKind } from '../support/addresses.ts'
import { findHeadlessShell, shellArgs } from '../support/find-browser.ts'
import { freePort } from '../support/free-port.ts'
import { sent } from './asking.ts'
import { startServer } from './real-server.ts'

/** The categories that do not vary from run to run (docs/promises.md, budgets), each with the score it must have. */
const wanted = { accessibility: 100, 'best-practices': 100, seo: 100 }

/** Audits that a not-found page must fail: its status is 404, which the console repeats, and it asks not to be indexed. */
const rightForNotFound = ['http-status-code', 'errors-in-console', 'is-crawlable']

/** A browser may have to be installed first. */
const startMs = 10 * 60_000

let browser: Browser
let server: Awaited<ReturnType<typeof startServer>>
let port: number

beforeAll(async () => {
  port = await freePort()
  server = await startServer()
  browser = await chromium.launch({
    executablePath: findHeadlessShell(),
    args: [
      `--remote-debugging-port=${port}`,
      // No other host can be resolved, so nothing leaves the machine.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ...shellArgs,
    ],
  })
}, startMs)

afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
})

// One page of each kind: what depends on the words is checked on every page by the other tests.
test.for(onePageOfEachKind)(
  'Lighthouse gives $address, a page of its kind, 100 in accessibility, best practices and SEO',
  async ({ key, address }) => {
    const isNotFound = key === 'not-found'
    const flags: Flags = {
      port,
      hostname: '127.0.0.1',
      logLevel: 'error',
      onlyCategories: Object.keys(wanted),
      // 'baseline' has no weight in a score, and is the only audit that needs a trace, which takes up to five seconds.
      skipAudits: ['baseline', ...(isNotFound ? rightForNotFound : [])],
      ignoreStatusCode: isNotFound,
      disableFullPageScreenshot: true,
      // No time is measured here, so the pauses need be no longer than a page takes to hydrate.
      pauseAfterFcpMs: 0,
      pauseAfterLoadMs: 0,
      networkQuietThresholdMs: 500,
      cpuQuietThresholdMs: 0,
      // A busy machine is not a fault of the page.
      maxWaitForLoad: 100_000,
    }
    const result = await lighthouse(`http://127.0.0.1:${server.port}${sent(address)}`, flags)
    if (!result) throw new Error(`Lighthouse has nothing to say about ${address}.`)
    const { categories, audits, runtimeError } = result.lhr
    const refs = Object.values(categories).flatMap(({ id, auditRefs }) => auditRefs.map((ref) => ({ ...ref, in: id })))
    const faults = refs.flatMap(({ in: category, id, weight }) => {
      const { score, scoreDisplayMode, title, details } = audits[id] ?? {}
      const isFault = scoreDisplayMode === 'error' || (weight > 0 && score !== null && score !== undefined && score < 1)
      const items = details && 'items' in details ? details.items : []
      return isFault ? [`${address}: ${category}: ${id}: ${title}: ${JSON.stringify(items).slice(0, 2000)}`] : []
    })
    expect(runtimeError?.message).toBeUndefined()
    expect(faults).toEqual([])
    const scores = Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)])
    expect(Object.fromEntries(scores), address).toEqual(wanted)
  },
)
