import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type HostileRequest, hostileRequests } from '../tests/messages/hostile-requests.ts'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'
import { median, type Row } from './measure.ts'

const work = 'bench/work'
const rounds = 7
/** How long pages are asked for while nobody attacks. */
const calmMs = 1_000

/**
 * What one hostile request costs others: the longest wait for a page that is asked for again and again meanwhile, and the
 * longest time for which the server's event loop did nothing else.
 */
export async function measureStalls(report: (step: string) => void): Promise<Row[]> {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  await using server = await startServer({
    settings: {
      DATA_DIR: `${work}/data`,
      CONTACT_LIMIT: '0',
      NODE_OPTIONS: `--import=${resolve('bench/soak-probe.ts')}`,
    },
  })
  const calm = await watch(server, () => pause(calmMs))
  const rows: Row[] = [rowOf('nothing hostile', [calm])]
  for (const hostile of hostileRequests) {
    report(hostile.what)
    const stalls: Stall[] = []
    // The first round also compiles the code, so it is left out of the figures: in service, that happens once.
    for (let round = 0; round <= rounds; round++) stalls.push(await watch(server, () => send(server.origin, hostile)))
    rows.push(rowOf(hostile.what, stalls.slice(1)))
  }
  rmSync(work, { recursive: true })
  return rows
}

type Stall = { pageMs: number; loopMs: number }

const rowOf = (what: string, stalls: Stall[]): Row => ({
  what,
  'longest wait for a page, ms: median': round(median(stalls.map(({ pageMs }) => pageMs))),
  worst: round(Math.max(...stalls.map(({ pageMs }) => pageMs))),
  'event loop held, ms: median': round(median(stalls.map(({ loopMs }) => loopMs))),
  'worst of it': round(Math.max(...stalls.map(({ loopMs }) => loopMs))),
})

/** Asks for pages, one after the other, from before something begins until after it has ended. */
async function watch(server: ServerProcess, attack: () => Promise<void>): Promise<Stall> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await askPage(server.origin, agent)
  await probe(server)
  let isOver = false
  const attacked = attack().finally(() => {
    isOver = true
  })
  let pageMs = 0
  while (!isOver) {
    const start = performance.now()
    await askPage(server.origin, agent)
    pageMs = Math.max(pageMs, performance.now() - start)
  }
  await attacked
  agent.destroy()
  return { pageMs, loopMs: await probe(server) }
}

async function askPage(origin: string, agent: Agent): Promise<void> {
  const asking = request(`${origin}/en`, { agent, headers: { 'accept-encoding': 'br' } }).end()
  const [response] = await once(asking, 'response')
  await once(response.resume(), 'end')
}

/** @throws Error when it is not answered as it should be */
async function send(origin: string, { what, type, body, status }: HostileRequest): Promise<void> {
  const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) }
  const sending = request(`${origin}/api/contact`, { method: 'POST', headers, agent: false }).end(body)
  const [response] = await once(sending, 'response')
  await once(response.resume(), 'end')
  if (response.statusCode !== status) throw new Error(`${what} is answered with ${response.statusCode}.`)
}

/** The longest delay of the event loop since the last probe, in milliseconds. See soak-probe.ts. */
async function probe(server: ServerProcess): Promise<number> {
  const count = server.output().split('probe ').length
  process.kill(server.pid, 'SIGUSR2')
  while (server.output().split('probe ').length === count) await pause(5)
  const line = server.output().split('probe ').at(-1) ?? '{}'
  return JSON.parse(line.split('\n')[0] ?? '{}').delayMostMs
}

const round = (ms: number) => Number(ms.toPrecision(3))
