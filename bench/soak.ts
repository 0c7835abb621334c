import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { BuiltSite } from '../src/shared/built-site.ts'
import { startMailServer } from '../src/testing/mail-server.ts'
import { makeDataDir, type ServerProcess, startServer } from '../tests/support/server-process.ts'
import type { BenchOptions, Row } from './measure.ts'
import { contactLimit, type Soak, startClients, Tally } from './soak-clients.ts'

const warmUpMs = 20_000
const intervalMs = 60_000
/** How often descriptors are counted. */
const countMs = 5_000
/** How long the server may take to put away what the clients have left. */
const settleMs = 60_000
/** How long it may take to hand on the messages that still wait. */
const mailMs = 180_000

/** What the server holds, once the garbage is collected; see soak-probe.ts. */
type Probe = Record<'rss' | 'heapUsed' | 'external' | 'delayP50Ms' | 'delayP99Ms' | 'delayMostMs', number>
/** One minute, as a rule. */
type Interval = Probe & { descriptors: number; latencies: ReturnType<Tally['takeLatencies']> }
type Rest = Probe & { descriptors: number }

/** Mixed traffic against the real server for minutes on end: what it holds and how quickly it answers, at start and end. */
export async function measureSoak(report: (step: string) => void, { minutes }: BenchOptions): Promise<Row[]> {
  using work = makeDataDir()
  await using mailServer = await startMailServer()
  await using server = await startServer({
    settings: {
      DATA_DIR: work.dataDir,
      SMTP_URL: mailServer.url,
      CONTACT_TO: 'office@example.org',
      TRUST_PROXY: '1',
      CONTACT_LIMIT: String(contactLimit),
      NODE_OPTIONS: `--import=${pathToFileURL('bench/soak-probe.ts')}`,
    },
  })
  const tally = new Tally()
  const traffic = { port: Number(new URL(server.origin).port), ...addressesOfBuild(), tally }

  report(`warming up for ${warmUpMs / 1000} s`)
  await underLoad(traffic, () => pause(warmUpMs))
  const before = await atRest(server)
  tally.takeLatencies()

  const count = Math.max(2, Math.ceil((minutes * 60_000) / intervalMs))
  const lengthMs = (minutes * 60_000) / count
  const intervals: Interval[] = []
  await underLoad(traffic, async () => {
    for (let index = 1; index <= count; index++) {
      const descriptors = await countDescriptors(server.pid, lengthMs)
      intervals.push({ ...(await probe(server)), descriptors, latencies: tally.takeLatencies() })
      report(`${index} of ${count}: ${tally.requests} requests, ${describe(intervals.at(-1) as Interval)}`)
    }
  })
  const after = await atRest(server)
  await allMailed(mailServer.mails, tally)
  const mailed = mailServer.mails.length
  const stored = countMessages(work.dataDir)
  return [
    ...rowsOf(intervals, lengthMs, before, after),
    { what: 'in all: requests', end: tally.requests },
    { what: 'in all: messages acknowledged', end: tally.kept },
    { what: 'in all: messages in the store', end: stored },
    { what: 'in all: messages mailed', end: mailed },
    ...[...tally.unexpected].map(([what, times]) => ({ what: `nobody could wish for: ${what}`, end: times })),
    { what: sentence(minutes, before, after, tally, { stored, mailed }) },
  ]
}

/** Lets the clients come, does something, and sends them away. */
async function underLoad(traffic: Omit<Soak, 'signal'>, work: () => Promise<unknown>): Promise<void> {
  const leave = new AbortController()
  const clients = startClients({ ...traffic, signal: leave.signal })
  try {
    await work()
  } finally {
    leave.abort()
    await clients
  }
}

function addressesOfBuild(): Pick<Soak, 'pages' | 'assets'> {
  const { files, addresses }: BuiltSite = JSON.parse(readFileSync('dist/site.json', 'utf8'))
  const sizeOf = (address: string) => statSync(`dist/public/${files[address]?.path}`).size
  return {
    pages: addresses.flatMap((page) => Object.values(page)).map(encodeURI),
    // The largest first: clients that do not listen ask for it.
    assets: Object.keys(files)
      .filter((address) => address.startsWith('/assets/'))
      .sort((one, other) => sizeOf(other) - sizeOf(one))
      .map(encodeURI),
  }
}

async function probe(server: ServerProcess): Promise<Probe> {
  const answers = () => [...server.output().matchAll(/^probe (.*)$/gm)]
  const before = answers().length
  process.kill(server.pid, 'SIGUSR2')
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 20) {
    await pause(20)
    const answer = answers()[before]
    if (answer) return JSON.parse(answer[1] ?? '')
  }
  throw new Error('The server does not say what it holds.')
}

/** Without clients, once the server has put away what they left. */
async function atRest(server: ServerProcess): Promise<Rest> {
  let [last, sameFor] = [descriptorsOf(server.pid), 0]
  for (let waitedMs = 0; waitedMs < settleMs && sameFor < 10; waitedMs += 500) {
    await pause(500)
    const now = descriptorsOf(server.pid)
    sameFor = Object.is(now, last) ? sameFor + 1 : 0
    last = now
  }
  return { ...(await probe(server)), descriptors: last }
}

/** @returns how many files and sockets a process has open; NaN on systems without /proc */
function descriptorsOf(pid: number): number {
  return existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : Number.NaN
}

/** @returns the mean over a time */
async function countDescriptors(pid: number, ms: number): Promise<number> {
  const end = performance.now() + ms
  const counts: number[] = []
  do {
    counts.push(descriptorsOf(pid))
    await pause(Math.max(1, Math.min(countMs, end - performance.now())))
  } while (performance.now() < end)
  return counts.reduce((sum, count) => sum + count, 0) / counts.length
}

/** What has been acknowledged is mailed, sooner or later. */
async function allMailed(mails: unknown[], { kept }: Tally): Promise<void> {
  for (let waitedMs = 0; waitedMs < mailMs && mails.length < kept; waitedMs += 200) await pause(200)
}

function countMessages(dataDir: string): number {
  const database = new DatabaseSync(`${dataDir}/messages.sqlite`, { readOnly: true })
  const { count } = database.prepare('SELECT count(*) AS count FROM messages').get() as { count: number }
  database.close()
  return count
}

const megabytes = (bytes: number) => bytes / 1e6
const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** What is measured under load, interval by interval. */
const series: [what: string, read: (interval: Interval) => number][] = [
  ['heap in use after collecting garbage, MB', ({ heapUsed }) => megabytes(heapUsed)],
  ['memory outside the heap, MB', ({ external }) => megabytes(external)],
  ['resident memory, MB', ({ rss }) => megabytes(rss)],
  ['open descriptors', ({ descriptors }) => descriptors],
]
const times: [what: string, read: (interval: Interval) => number][] = [
  ['event loop kept waiting, ms, p50', ({ delayP50Ms }) => delayP50Ms],
  ['event loop kept waiting, ms, p99', ({ delayP99Ms }) => delayP99Ms],
  ['event loop kept waiting, ms, longest', ({ delayMostMs }) => delayMostMs],
  ['a page, ms, p50', ({ latencies }) => percentile(latencies.page, 0.5)],
  ['a page, ms, p99', ({ latencies }) => percentile(latencies.page, 0.99)],
  ['a message accepted, ms, p50', ({ latencies }) => percentile(latencies.submission, 0.5)],
  ['a message accepted, ms, p99', ({ latencies }) => percentile(latencies.submission, 0.99)],
]

function rowsOf(intervals: Interval[], lengthMs: number, before: Rest, after: Rest): Row[] {
  const [first, last] = [intervals[0] as Interval, intervals.at(-1) as Interval]
  const underLoad = [...series, ...times].map(([what, read]) => ({
    what: `under load: ${what}`,
    start: shown(read(first)),
    end: shown(read(last)),
    'per hour': signed(slope(intervals.map(read)) * (3_600_000 / lengthMs)),
  }))
  const idle = series.map(([what, read]) => ({
    what: `at rest: ${what}`,
    start: shown(read(before as Interval)),
    end: shown(read(after as Interval)),
  }))
  return [...underLoad, ...idle]
}

/** By least squares, for each step of one. */
function slope(values: number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [rise, run] = values.reduce<[number, number]>(
    ([rise, run], value, index) => [rise + (index - middle) * (value - mean), run + (index - middle) ** 2],
    [0, 0],
  )
  return rise / run
}

const shown = (value: number) => (Number.isNaN(value) ? 'not known here' : Number(value.toPrecision(3)))
const signed = (value: number) =>
  Number.isNaN(value) ? '' : `${value < 0 ? '−' : '+'}${Number(Math.abs(value).toPrecision(2))}`

function describe({ heapUsed, descriptors, latencies }: Interval): string {
  const p99 = percentile(latencies.page, 0.99).toFixed(1)
  return `${megabytes(heapUsed).toFixed(1)} MB of heap, ${descriptors.toFixed(0)} descriptors, pages within ${p99} ms (p99)`
}

/** Growth is what exceeds a tenth of what was held at rest before, and more than the odd buffer. */
const tolerance = { share: 0.1, bytes: 2e6, descriptors: 2 }
/** What is resident also depends on what the system has not taken back yet. */
const residentTolerance = { share: 0.25, bytes: 30e6 }

function sentence(
  minutes: number,
  before: Rest,
  after: Rest,
  { kept, unexpected }: Tally,
  { stored, mailed }: { stored: number; mailed: number },
): string {
  const heapGrowth = after.heapUsed + after.external - before.heapUsed - before.external
  const growsInHeap = heapGrowth > tolerance.share * (before.heapUsed + before.external) + tolerance.bytes
  const residentGrowth = after.rss - before.rss
  const growsInMemory = residentGrowth > residentTolerance.share * before.rss + residentTolerance.bytes
  const growsInDescriptors = after.descriptors - before.descriptors > tolerance.descriptors
  const faults = [
    growsInHeap && `heap and what it holds outside grew by ${megabytes(heapGrowth).toFixed(1)} MB`,
    growsInMemory && `resident memory grew by ${megabytes(residentGrowth).toFixed(0)} MB`,
    growsInDescriptors && `${after.descriptors - before.descriptors} descriptors stayed open`,
    stored !== kept && `${kept} messages were acknowledged and ${stored} are kept`,
    mailed !== kept && `${kept} messages were acknowledged and ${mailed} have been mailed`,
    unexpected.size > 0 && 'some answers were not the ones they should be',
  ].filter(Boolean)
  if (faults.length > 0) return `Look into it: ${faults.join('; ')}.`
  return `After ${minutes} min, heap and descriptors at rest are what they were, and resident memory is within a quarter of it: no leak shows.`
}
