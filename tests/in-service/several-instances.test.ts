import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../src/server/messages/postgres/postgres-database.ts'
import { Store } from '../../src/server/messages/store.ts'
import { expectPromise, numbered, settingsFor, startReading, Writers } from '../messages/promise.ts'
import { until } from '../messages/submissions.ts'
import { freePort } from '../support/free-port.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { PostgresServer } from '../support/postgres-server.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { startFront } from './front.ts'
import { send, startLoad, visitorsOf } from './visitors.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await PostgresServer.start()
})
afterAll(() => postgres?.[Symbol.asyncDispose]())

/** Instances that share one database and one mail server, on ports of their own. */
async function makeInstances(mail: MailServer, count: number) {
  const database = await postgres.makeDatabase()
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const settings = {
    DATABASE_URL: database.url,
    SMTP_URL: mail.url,
    CONTACT_TO: 'office@example.org',
    CONTACT_LIMIT: '0',
    TRUST_PROXY: '1',
  }
  const start = (port: number) => startServer({ settings: { ...settings, PORT: String(port) } })
  const instances: ServerProcess[] = []
  for (const port of ports) instances.push(await start(port))
  return {
    database,
    ports,
    instances,
    /** Starts an instance again, on the port that it had. */
    async startAgain(index: number) {
      instances[index] = await start(ports[index] as number)
    },
    async [Symbol.asyncDispose]() {
      for (const instance of instances) await instance[Symbol.asyncDispose]()
    },
  }
}

const namesOf = ({ mails }: MailServer) => mails.map(({ email }) => email.replyTo?.[0]?.name ?? '').sort()

test('a rolling restart under load: no request fails, nothing is lost, and no mail goes out twice', async () => {
  await using mail = await startMailServer()
  await using site = await makeInstances(mail, 3)
  await using front = await startFront(site.ports)
  using visitors = visitorsOf(front)
  const load = startLoad(visitors)
  for (const [index] of site.ports.entries()) {
    await load.goesOn(10)
    expect(await site.instances[index]?.stop()).toBe(0)
    await site.startAgain(index)
  }
  await load.goesOn(10)
  const { statuses, acknowledged, sent } = await load.end()
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 201)).toEqual([])
  expect(acknowledged).toHaveLength(sent)
  expect(sent).toBeGreaterThan(30)
  await until(
    () => mail.mails,
    ({ length }) => length >= sent,
  )
  // The store notes a delivery after the mail has arrived.
  await until(
    () => site.database.query(`SELECT FROM contact_messages WHERE state <> 'delivered'`),
    ({ length }) => length === 0,
  )
  expect(namesOf(mail)).toEqual(acknowledged.sort())
})

test('an instance is killed and PostgreSQL goes and comes back, under load: nothing acknowledged is lost', async () => {
  await using mail = await startMailServer()
  await using site = await makeInstances(mail, 3)
  await using front = await startFront(site.ports)
  using visitors = visitorsOf(front)
  const load = startLoad(visitors)
  await load.goesOn(10)
  await site.instances[0]?.kill()
  await load.goesOn(10)
  postgres.stop('immediate')
  expect((await visitors.ask('/fr/contact')).status).toBe(200)
  expect((await send(visitors, 'While it is away')).status).toBe(503)
  postgres.start()
  await until(
    () => send(visitors, 'It is back'),
    ({ status }) => status === 201,
  )
  await site.startAgain(0)
  await load.goesOn(10)
  const { statuses, acknowledged } = await load.end()
  // Pages never fail, and a message either is acknowledged or its visitor reads that it is not.
  expect([...statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
  const rows = await site.database.query('SELECT name FROM contact_messages')
  const kept = rows.map(({ name }) => name)
  expect(acknowledged.filter((name) => !kept.includes(name))).toEqual([])
  expect(new Set(kept).size).toBe(kept.length)
  await until(
    () => site.database.query(`SELECT FROM contact_messages WHERE state <> 'delivered' AND claimed_until IS NULL`),
    ({ length }) => length === 0,
  )
  // Messages that a killed instance had claimed wait until their claims end. Mails are counted after reading the claims:
  // a message that was not claimed by then has arrived.
  const claimed = await site.database.query('SELECT name FROM contact_messages WHERE claimed_until IS NOT NULL')
  const underWay = claimed.map(({ name }) => name)
  const names = namesOf(mail)
  expect(acknowledged.filter((name) => !names.includes(name) && !underWay.includes(name))).toEqual([])
})

test('the database is away while mails are under way: none of them goes out again', async () => {
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
  postgres.stop('immediate')
  mail.release()
  // The mails are sent, and cannot be noted because the database is away.
  await until(server.output, (output) => output.match(/delivery_not_noted/g)?.length === 5)
  expect(await writers.send(server.origin, 'Visitor 6')).toBe(503)
  const away = await until(
    async () => await (await fetch(`${server.origin}/readyz`)).json(),
    ({ status }) => status === 'unready',
  )
  expect(away.store).toMatch(/cannot be written to|does not answer/)
  expect(JSON.stringify(away)).not.toMatch(/127\.0\.0\.1|postgres|website_/)
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  postgres.start()
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
