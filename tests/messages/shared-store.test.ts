import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailServer } from '../../src/testing/mail-server.ts'
import { PostgresServer, serverStartMs } from '../../src/testing/postgres-server.ts'
import { startServer } from '../support/server-process.ts'
import { filled, sendJson, until } from './submissions.ts'

let postgres: PostgresServer

beforeAll(async () => {
  postgres = await PostgresServer.start()
}, serverStartMs)

afterAll(async () => {
  await postgres[Symbol.asyncDispose]()
})

const send = (origin: string, name: string, id = randomUUID()) =>
  sendJson(origin, { ...filled, id, name }).then(({ status }) => status)

test('two instances share one PostgreSQL: one message, one mail, one limit', async () => {
  const database = await postgres.makeDatabase()
  await using mail = await startMailServer({ delayMs: 10 })
  const settings = { DATABASE_URL: database.url, SMTP_URL: mail.url, CONTACT_TO: 'office@example.org' }
  await using one = await startServer({ settings: { ...settings, CONTACT_LIMIT: '12' } })
  await using other = await startServer({ settings: { ...settings, CONTACT_LIMIT: '12' } })
  const originOf = (index: number) => (index % 2 ? one : other).origin
  expect(one.output()).toMatch(/Messages are kept in PostgreSQL at 127\.0\.0\.1:\d+\/website_\d+ for 365 days/)

  const id = randomUUID()
  const repeats = await Promise.all(Array.from({ length: 20 }, (_, index) => send(originOf(index), 'Repeated', id)))
  expect(repeats.sort()).toEqual([...Array(19).fill(200), 201])
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send(originOf(index), `Visitor ${index}`)),
  )
  expect(statuses.sort()).toEqual([...Array(11).fill(201), ...Array(9).fill(429)])

  const delivered = () => database.query(`SELECT FROM contact_messages WHERE state = 'delivered'`)
  await until(delivered, ({ length }) => length === 12)
  const names = mail.mails.map(({ email }) => email.replyTo?.[0]?.name)
  expect(new Set(names).size).toBe(12)
  expect(names).toHaveLength(12)
})

test('an instance is killed in a burst and PostgreSQL is away for a while: all that was acknowledged is delivered', {
  timeout: 300_000,
}, async () => {
  const database = await postgres.makeDatabase()
  await using mail = await startMailServer({ delayMs: 20 })
  const settings = {
    DATABASE_URL: database.url,
    SMTP_URL: mail.url,
    CONTACT_TO: 'office@example.org',
    CONTACT_LIMIT: '0',
  }
  const doomed = await startServer({ settings })
  await using survivor = await startServer({ settings })
  const acknowledged: string[] = []
  const burst = (origin: string, names: string) =>
    Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        send(origin, `${names} ${index}`).then(
          (status) => void (status === 201 && acknowledged.push(`${names} ${index}`)),
          () => undefined,
        ),
      ),
    )
  const bursts = [burst(doomed.origin, 'Doomed'), burst(survivor.origin, 'Survivor')]
  await until(
    () => mail.mails,
    ({ length }) => length >= 10,
  )
  await doomed.kill()
  await Promise.all(bursts)
  expect(acknowledged.length).toBeGreaterThan(30)

  postgres.stop('immediate')
  expect(await send(survivor.origin, 'Away')).toBe(503)
  expect((await fetch(survivor.origin)).status).toBe(200)
  postgres.start()
  await until(
    () => send(survivor.origin, 'Back'),
    (status) => status === 201,
  )

  // What the killed instance had claimed is free again when its lease ends, after 90 seconds.
  const left = () => database.query(`SELECT FROM contact_messages WHERE state <> 'delivered'`)
  await until(left, ({ length }) => length === 0)
  const names = mail.mails.map(({ email }) => email.replyTo?.[0]?.name ?? '')
  expect([...acknowledged, 'Back'].filter((name) => !names.includes(name))).toEqual([])
  // The mail that was under way when its instance was killed, and the one when the database went.
  expect(names.length - new Set(names).size).toBeLessThanOrEqual(2)
})
