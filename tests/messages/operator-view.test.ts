import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startMailServer } from '../support/mail-server.ts'
import { makeDataDir, type ServerProcess, startServer } from '../support/server-process.ts'
import { filled, sendJson, until } from './submissions.ts'

const readiness = async ({ origin }: ServerProcess) => {
  const answer = await fetch(`${origin}/readyz`)
  return { code: answer.status, ...(await answer.json()) }
}

test('/readyz reports what waits while the mail server is away, stays ready, and reports that the instance is stopping', async () => {
  using folder = makeDataDir()
  const settings = {
    DATA_DIR: folder.dataDir,
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    CONTACT_TO: 'office@example.org',
    DRAIN_SECONDS: '2',
  }
  await using server = await startServer({ settings })
  await until(
    () => readiness(server),
    ({ code, mail }) => code === 200 && mail === 'nothing waits',
  )
  await sendJson(server.origin, { ...filled, id: randomUUID() })
  const report = await until(
    () => readiness(server),
    ({ waiting }) => waiting === 1,
  )
  expect(report).toMatchObject({ code: 200, status: 'ready', instance: 'serving', store: 'writable', mail: 'waiting' })
  expect(report.oldestWaitingSeconds).toBeGreaterThanOrEqual(0)
  await until(server.output, (output) => output.includes('"event":"mail_unreachable"'))

  const stopped = server.stop()
  const last = await until(
    () => readiness(server),
    ({ code }) => code === 503,
  )
  expect(last).toMatchObject({ status: 'unready', instance: 'stopping', store: 'writable' })
  expect((await sendJson(server.origin, { ...filled, id: randomUUID() })).status).toBe(201)
  expect(await stopped).toBe(0)
})

test('metrics are off unless they are asked for, and never on the site’s own port', async () => {
  using folder = makeDataDir()
  await using mail = await startMailServer()
  const port = await freePort()
  const settings = {
    DATA_DIR: folder.dataDir,
    SMTP_URL: mail.url,
    CONTACT_TO: 'office@example.org',
  }
  {
    await using server = await startServer({ settings })
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(404)
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow()
  }
  await using server = await startServer({ settings: { ...settings, METRICS_PORT: String(port) } })
  expect((await fetch(`${server.origin}/metrics`)).status).toBe(404)
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await sendJson(server.origin, { ...filled, id: randomUUID() })
  await sendJson(server.origin, { ...filled, id: randomUUID(), website: 'https://example.org' })
  const text = await until(metrics, (text) => text.includes('log_events_total{event="mail_sent",level="info"} 1'))
  expect(text).toContain('http_request_duration_seconds_count{to="contact",status="201"} 2\n')
  expect(text).toContain('log_events_total{event="message_trapped",level="info"} 1\n')
  expect(await until(metrics, (text) => text.includes('contact_messages{state="waiting"} 0\n'))).toContain(
    'contact_oldest_waiting_seconds 0\n',
  )
})
