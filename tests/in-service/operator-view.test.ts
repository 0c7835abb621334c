import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filled, sendForm, sendJson, until } from '../messages/submissions.ts'
import { freePort } from '../support/free-port.ts'
import { startMailServer } from '../support/mail-server.ts'
import { PostgresServer } from '../support/postgres-server.ts'
import { makeDataDir, type ServerProcess, startServer } from '../support/server-process.ts'

const readiness = async ({ origin }: ServerProcess) => {
  const answer = await fetch(`${origin}/readyz`)
  return { code: answer.status, ...(await answer.json()) }
}

const linesOf = (server: ServerProcess) =>
  server
    .output()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const eventsOf = (server: ServerProcess) => linesOf(server).map(({ event }) => event)

describe('the log', () => {
  test('is one JSON object a line, says who speaks, and holds nothing of a visitor', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer()
    const settings = {
      DATA_DIR: folder.dataDir,
      SMTP_URL: mail.url,
      CONTACT_TO: 'office@example.org',
      TRUST_PROXY: '1',
    }
    await using server = await startServer({ settings })
    const headers = { 'x-forwarded-for': '198.51.100.77', 'user-agent': 'Xaviera/1.0' }
    for (const path of ['/en?name=Xaviera', '/xaviera', '/api/contact?Xaviera'])
      await fetch(server.origin + path, { headers })
    await sendJson(server.origin, { ...filled, name: 'Xaviera', id: randomUUID() }, headers)
    await sendForm(server.origin, { ...filled, name: 'Xaviera', email: 'xaviera' }, headers)
    await sendJson(server.origin, '{"name":"Xaviera', headers)
    await until(
      () => mail.mails,
      ({ length }) => length === 1,
    )
    await until(
      () => eventsOf(server),
      (events) => events.includes('mail_sent'),
    )
    await server.stop()
    const lines = linesOf(server)
    expect(lines.map(({ event }) => event)).toEqual(['started', 'contact_ready', 'mail_sent', 'stopping', 'stopped'])
    for (const line of lines) {
      expect(Date.parse(String(line.time))).not.toBeNaN()
      expect(['info', 'warn', 'error']).toContain(line.level)
      expect(line.instance).toMatch(/^[^:]+:\d+$/)
    }
    expect(server.output()).not.toMatch(/xaviera|198\.51\.100\.77|Marie|example\.com|documents/i)
  })
})

describe('/readyz', () => {
  test('is ready, tells what waits while the mail server is away, and stays ready', async () => {
    using folder = makeDataDir()
    const settings = {
      DATA_DIR: folder.dataDir,
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      CONTACT_TO: 'office@example.org',
    }
    await using server = await startServer({ settings })
    expect(await readiness(server)).toMatchObject({ code: 200, status: 'ready', mail: 'nothing waits' })
    await sendJson(server.origin, { ...filled, id: randomUUID() })
    const report = await until(
      () => readiness(server),
      ({ waiting }) => waiting === 1,
    )
    expect(report).toMatchObject({ code: 200, status: 'ready', store: 'writable', mail: 'waiting' })
    expect(report.oldestWaitingSeconds).toBeGreaterThanOrEqual(0)
    await until(
      () => eventsOf(server),
      (events) => events.includes('mail_unreachable'),
    )
  })

  test('an instance that was told to stop says so while it still serves, then closes', async () => {
    using folder = makeDataDir()
    const server = await startServer({ settings: { DATA_DIR: folder.dataDir, DRAIN_SECONDS: '2' } })
    expect(await readiness(server)).toMatchObject({ code: 200, instance: 'serving' })
    const stopped = server.stop()
    const report = await until(
      () => readiness(server),
      ({ code }) => code === 503,
    )
    expect(report).toMatchObject({ status: 'unready', instance: 'stopping', store: 'writable' })
    expect((await sendJson(server.origin, { ...filled, id: randomUUID() })).status).toBe(201)
    expect(await stopped).toBe(0)
  })

  describe('with PostgreSQL', () => {
    let postgres: PostgresServer
    beforeAll(async () => {
      postgres = await PostgresServer.start()
    })
    afterAll(() => postgres?.[Symbol.asyncDispose]())

    test('it is unready while the database is away or read-only, and never says where the database is', async () => {
      const database = await postgres.makeDatabase()
      await using server = await startServer({ settings: { DATABASE_URL: database.url } })
      expect(await readiness(server)).toMatchObject({ code: 200, store: 'writable', mail: 'not set up' })
      postgres.stop('immediate')
      const away = await until(
        () => readiness(server),
        ({ code }) => code === 503,
      )
      expect(away.store).toMatch(/cannot be written to|does not answer/)
      expect(JSON.stringify(away)).not.toMatch(/127\.0\.0\.1|postgres|website_/)
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
      postgres.start()
      await until(
        () => readiness(server),
        ({ code }) => code === 200,
      )
      expect(server.output()).not.toContain('test-password')
    })

    test('a user who owns nothing but the tables is enough, and a database set to read only is noticed', async () => {
      const database = await postgres.makeDatabase()
      const { pathname } = new URL(database.url)
      await database.query(
        `CREATE ROLE web LOGIN PASSWORD 'test-password'; GRANT ALL ON DATABASE ${pathname.slice(1)} TO web; GRANT ALL ON SCHEMA public TO web`,
      )
      const url = database.url.replace('postgres:test-password', 'web:test-password').replace('//postgres', '//web')
      await using server = await startServer({ settings: { DATABASE_URL: url } })
      expect(await readiness(server)).toMatchObject({ code: 200, store: 'writable' })
      await database.query(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = on`)
      await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'web' AND pid <> pg_backend_pid()`,
      )
      await until(
        () => readiness(server),
        ({ code, store }) => code === 503 && store === 'cannot be written to',
      )
    })
  })
})

describe('/metrics', () => {
  test('are off unless they are asked for, and never on the site’s own port', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer()
    const port = await freePort()
    const settings = {
      DATA_DIR: folder.dataDir,
      SMTP_URL: mail.url,
      CONTACT_TO: 'office@example.org',
      CONTACT_LIMIT: '2',
    }
    {
      await using server = await startServer({ settings })
      expect((await fetch(`${server.origin}/metrics`)).status).toBe(404)
      await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow()
    }
    await using server = await startServer({ settings: { ...settings, METRICS_PORT: String(port) } })
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(404)
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const submission = { ...filled, id: randomUUID() }
    await sendJson(server.origin, submission)
    await sendJson(server.origin, submission)
    await sendJson(server.origin, { ...filled, id: randomUUID(), website: 'https://example.org' })
    await sendJson(server.origin, { ...filled, id: randomUUID(), name: 'One too many' })
    await sendJson(server.origin, { ...filled, email: 'nowhere' })
    await sendJson(server.origin, '{')
    await sendJson(server.origin, 'x', { 'content-type': 'text/plain' })
    await sendJson(server.origin, 'x'.repeat(70_000))
    const text = await until(metrics, (text) => text.includes('contact_mails_total{outcome="sent"} 1'))
    for (const outcome of [
      'accepted',
      'repeated',
      'trapped',
      'too_many',
      'refused',
      'malformed',
      'wrong_type',
      'too_large',
    ])
      expect(text).toContain(`contact_messages_total{outcome="${outcome}"} 1\n`)
    expect(text).toContain('http_requests_total{status="2xx"} 3\n')
    expect(text).toContain('http_requests_total{status="4xx"} 6\n')
    expect(await until(metrics, (text) => text.includes('contact_messages_waiting 0\n'))).toContain(
      'contact_oldest_waiting_seconds 0\n',
    )
  })
})
