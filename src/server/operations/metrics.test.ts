import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { startHttpServer } from '../../../tests/support/http-server.ts'
import type { Backlog } from '../messages/message-store.ts'
import { Metrics } from './metrics.ts'

/** Metrics on a port of their own, which only this machine reaches, and what they say. */
async function startMetrics(backlog: () => Backlog | undefined = () => undefined, dataDir = tmpdir()) {
  const metrics = new Metrics({ build: 'abc', dataDir, backlog })
  const server = await metrics.serve(0)
  onTestFinished(() => void server.close())
  const { address, port } = server.address() as AddressInfo
  expect(address).toBe('127.0.0.1')
  return { metrics, text: async () => (await fetch(`http://${address}:${port}/metrics`)).text() }
}

test('answers are timed by their status, with nothing of their address; events of the log are counted from 0', async () => {
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
  await expect.poll(text).toContain('status="aborted"')
  metrics.countEvent('mail_sent')
  const lines = await text()
  for (const line of [
    'http_request_duration_seconds_count{to="site",status="200"} 2',
    'http_request_duration_seconds_count{to="site",status="404"} 1',
    'http_request_duration_seconds_count{to="site",status="aborted"} 1',
    'http_request_duration_seconds_count{to="contact",status="201"} 1',
    'http_request_duration_seconds_count{to="contact",status="503"} 0',
    'log_events_total{event="mail_sent",level="info"} 1',
    'log_events_total{event="mail_unknown",level="error"} 0',
  ])
    expect(lines).toContain(`${line}\n`)
  expect(lines).not.toMatch(/Marie|Xaviera|127\.0\.0\.1/)
})

test('a store that fails, or whose folder is gone, gives no number, and the others are reported', async () => {
  let backlog: Backlog | undefined = { waiting: 2, unknown: 3, refused: 4, oldestMs: 60_000 }
  const { text } = await startMetrics(() => backlog, '/nowhere/at/all')
  const shown = async () =>
    [...(await text()).matchAll(/^contact_\w+(?:\{.*\})? (\S+)$/gm)].map(([, value]) => value?.toLowerCase())
  expect(await shown()).toEqual(['2', '3', '4', '60', 'nan'])
  backlog = undefined
  expect(await shown()).toEqual(Array(5).fill('nan'))
})
