import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startHttpServer } from '../../../tests/support/http-server.ts'
import type { Backlog } from '../messages/message-store.ts'
import { Metrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'

const makeMetrics = () => new Metrics({ build: 'abc', dataDir: tmpdir() })

/** A server that answers with the status in the path, watched. */
async function startWatched(metrics: Metrics): Promise<string> {
  const watched = await startHttpServer((request, response) => {
    const status = Number(/\d{3}/.exec(request.url ?? '')?.[0])
    if (status) response.writeHead(status).end()
    else response.writeHead(200).write('begun')
  })
  metrics.watch(watched.server)
  onTestFinished(() => watched[Symbol.asyncDispose]())
  return watched.origin
}

test('answers are counted by class of status and timed, with nothing of their address', async () => {
  const metrics = makeMetrics()
  const origin = await startWatched(metrics)
  for (const path of ['/200?name=Marie', '/204', '/304', '/404', '/503', '/api/contact/201'])
    await (await fetch(origin + path, { headers: { 'user-agent': 'Xaviera' } })).text()
  const controller = new AbortController()
  await fetch(`${origin}/begin`, { signal: controller.signal })
  controller.abort()
  const text = await vi.waitFor(async () => {
    const text = await metrics.text()
    expect(text).toContain('{status="aborted"} 1')
    return text
  })
  for (const line of ['"2xx"} 3', '"3xx"} 1', '"4xx"} 1', '"5xx"} 1'])
    expect(text).toContain(`http_requests_total{status=${line}`)
  expect(text).toContain('http_request_duration_seconds_count{to="site"} 6')
  expect(text).toContain('http_request_duration_seconds_count{to="contact"} 1')
  expect(text).not.toMatch(/Marie|Xaviera|127\.0\.0\.1/)
})

test('the others are told when the folder of the messages is gone', async () => {
  const text = await new Metrics({ build: 'abc', dataDir: '/nowhere/at/all' }).text()
  expect(text).toContain('contact_store_free_bytes Nan')
  expect(text).toContain('process_cpu_seconds_total')
})

test('what is no request is counted apart', async () => {
  const metrics = makeMetrics()
  const { port } = new URL(await startWatched(metrics))
  const socket = connect(Number(port), '127.0.0.1')
  socket.end('This is not HTTP.\r\n\r\n')
  socket.resume()
  await new Promise((resolve) => socket.once('close', resolve))
  expect(await metrics.text()).toContain('http_connections_refused_total{reason="unreadable"} 1')
})

test('the backlog is looked up when somebody asks; a store that cannot say gives no number', async () => {
  const metrics = makeMetrics()
  let looks = 0
  let backlog = async (): Promise<Backlog> => ({ waiting: 2, unknown: 3, refused: 4, oldestMs: 60_000 })
  metrics.watchBacklog(() => {
    looks++
    return backlog()
  })
  const shown = async () => {
    const lines = /^contact_(?:messages_waiting|messages_unknown|messages_refused|oldest_waiting_seconds) (\S+)$/gm
    return [...(await metrics.text()).matchAll(lines)].map(([, value]) => value)
  }
  expect(await shown()).toEqual(['2', '3', '4', '60'])
  expect(looks).toBe(1)
  backlog = async () => ({ waiting: 0, unknown: 0, refused: 0, oldestMs: undefined })
  expect(await shown()).toEqual(['0', '0', '0', '0'])
  backlog = () => Promise.reject(new Error('away'))
  expect(await shown()).toEqual(Array(4).fill('Nan'))
})

test('they are given to this machine alone, at one address', async () => {
  const server = await serveMetrics(makeMetrics(), 0)
  onTestFinished(() => void server.close())
  const { address, port } = server.address() as AddressInfo
  expect(address).toBe('127.0.0.1')
  const { headers } = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  for (const path of ['/', '/metrics?x', '/healthz'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404)
})
