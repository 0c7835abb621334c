import lighthouse, { type Flags, type RunnerResult } from 'lighthouse'
import { freePort } from '../tests/support/free-port.ts'
import { findSerif } from '../tests/support/programs.ts'
import { startServer } from '../tests/support/server-process.ts'
import { startBareServer } from './bare-page.ts'
import { launchHeadlessShell } from './browser.ts'
import { type Measure, median, type Row } from './measure.ts'
import { samplePages } from './sample-pages.ts'

const rounds = 5

/** Lighthouse's figures for a page: a score of 100, milliseconds, and the shift, which has no unit. */
const audits = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
}
type Figures = Record<'score' | keyof typeof audits, number>

/**
 * Lighthouse mobile with its own defaults (simulated slow 4G, a processor four times slower): medians of one page of
 * each kind in each language, the site's and the bare one in turns.
 */
export const measureLighthouse: Measure = async (report) => {
  findSerif()
  await using server = await startServer({ settings: { DATA_DIR: 'bench/work/data' } })
  await using bareServer = await startBareServer()
  const port = await freePort()
  const browser = await launchHeadlessShell(`--remote-debugging-port=${port}`)
  const rows: Row[] = []
  for (const [index, { kind, language, address }] of samplePages.entries()) {
    const ours: Figures[] = []
    const bare: Figures[] = []
    for (let round = 1; round <= rounds; round++) {
      report(`page ${index + 1} of ${samplePages.length}, ${decodeURI(address)}: round ${round} of ${rounds}`)
      ours.push(await judge(server.origin + address, port))
      bare.push(await judge(bareServer.origin + address, port))
    }
    rows.push(compare(`${kind} ${language}`, ours, bare))
  }
  await browser.close()
  return rows
}

async function judge(url: string, port: number): Promise<Figures> {
  const flags: Flags = {
    port,
    hostname: '127.0.0.1',
    logLevel: 'error',
    onlyCategories: ['performance'],
    disableFullPageScreenshot: true,
  }
  const result = await runLighthouse(url, flags)
  const { categories, audits: found } = result.lhr
  const values = Object.entries(audits).map(([name, id]) => {
    const value = found[id]?.numericValue
    if (value === undefined) throw new Error(`Lighthouse reports no ${id} at ${url}.`)
    return [name, value]
  })
  return {
    score: Math.round((categories.performance?.score ?? 0) * 100),
    ...Object.fromEntries(values),
  }
}

/** On a busy machine the browser may fail to record a page's load; Lighthouse then asks to be run again. */
async function runLighthouse(url: string, flags: Flags, attempts = 3): Promise<RunnerResult> {
  const result = await lighthouse(url, flags)
  const error = result ? result.lhr.runtimeError : { message: 'no result' }
  if (result && !error) return result
  if (attempts === 1) throw new Error(`Lighthouse could not measure ${url}: ${error?.message}`)
  return runLighthouse(url, flags, attempts - 1)
}

function compare(what: string, ours: Figures[], bare: Figures[]): Row {
  const of = (runs: Figures[], name: keyof Figures) => median(runs.map((run) => run[name]))
  const ms = (runs: Figures[], name: keyof Figures) => Math.round(of(runs, name))
  return {
    what,
    score: of(ours, 'score'),
    FCP: ms(ours, 'FCP'),
    LCP: ms(ours, 'LCP'),
    TBT: ms(ours, 'TBT'),
    CLS: of(ours, 'CLS').toFixed(3),
    'bare: score': of(bare, 'score'),
    'bare: FCP': ms(bare, 'FCP'),
    'bare: LCP': ms(bare, 'LCP'),
    'bare: TBT': ms(bare, 'TBT'),
    'LCP ÷ bare': (of(ours, 'LCP') / of(bare, 'LCP')).toFixed(2),
  }
}
