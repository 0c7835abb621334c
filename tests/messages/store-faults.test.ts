import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { openPostgresStore } from '../../src/server/messages/postgres/postgres-store.ts'
import { SqliteStore, storeFile } from '../../src/server/messages/sqlite/sqlite-store.ts'
import { PostgresServer } from '../support/postgres-server.ts'
import { makeDataDir, startInVain, startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { expectPromise, messagesIn, noLimit, numbered, settingsFor, startReading, Writers } from './promise.ts'
import { filled, sendForm, sendJson, until } from './submissions.ts'

const dayMs = 24 * 60 * 60_000
const ana = { name: 'Ana', email: 'ana@example.com', language: 'es' as const, website: '' }

test('a damaged store is refused at the start, with what to do, and left as it is', async () => {
  using folder = makeDataDir()
  const damages: [what: string, damage: (bytes: Buffer) => Buffer][] = [
    ['no database at all', () => Buffer.from('This is not a database. '.repeat(400))],
    [
      'a page overwritten',
      (bytes) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0xa5)]),
    ],
  ]
  const store = new SqliteStore(folder.dataDir, noLimit)
  for (let number = 0; number < 50; number++)
    await store.keep({ ...ana, message: `${number} ${'x'.repeat(2_000)}` }, '192.0.2.1')
  await store.close()
  const file = storeFile(folder.dataDir)
  const whole = readFileSync(file)
  for (const [what, damage] of damages) {
    const damaged = damage(whole)
    writeFileSync(file, damaged)
    const { code, output } = await startInVain({ DATA_DIR: folder.dataDir })
    expect([what, code]).toEqual([what, 1])
    expect(output).toContain(`The message store ${file} is damaged`)
    expect(output).toContain('It was left as it is. Put a backup in its place')
    expect(output, what).not.toMatch(/\n\s+at /)
    expect(readFileSync(file).equals(damaged), what).toBe(true)
  }
  // With the backup in its place, the site is up again.
  writeFileSync(file, whole)
  await using server = await startServer({ settings: { DATA_DIR: folder.dataDir } })
  expect((await fetch(server.origin)).status).toBe(200)
})

test('a store that a newer version has written is refused at the start', async () => {
  using folder = makeDataDir()
  const database = new DatabaseSync(storeFile(folder.dataDir))
  database.exec('PRAGMA user_version = 999')
  database.close()
  const { code, output } = await startInVain({ DATA_DIR: folder.dataDir })
  expect(code).toBe(1)
  expect(output).toContain('was written by a newer version of this program (999;')
})

test('a folder that cannot be made is refused at the start', async () => {
  using folder = makeDataDir()
  const file = join(folder.dataDir, 'file')
  writeFileSync(file, '')
  const { code, output } = await startInVain({ DATA_DIR: join(file, 'data') })
  expect(code).toBe(1)
  expect(output).toContain(`DATA_DIR ${join(file, 'data')} cannot be made`)
})

test('a full disk: messages are refused with 503, /readyz says so, pages and mails go on, nothing acknowledged is lost', async () => {
  using folder = makeDataDir()
  await using mail = await startStrictMailServer()
  const settings = settingsFor(folder.dataDir, mail.url)
  // No file of this process may grow beyond 2 MiB: what SQLite meets is the error of a full disk.
  const limit = ['bash', '-c', 'ulimit -f 2048; exec "$@"', 'bash']
  const writers = new Writers()
  let output = ''
  {
    await using server = await startServer({ settings, within: limit })
    const reader = startReading(server.origin)
    let refused: Response | undefined
    for (let number = 0; number < 400 && !refused; number++) {
      const name = `Visitor ${number}`
      const answer = await sendJson(server.origin, { ...filled, id: randomUUID(), name, message: 'x'.repeat(4_900) })
      if (answer.status === 201) writers.acknowledged.push(name)
      else refused = answer
    }
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '30'])
    expect(writers.acknowledged.length).toBeGreaterThan(10)
    expect(await (await fetch(`${server.origin}/readyz`)).json()).toMatchObject({ status: 'unready' })
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    const form = await sendForm(server.origin, { ...filled, message: `Encore ${'x'.repeat(4_900)}` })
    expect(form.status).toBe(503)
    const page = await form.text()
    expect(page).toContain('Encore xxxx')
    expect(page).toContain('lang="fr"')
    await reader.end()
    output += server.output()
    expect(output).toContain('A message could not be kept')
    expect(output).not.toContain('xxxx')
    // What is mailed and cannot be noted is under way still.
    await server.kill()
  }
  // With room again, messages are taken again, and all those acknowledged are there.
  await using server = await startServer({ settings })
  expect(await writers.send(server.origin, 'Visitor again')).toBe(201)
  const kept = (await messagesIn(folder.dataDir)).map(({ name }) => name)
  expect(writers.acknowledged.filter((name) => !kept.includes(name))).toEqual([])
  expect(mail.taken.length).toBe(new Set(mail.taken.map(({ messageId }) => messageId)).size)
})

test('a store that another process has locked: pages go on all the while, the form is told, and then taken again', async () => {
  using folder = makeDataDir()
  await using mail = await startStrictMailServer()
  const writers = new Writers()
  await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url) })
  await writers.send(server.origin, 'Visitor 1')
  const reader = startReading(server.origin)
  const other = new DatabaseSync(storeFile(folder.dataDir), { timeout: 60_000 })
  other.exec('BEGIN EXCLUSIVE')
  // Each is held up for as long as a visitor waits at most: twenty seconds together.
  for (const name of numbered(2, 2)) {
    const before = reader.pages
    const ready = fetch(`${server.origin}/readyz`)
    const status = writers.send(server.origin, name)
    // Pages are answered while the form waits for its answer.
    const first = await Promise.race([
      status,
      until(
        () => reader.pages,
        (pages) => pages > before + 5,
      ).then(() => 'pages'),
    ])
    expect(first).toBe('pages')
    expect(await status).toBe(503)
    expect((await ready).status).toBe(503)
  }
  other.exec('ROLLBACK')
  other.close()
  await until(
    () => writers.send(server.origin, 'Visitor 4'),
    (status) => status === 201,
  )
  const messages = await until(
    () => messagesIn(folder.dataDir),
    (messages) => messages.every(({ state }) => state === 'delivered'),
  )
  await reader.end()
  const output = server.output()
  expect(output.match(/"event":"store_(un)?available"/g)).toEqual([
    '"event":"store_unavailable"',
    '"event":"store_available"',
  ])
  // A message whose visitor was told 503 may have been kept: what is kept is mailed, once.
  expectPromise({ messages, writers, taken: mail.taken, output })
})

test('a start with a clock that is 400 days ahead erases nothing, nor does the next with the right one', async () => {
  using folder = makeDataDir()
  const settings = { DATA_DIR: folder.dataDir, CONTACT_LIMIT: '0' }
  const writers = new Writers()
  {
    await using server = await startServer({ settings })
    for (const name of numbered(2)) await writers.send(server.origin, name)
    expect(await server.stop()).toBe(0)
  }
  // The thread of the store, whose clock decides, loads it as well.
  const preload = `--import=${pathToFileURL('tests/messages/clock-ahead.mjs')}`
  {
    await using server = await startServer({ settings: { ...settings, NODE_OPTIONS: preload } })
    await until(server.output, (output) => output.includes('expiry_waits'))
    const [late] = await until(
      () => writers.send(server.origin, 'Visitor 3').then(() => messagesIn(folder.dataDir)),
      (messages) => messages.some(({ name }) => name === 'Visitor 3'),
    )
    // So it is really ahead.
    expect(Number(late?.receivedAt) - Date.now()).toBeGreaterThan(399 * dayMs)
    expect(server.output()).not.toContain('messages_expired')
    expect(await server.stop()).toBe(0)
  }
  await using server = await startServer({ settings })
  expect(await writers.send(server.origin, 'Visitor 4')).toBe(201)
  const names = (await messagesIn(folder.dataDir)).map(({ name }) => name)
  expect(names.sort()).toEqual(numbered(4))
})

test('the store’s files are for the server alone', async () => {
  using folder = makeDataDir()
  mkdirSync(join(folder.dataDir, 'deep'), { recursive: true })
  const dataDir = join(folder.dataDir, 'deep', 'data')
  await using server = await startServer({ settings: { DATA_DIR: dataDir } })
  await sendJson(server.origin, filled)
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700')
  for (const name of ['messages.sqlite', 'messages.sqlite-wal'])
    expect((statSync(join(dataDir, name)).mode & 0o077).toString(8), name).toBe('0')
})

test('messages are never kept longer than the built pages promise', async () => {
  using folder = makeDataDir()
  await using server = await startServer({ settings: { DATA_DIR: folder.dataDir, RETENTION_DAYS: '1000' } })
  await until(server.output, (output) => output.includes('messages.sqlite for 365 days'))
})

test('messages older than RETENTION_DAYS are erased by the server itself, from its files too', async () => {
  using folder = makeDataDir()
  let ageMs = 0
  const store = new SqliteStore(folder.dataDir, noLimit, () => Date.now() - ageMs)
  for (const days of [31, 29]) {
    ageMs = days * dayMs
    await store.keep({ ...ana, message: `${days} days` }, '192.0.2.1')
  }
  // The store has seen the clock each hour of the last days, so that it is not in doubt.
  for (ageMs = 2 * dayMs; ageMs > 0; ageMs -= dayMs / 24) await store.purge(1_000)
  await store.close()
  await using server = await startServer({ settings: { DATA_DIR: folder.dataDir, RETENTION_DAYS: '30' } })
  await until(server.output, (output) => output.includes('messages_expired'))
  expect((await messagesIn(folder.dataDir)).map(({ message }) => message)).toEqual(['29 days'])
  expect(server.output()).toContain('Erased 1 messages older than 30 days, 1 of them undelivered.')
  expect(readFileSync(storeFile(folder.dataDir)).includes('31 days')).toBe(false)
})

test('the database is away while mails are under way: none of them goes out again', async () => {
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
  const store = await openPostgresStore(database.url, noLimit)
  const messages = await until(
    () => store.list(),
    (messages) => messages.every(({ state }) => state === 'delivered'),
  )
  await store.close()
  await reader.end()
  expect(mail.taken.slice(0, 5).map(({ mayBeRepeat }) => mayBeRepeat)).toEqual(Array(5).fill(false))
  expect(mail.taken).toHaveLength(messages.length)
  expectPromise({ messages, writers, taken: mail.taken, output: server.output() })
})
