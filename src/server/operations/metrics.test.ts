import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startHttpServer } from '../../../tests/support/http-server.ts'
import type { Backlog } from '../messages/message-store.ts'
import { Metrics } from './metrics.ts'

/** Metrics on a port of their own, and what they say. */
async function startMetrics(backlog: () => Backlog | undefined = () => undefined, dataDir = tmpdir()) {
  const metrics = new Metrics({ build: 'abc', dataDir, backlog })
  const server = await metrics.serve(0)
  onTestFinished(() => void server.close())
  const { address, port } = server.address() as AddressInfo
  const ask = (path: string) => fetch(`http://${address}:${port}${path}`)
  return { metrics, address, ask, text: async () => (await ask('/metrics')).text() }
}

test('answers are timed by their status, with nothing of their address', async () => {
  const { metrics, text } = await startMetrics()
  await using watched = await startHttpServer((request, response) => {
    const status = Number(/\d{3}/.exec(request.url ?? '')?.[0])
    if (status) response.writeHead(status).end()
    else response.writeHead(200).write('begun')
  })
  metrics.watch(watched.server)
  for (const path of ['/200?name=Marie', '/200', '/404', '/api/contact/201'])
    await (await fetch(watched.origin + path, { headers: { 'user-agent': 'Xaviera' } })).text()
  const controller = new AbortController()
  await fetch(`${watched.origin}/begin`, { signal: controller.signal })
  controller.abort()
  const lines = await vi.waitFor(async () => {
    expect(await text()).toContain('status="aborted"')
    return text()
  })
  for (const [to, status, count] of [
    ['site', 200, 2],
    ['site', 404, 1],
    ['site', 'aborted', 1],
    ['contact', 201, 1],
    ['contact', 503, 0],
  ])
    expect(lines).toContain(`http_request_duration_seconds_count{to="${to}",status="${status}"} ${count}\n`)
  expect(lines).not.toMatch(/Marie|Xaviera|127\.0\.0\.1/)
})

test('the events of the log are counted from 0', async () => {
  const { metrics, text } = await startMetrics()
  metrics.countEvent('mail_sent')
  expect(await text()).toContain('log_events_total{event="mail_sent",level="info"} 1\n')
  expect(await text()).toContain('log_events_total{event="mail_unknown",level="error"} 0\n')
})

test('a store that fails, or whose folder is gone, gives no number, and the others are reported', async () => {
  let backlog: Backlog | undefined = { waiting: 2, unknown: 3, refused: 4, oldestMs: 60_000 }
  const { text } = await startMetrics(() => backlog, '/nowhere/at/all')
  const shown = async () =>
    [...(await text()).matchAll(/^contact_\w+(?:\{.*\})? (\S+)$/gm)].map(([, value]) => value?.toLowerCase())
  expect(await shown()).toEqual(['2', '3', '4', '60', 'nan'])
  backlog = { waiting: 0, unknown: 0, refused: 0, oldestMs: undefined }
  expect(await shown()).toEqual(['0', '0', '0', '0', 'nan'])
  backlog = undefined
  expect(await shown()).toEqual(Array(5).fill('nan'))
  expect(await text()).toContain('process_cpu_seconds_total')
})

test('they are given to this machine alone, at one address', async () => {
  const { address, ask } = await startMetrics()
  expect(address).toBe('127.0.0.1')
  expect((await ask('/metrics')).headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  for (const path of ['/', '/metrics?x', '/healthz']) expect((await ask(path)).status).toBe(404)
})
