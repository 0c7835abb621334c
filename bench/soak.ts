import { readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import autocannon, { type Request } from 'autocannon'
import { startMailServer } from '../tests/support/mail-server.ts'
import { makeDataDir, type ServerProcess, startServer } from '../tests/support/server-process.ts'
import type { BenchOptions, Row } from './measure.ts'

const warmUpSeconds = 20
const requestsPerSecond = 200
/** How long the server may take to mail the messages that still wait at the end. */
const mailMs = 180_000

/** What the server holds, once the garbage is collected; see soak-probe.ts. */
type Probe = { heapUsed: number; external: number; rss: number; delayMostMs: number; descriptors: number }

/**
 * Mixed traffic against the real server for minutes. Compares what it holds at rest before and after: any growth has
 * leaked. Also counts whether each message that it acknowledged is kept and mailed.
 */
export async function measureSoak(report: (step: string) => void, { minutes }: BenchOptions): Promise<Row[]> {
  using work = makeDataDir()
  await using mailServer = await startMailServer()
  await using server = await startServer({
    settings: {
      DATA_DIR: work.dataDir,
      SMTP_URL: mailServer.url,
      CONTACT_TO: 'office@example.org',
      CONTACT_LIMIT: '0',
      NODE_OPTIONS: `--import=${pathToFileURL('bench/soak-probe.ts')}`,
    },
  })
  report(`warming up for ${warmUpSeconds} s`)
  const warmUp = await traffic(server.origin, warmUpSeconds)
  const before = await probe(server)
  report(`mixed traffic for ${minutes} min`)
  const run = await traffic(server.origin, minutes * 60)
  const after = await probe(server)
  const statuses = Object.entries(run.statusCodeStats ?? {}).map(([status, { count }]) => `${status}: ${count}`)
  const kept = [warmUp, run].reduce((sum, each) => sum + (each.statusCodeStats?.['201']?.count ?? 0), 0)
  // May be more than were acknowledged: some clients leave at the end without their answer.
  const stored = countMessages(work.dataDir)
  for (let waitedMs = 0; waitedMs < mailMs && mailServer.mails.length < stored; waitedMs += 200) await pause(200)
  const row = (what: string, read: (of: Probe) => number, start = read(before)) => ({
    what,
    start: Number(start.toPrecision(3)),
    end: Number(read(after).toPrecision(3)),
  })
  return [
    row('at rest: heap in use after collecting garbage, MB', ({ heapUsed }) => heapUsed / 1e6),
    row('at rest: memory outside the heap, MB', ({ external }) => external / 1e6),
    row('at rest: resident memory, MB', ({ rss }) => rss / 1e6),
    row('at rest: open descriptors', ({ descriptors }) => descriptors),
    row('under load: event loop kept waiting, ms, at most', ({ delayMostMs }) => delayMostMs),
    { what: 'under load: an answer, ms, p99', start: warmUp.latency.p99, end: run.latency.p99 },
    { what: `answers: ${statuses.join(', ')}; without one`, end: run.errors },
    { what: 'messages acknowledged', end: kept },
    { what: 'messages in the store', end: stored },
    { what: 'messages mailed', end: mailServer.mails.length },
  ]
}

/** Messages, pages, answers 304 and 404, and messages that are refused. */
function traffic(url: string, duration: number) {
  // autocannon puts another id in place of [<id>] each time, and writes into the headers that it is given.
  const message = JSON.stringify({
    name: 'Marie Durand',
    email: 'marie@example.com',
    message: '[<id>] Quels documents faut-il fournir ?',
    language: 'fr',
  })
  const requests: Request[] = [
    { path: '/api/contact', method: 'POST', headers: { 'content-type': 'application/json' }, body: message },
    ...['/', '/en/contact', '/fr/bien-etre-animal'].flatMap((path) => [
      { path, headers: { 'accept-encoding': 'br' } },
      { path, headers: { 'accept-encoding': 'gzip' } },
      { path, headers: { 'if-none-match': '*' } },
    ]),
    ...['/presentacion', '/en/nowhere', '/%zz', '/api/contact'].map((path) => ({ path })),
    { path: '/api/contact', method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
  ]
  return autocannon({
    url,
    connections: 16,
    duration,
    overallRate: requestsPerSecond,
    idReplacement: true,
    ignoreCoordinatedOmission: true,
    requests,
  })
}

/** Waits until the garbage is collected and the connections are gone. */
async function probe({ pid, output }: ServerProcess): Promise<Probe> {
  const answers = () => [...output().matchAll(/^probe (.*)$/gm)]
  const known = answers().length
  process.kill(pid, 'SIGUSR2')
  while (answers().length === known) await pause(50)
  // Only Linux lists the descriptors of a process.
  const descriptors = process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : Number.NaN
  return { ...JSON.parse(answers().at(-1)?.[1] ?? ''), descriptors }
}

function countMessages(dataDir: string): number {
  const database = new DatabaseSync(`${dataDir}/messages.sqlite`, { readOnly: true })
  const { count } = database.prepare('SELECT count(*) AS count FROM contact_messages').get() as { count: number }
  database.close()
  return count
}
