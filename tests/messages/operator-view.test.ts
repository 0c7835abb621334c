import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { makeDataDir, startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { settingsFor } from './promise.ts'
import { filled, sendJson } from './submissions.ts'

// The content of each answer is tested in src/server/operations.
test('metrics have their own port, and count what /readyz counts', async () => {
  using folder = makeDataDir()
  await using mail = await startStrictMailServer()
  const port = String(await freePort())
  const settings = settingsFor(folder.dataDir, mail.url, { METRICS_PORT: port })
  await using server = await startServer({ settings })
  expect((await fetch(`${server.origin}/metrics`)).status).toBe(404)
  await sendJson(server.origin, { ...filled, id: randomUUID() })
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const line of [
    'http_request_duration_seconds_count{to="contact",status="201"} 1\n',
    'log_events_total{event="mail_sent",level="info"} 1\n',
    'contact_messages{state="waiting"} 0\n',
  ])
    await expect.poll(metrics).toContain(line)
  const readiness = await (await fetch(`${server.origin}/readyz`)).json()
  expect(readiness).toMatchObject({ status: 'ready', store: 'writable', mail: 'nothing waits', waiting: 0 })
})
