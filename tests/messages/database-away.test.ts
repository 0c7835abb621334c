import { expect, inject, test } from 'vitest'
import { withTables } from '../../src/database/open-database.ts'
import { openPostgres } from '../../src/database/postgres/postgres-database.ts'
import { Store } from '../../src/server/messages/store.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { settingsFor, startReading, Writers } from './submissions.ts'

test('if the database is unavailable while mails are being sent, none of them is sent again', async () => {
  const [database, operator] = [await makeDatabase(inject('postgres')), await makeDatabase(inject('postgres'))]
  const name = new URL(database.url).pathname.slice(1)
  await using mail = await startStrictMailServer()
  mail.behave('mail', 'hold')
  const writers = new Writers()
  await using server = await startServer({ settings: settingsFor(mail.url, { DATABASE_URL: database.url }) })
  const reader = startReading(server.origin)
  for (let number = 1; number <= 5; number++) await writers.send(server.origin, `Visitor ${number}`)
  await expect.poll(() => mail.taken).toHaveLength(5)
  await operator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await operator.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
  mail.release()
  // The mails are sent, but cannot be recorded, because the database is unavailable.
  await expect.poll(() => server.output().match(/delivery_not_recorded/g)).toHaveLength(5)
  expect(await writers.send(server.origin, 'Visitor 6')).toBe(503)
  const readiness = async () => (await fetch(`${server.origin}/readyz`)).text()
  await expect.poll(readiness).toContain('"store":"cannot be written to","mail":"unknown","waiting":null')
  expect(await readiness()).not.toMatch(/writable|127\.0\.0\.1|postgres|website_/)
  await operator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  await expect.poll(() => writers.send(server.origin, 'Visitor 7')).toBe(201)
  const store = new Store(await withTables(await openPostgres(database.url)))
  await expect.poll(async () => (await store.list()).every(({ state }) => state === 'delivered')).toBe(true)
  const messages = await store.list()
  await store.close()
  expect(server.output()).not.toContain('test-password')
  await reader.end()
  // What was acknowledged is stored once, and was emailed once.
  const names = messages.map(({ name }) => name).sort()
  expect(names).toEqual(writers.acknowledged.toSorted())
  expect(mail.taken.map(({ from, mayBeRepeat }) => [from, mayBeRepeat]).sort()).toEqual(
    names.map((name) => [name, false]),
  )
})
