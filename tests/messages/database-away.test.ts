import { expect, test } from 'vitest'
import { openPostgres } from '../../src/server/messages/postgres/postgres-database.ts'
import { Store } from '../../src/server/messages/store.ts'
import { PostgresServer } from '../support/postgres-server.ts'
import { startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { expectPromise, numbered, settingsFor, startReading, Writers } from './promise.ts'
import { until } from './submissions.ts'

test('if the database is unavailable while mails are being sent, none of them is sent again', async () => {
  await using postgres = await PostgresServer.start()
  const database = await postgres.makeDatabase()
  await using mail = await startStrictMailServer()
  mail.behave('mail', 'hold')
  const writers = new Writers()
  await using server = await startServer({ settings: { ...settingsFor('', mail.url), DATABASE_URL: database.url } })
  const reader = startReading(server.origin)
  for (const name of numbered(5)) await writers.send(server.origin, name)
  await until(
    () => mail.taken.length,
    (count) => count === 5,
  )
  await postgres.stop()
  mail.release()
  // The mails are sent, but cannot be recorded, because the database is unavailable.
  await until(server.output, (output) => output.match(/delivery_not_recorded/g)?.length === 5)
  expect(await writers.send(server.origin, 'Visitor 6')).toBe(503)
  const away = await until(
    async () => await (await fetch(`${server.origin}/readyz`)).json(),
    ({ status }) => status === 'unready',
  )
  expect(away.store).not.toBe('writable')
  expect(JSON.stringify(away)).not.toMatch(/127\.0\.0\.1|postgres|website_/)
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  await postgres.start()
  await until(
    () => writers.send(server.origin, 'Visitor 7'),
    (status) => status === 201,
  )
  const store = await Store.open(await openPostgres(database.url))
  const messages = await until(
    () => store.list(),
    (messages) => messages.every(({ state }) => state === 'delivered'),
  )
  await store.close()
  expect(server.output()).not.toContain('test-password')
  await reader.end()
  expect(mail.taken.slice(0, 5).map(({ mayBeRepeat }) => mayBeRepeat)).toEqual(Array(5).fill(false))
  expect(mail.taken).toHaveLength(messages.length)
  expectPromise({ messages, writers, taken: mail.taken, output: server.output() })
})
