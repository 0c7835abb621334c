import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MessageState } from '../../src/server/messages/message-store.ts'
import { openPostgresStore } from '../../src/server/messages/postgres/postgres-store.ts'
import { runInbox } from '../support/inbox-process.ts'
import { PostgresServer } from '../support/postgres-server.ts'
import { startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { expectPromise, noLimit, numbered, startReading, Writers } from './promise.ts'
import { filled, sendJson, until } from './submissions.ts'

let postgres: PostgresServer

beforeAll(async () => {
  postgres = await PostgresServer.start()
})

afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]()
})

const settingsFor = (databaseUrl: string, mailUrl: string, changes: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  SMTP_URL: mailUrl,
  CONTACT_TO: 'office@example.org',
  CONTACT_FROM: 'web@example.org',
  CONTACT_LIMIT: '0',
  ...changes,
})

async function messagesIn(databaseUrl: string) {
  const store = await openPostgresStore(databaseUrl, noLimit)
  try {
    return await store.list()
  } finally {
    await store.close()
  }
}

const allDelivered = (databaseUrl: string) =>
  until(
    () => messagesIn(databaseUrl),
    (messages) => messages.every(({ state }) => state === 'delivered'),
  )

test('two instances share one PostgreSQL: one message, one mail, one limit', async () => {
  const database = await postgres.makeDatabase()
  await using mail = await startStrictMailServer()
  const settings = settingsFor(database.url, mail.url, { CONTACT_LIMIT: '12' })
  await using one = await startServer({ settings })
  await using other = await startServer({ settings })
  const originOf = (index: number) => (index % 2 ? one : other).origin
  expect(one.output()).toMatch(/Messages are kept in PostgreSQL at 127\.0\.0\.1:\d+\/website_\w+ for 365 days/)

  const repeated = { ...filled, id: randomUUID() }
  const repeats = await Promise.all(
    Array.from({ length: 20 }, (_, index) => sendJson(originOf(index), repeated).then(({ status }) => status)),
  )
  expect(repeats.sort()).toEqual([...Array(19).fill(200), 201])
  const writers = new Writers()
  const statuses = await Promise.all(numbered(20).map((name, index) => writers.send(originOf(index), name)))
  expect(statuses.sort()).toEqual([...Array(11).fill(201), ...Array(9).fill(429)])
  const messages = await allDelivered(database.url)
  expect(mail.taken).toHaveLength(12)
  expectPromise({ messages, writers, taken: mail.taken, output: one.output() + other.output() })
})

test('an instance whose clock is far ahead takes over nothing that another is about to deliver, and erases nothing', async () => {
  const database = await postgres.makeDatabase()
  await using mail = await startStrictMailServer()
  mail.behave('mail', 'hold')
  const settings = settingsFor(database.url, mail.url)
  await using right = await startServer({ settings })
  const writers = new Writers()
  for (const name of numbered(3)) await writers.send(right.origin, name)
  await until(
    () => mail.taken.length,
    (count) => count === 3,
  )
  const preload = `--import=${pathToFileURL('tests/messages/clock-ahead.mjs')}`
  await using ahead = await startServer({ settings: { ...settings, NODE_OPTIONS: preload } })
  // It has looked for what is due when it has sent one of its own.
  expect(await writers.send(ahead.origin, 'Visitor 4')).toBe(201)
  await until(
    () => mail.taken.length,
    (count) => count === 4,
  )
  mail.release()
  const messages = await allDelivered(database.url)
  expect(messages).toHaveLength(4)
  expect(mail.taken).toHaveLength(4)
  expectPromise({ messages, writers, taken: mail.taken, output: right.output() + ahead.output() })
})

test('the database is away while mails are under way: none of them goes out again', async () => {
  const database = await postgres.makeDatabase()
  await using mail = await startStrictMailServer()
  mail.behave('mail', 'hold')
  const writers = new Writers()
  await using server = await startServer({ settings: settingsFor(database.url, mail.url) })
  const reader = startReading(server.origin)
  for (const name of numbered(5)) await writers.send(server.origin, name)
  await until(
    () => mail.taken.length,
    (count) => count === 5,
  )
  postgres.stop('immediate')
  mail.release()
  // They are sent, and the store cannot be told.
  await until(server.output, (output) => output.match(/delivery_not_noted/g)?.length === 5)
  expect(await writers.send(server.origin, 'Visitor 6')).toBe(503)
  postgres.start()
  await until(
    () => writers.send(server.origin, 'Visitor 7'),
    (status) => status === 201,
  )
  const messages = await allDelivered(database.url)
  await reader.end()
  expect(mail.taken.slice(0, 5).map(({ mayBeRepeat }) => mayBeRepeat)).toEqual(Array(5).fill(false))
  expect(mail.taken).toHaveLength(messages.length)
  expectPromise({ messages, writers, taken: mail.taken, output: server.output() })
})

test('an instance is killed in the middle of its mails: another takes over, and marks what may be a repeat', async () => {
  const database = await postgres.makeDatabase()
  await using mail = await startStrictMailServer()
  const settings = settingsFor(database.url, mail.url)
  const writers = new Writers()
  const doomed = await startServer({ settings })
  mail.behave('mail', 'hold')
  for (const name of numbered(10)) await writers.send(doomed.origin, name)
  await until(
    () => mail.taken.length,
    (count) => count === 6,
  )
  await doomed.kill()
  mail.release()
  await using survivor = await startServer({ settings })
  const reader = startReading(survivor.origin)
  for (const name of numbered(10, 11)) await writers.send(survivor.origin, name)
  // What the killed one had claimed is nobody else's for a minute and a half, and then waits for minutes.
  const untilThere = (wanted: MessageState, count: number) =>
    until(
      () => messagesIn(database.url),
      (messages) => messages.filter(({ state }) => state === wanted).length === count,
    )
  await untilThere('delivered', 14)
  expect(mail.taken).toHaveLength(20)
  await database.query('UPDATE contact_messages SET claimed_until = now() WHERE claimed_until IS NOT NULL')
  await untilThere('unknown', 6)
  expect((await runInbox(['retry', '--all', '--yes'], settings)).code).toBe(0)
  const messages = await allDelivered(database.url)
  await reader.end()
  expect(mail.taken).toHaveLength(26)
  expectPromise({ messages, writers, taken: mail.taken, output: doomed.output() + survivor.output() })
})
