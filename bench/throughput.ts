import autocannon from 'autocannon'
import { startServer } from '../tests/support/server-process.ts'
import { startBareServer } from './bare-page.ts'
import { alternate, type Measure, median } from './measure.ts'

const connections = 32
const rounds = 5
const runSeconds = 3
const brotli = { 'accept-encoding': 'gzip, deflate, br, zstd' }

type Load = { rate: number; p99Ms: number }

/** How many requests a second the server answers: for the home page and the bare one in turns, and with 304. */
export const measureThroughput: Measure = async (report) => {
  await using server = await startServer({ settings: { DATA_DIR: 'bench/work/data' } })
  await using bareServer = await startBareServer()
  const { headers } = await fetch(server.origin, { headers: brotli })
  const unchanged = { ...brotli, 'if-none-match': headers.get('etag') ?? '' }
  const runs = {
    'home page, Brotli': () => putLoad(server.origin, 200, runSeconds, brotli),
    'bare home page, Brotli': () => putLoad(bareServer.origin, 200, runSeconds, brotli),
    'home page, unchanged (304)': () => putLoad(server.origin, 304, runSeconds, unchanged),
  }
  const loads = await alternate<Load>(rounds, Object.values(runs), report)
  return Object.keys(runs).map((what, index) => ({
    what: `${what}, ${connections} connections`,
    'requests per second': Math.round(median((loads[index] ?? []).map(({ rate }) => rate))),
    '99 of 100 within, ms': median((loads[index] ?? []).map(({ p99Ms }) => p99Ms)),
  }))
}

/**
 * Asks again and again on connections that stay open.
 * @param status what every answer must have
 * @throws Error when one has another, or none comes
 */
async function putLoad(url: string, status: number, seconds: number, headers: Record<string, string>): Promise<Load> {
  const { requests, latency, errors, statusCodeStats } = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
  })
  const others = Object.keys(statusCodeStats ?? {}).filter((code) => code !== String(status))
  if (errors > 0 || others.length > 0) throw new Error(`${url}: ${errors} errors, and answers with ${others}.`)
  return { rate: requests.average, p99Ms: latency.p99 }
}
