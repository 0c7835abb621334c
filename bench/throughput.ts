import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BuiltSite } from '../src/shared/built-site.ts'
import { findNginx } from '../src/testing/find-nginx.ts'
import { findWrk } from '../src/testing/find-wrk.ts'
import { freePort } from '../src/testing/free-port.ts'
import { NginxServer, ServedFolder } from '../src/testing/nginx-server.ts'
import { makeDataDir, startServer } from '../tests/support/server-process.ts'
import { alternate, median, type Row } from './measure.ts'
import { processorSeconds } from './processor-time.ts'

const rounds = 5
const runSeconds = 3
const warmUpSeconds = 2
const connections = 32

type Load = {
  rate: number
  p99Ms: number
  /** How much of one processor the server had, from 0 to 1. */
  share: number
}
type Case = { what: string; path: string; headers: Record<string, string>; status: number }

/**
 * How many requests a second the server answers, beside one worker of nginx with the configuration that the build
 * writes: the same files on the same machine, in turns. Either has one thread, and so has who asks. Where something else
 * keeps the processors busy, only the ratio in the same processor time means anything.
 */
export async function measureThroughput(report: (step: string) => void): Promise<Row[]> {
  const wrk = findWrk()
  using work = makeDataDir()
  await using server = await startServer({ settings: { DATA_DIR: work.dataDir } })
  await using nginx = await startNginx()

  const script = join(work.dataDir, 'report.lua')
  writeFileSync(script, reportScript)
  const wantedCases = cases()
  const runs: ((seconds: number) => Promise<Load>)[] = []
  for (const wanted of wantedCases)
    for (const { origin, pid } of [server, nginx]) {
      const headers = await headersThatGet(origin, wanted)
      runs.push(async (seconds) => {
        const before = processorSeconds(pid)
        const counted = await load(wrk, script, `${origin}${wanted.path}`, headers, seconds)
        return { ...counted, share: (processorSeconds(pid) - before) / seconds }
      })
    }
  report('warming up')
  for (const run of runs) await run(warmUpSeconds)
  const loads = await alternate(
    rounds,
    runs.map((run) => () => run(runSeconds)),
    report,
  )
  const shareOf = (who: number) =>
    median(loads.flatMap((each, index) => (index % 2 === who ? each.map(({ share }) => share) : []))).toFixed(2)
  return [
    ...wantedCases.flatMap(({ what }, index) => rowsOf(what, loads[2 * index] ?? [], loads[2 * index + 1] ?? [])),
    { what: 'share of one processor that the server had; nginx', value: [0, 1].map(shareOf).join('; ') },
    { what: 'version of nginx', value: nginx.version },
  ]
}

function rowsOf(what: string, own: Load[], others: Load[]): Row[] {
  const rateOf = (loads: Load[]) => Math.round(median(loads.map(({ rate }) => rate)))
  const p99Of = (loads: Load[]) => Number(median(loads.map(({ p99Ms }) => p99Ms)).toPrecision(3))
  const ratioOf = (measure: (load: Load) => number) =>
    Number(median(own.map((load, round) => measure(load) / measure(others[round] ?? load))).toFixed(2))
  return [
    { what: `${what}: requests per second, ${connections} connections`, value: rateOf(own) },
    { what: `${what}: the same, one worker of nginx`, value: rateOf(others) },
    { what: `${what}: server ÷ nginx`, value: ratioOf(({ rate }) => rate) },
    { what: `${what}: server ÷ nginx, in the same processor time`, value: ratioOf(({ rate, share }) => rate / share) },
    { what: `${what}: 99 of 100 answered within, ms`, value: p99Of(own) },
    { what: `${what}: the same, one worker of nginx, ms`, value: p99Of(others) },
  ]
}

/** What visitors ask for most: a page, the largest script, and a page that they have already. */
function cases(): Case[] {
  const brotli = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const { files }: BuiltSite = JSON.parse(readFileSync('dist/site.json', 'utf8'))
  const sizeOf = (address: string) => statSync(`dist/public/${files[address]?.path}`).size
  const [script = ''] = Object.keys(files)
    .filter((address) => address.endsWith('.js'))
    .sort((one, other) => sizeOf(other) - sizeOf(one))
  return [
    { what: 'home page, Brotli', path: '/', headers: brotli, status: 200 },
    { what: 'largest script, Brotli', path: script, headers: brotli, status: 200 },
    { what: 'home page, unchanged (304)', path: '/', headers: brotli, status: 304 },
  ]
}

/**
 * The headers that a browser would send to this server: for a 304, with the ETag that it has given.
 * @throws Error when its answer is not the one to be measured
 */
async function headersThatGet(origin: string, { path, headers, status }: Case): Promise<Record<string, string>> {
  const first = await ask(origin + path, headers)
  const sent = status === 304 ? { ...headers, 'if-none-match': String(first.headers.etag) } : headers
  const answer = await ask(origin + path, sent)
  if (answer.statusCode !== status || first.headers['content-encoding'] !== 'br')
    throw new Error(`${origin}${path} is answered with ${answer.statusCode}, ${first.headers['content-encoding']}.`)
  return sent
}

function ask(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) =>
    get(url, { headers, agent: false }, (response) => resolve(response.resume())).once('error', reject),
  )
}

/** Asks again and again on connections that stay open. @throws Error when any request fails */
async function load(
  wrk: string,
  script: string,
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<Omit<Load, 'share'>> {
  const { stdout } = await promisify(execFile)(wrk, [
    ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`, '--script', script],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    url,
  ])
  const [count = 0, microseconds = 0, p99 = 0, failures = 0] = (/^loaded (.*)$/m.exec(stdout)?.[1] ?? '')
    .split(' ')
    .map(Number)
  if (!count || failures) throw new Error(`${url} failed under load:\n${stdout}`)
  return { rate: count / (microseconds / 1e6), p99Ms: p99 / 1000 }
}

const reportScript = `function done(summary, latency)
  local errors = summary.errors
  local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format("loaded %d %d %d %d", summary.requests, summary.duration, latency:percentile(99), failures))
end
`

/**
 * nginx as docs/static-hosting.md sets it up, without TLS. Debian's own settings add `sendfile`, as here, and
 * `tcp_nopush`, which is left out in nginx's favour: within one machine it holds back the end of a large file for 40 ms.
 */
async function startNginx(): Promise<AsyncDisposable & { origin: string; pid: number; version: string }> {
  const folder = new ServedFolder()
  const port = await freePort()
  const settings = folder.copy('dist/nginx', 'nginx')
  const server = await NginxServer.start(
    `sendfile on;
include ${settings}/http.conf;
server {
  listen 127.0.0.1:${port};
  root ${folder.copy('dist/public', 'public')};
  include ${settings}/server.conf;
}`,
    port,
  )
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: server.pid,
    version: /nginx\/(\S+)/.exec(String(spawnSync(findNginx(), ['-v']).stderr))?.[1] ?? '',
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}
