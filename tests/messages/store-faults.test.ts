import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { SqliteStore } from '../../src/server/store/sqlite-store.ts'
import { makeDataDir, startInVain, startServer } from '../support/server-process.ts'
import { filled, sendForm, sendJson } from './submissions.ts'

const storeFile = (dataDir: string) => join(dataDir, 'messages.sqlite')

test('a damaged store is refused at the start, with what to do, and left as it is', async () => {
  using folder = makeDataDir()
  const damages: [what: string, damage: (bytes: Buffer) => Buffer][] = [
    ['no database at all', () => Buffer.from('This is not a database. '.repeat(400))],
    [
      'a page overwritten',
      (bytes) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0xa5)]),
    ],
  ]
  const store = new SqliteStore(folder.dataDir, { count: 0, windowMs: 0 })
  for (let number = 0; number < 50; number++)
    await store.keep(
      {
        name: 'Ana',
        email: 'ana@example.com',
        message: `${number} ${'x'.repeat(2_000)}`,
        language: 'es',
        isTrapped: false,
      },
      '192.0.2.1',
      new Date(),
    )
  await store.close()
  const whole = readFileSync(storeFile(folder.dataDir))
  for (const [what, damage] of damages) {
    const damaged = damage(whole)
    writeFileSync(storeFile(folder.dataDir), damaged)
    const { code, output } = await startInVain({ DATA_DIR: folder.dataDir })
    expect([what, code]).toEqual([what, 1])
    expect(output).toContain(`The message store ${storeFile(folder.dataDir)} is damaged`)
    expect(output).toContain('It was left as it is. Put a backup in its place')
    expect(output, what).not.toMatch(/\n\s+at /)
    expect(readFileSync(storeFile(folder.dataDir)).equals(damaged), what).toBe(true)
  }
  // With the backup in its place, the site is up again.
  writeFileSync(storeFile(folder.dataDir), whole)
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

test('a full disk: messages are refused with 503, pages go on, nothing acknowledged is lost', async () => {
  using folder = makeDataDir()
  const settings = { DATA_DIR: folder.dataDir, CONTACT_LIMIT: '0' }
  // No file of this process may grow beyond 512 KiB: what SQLite meets is the error of a full disk.
  const limit = ['bash', '-c', 'ulimit -f 512; exec "$@"', 'bash']
  const acknowledged: string[] = []
  {
    await using server = await startServer({ settings, within: limit })
    let refused: Response | undefined
    for (let number = 0; number < 400 && !refused; number++) {
      const id = randomUUID()
      const answer = await sendJson(server.origin, { ...filled, id, message: `${number} ${'x'.repeat(4_900)}` })
      if (answer.status === 201) acknowledged.push(String(number))
      else refused = answer
    }
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '30'])
    expect(acknowledged.length).toBeGreaterThan(10)
    expect((await fetch(server.origin)).status).toBe(200)
    const form = await sendForm(server.origin, { ...filled, message: `Encore ${'x'.repeat(4_900)}` })
    expect(form.status).toBe(503)
    const page = await form.text()
    expect(page).toContain('Encore xxxx')
    expect(page).toContain('lang="fr"')
    expect(server.output()).toContain('A message could not be kept')
    expect(server.output()).not.toContain('xxxx')
  }
  // With room again, messages are taken again, and all those acknowledged are there.
  await using server = await startServer({ settings })
  expect((await sendJson(server.origin, { ...filled, id: randomUUID() })).status).toBe(201)
  const store = new SqliteStore(folder.dataDir, { count: 0, windowMs: 0 })
  const kept = (await store.list()).map(({ message }) => message.split(' ')[0])
  await store.close()
  expect(acknowledged.filter((number) => !kept.includes(number))).toEqual([])
})

test('a store that another process holds for too long: 503 meanwhile, then messages are taken again', async () => {
  using folder = makeDataDir()
  const settings = { DATA_DIR: folder.dataDir, CONTACT_LIMIT: '0' }
  await using server = await startServer({ settings })
  // As a backup might, for longer than the server waits.
  const other = new DatabaseSync(storeFile(folder.dataDir))
  other.exec('BEGIN EXCLUSIVE')
  expect((await sendJson(server.origin, { ...filled, id: randomUUID() })).status).toBe(503)
  other.exec('ROLLBACK')
  other.close()
  expect((await sendJson(server.origin, { ...filled, id: randomUUID() })).status).toBe(201)
})

test('the store’s files are for the server alone', async () => {
  using folder = makeDataDir()
  mkdirSync(join(folder.dataDir, 'deep'), { recursive: true })
  const dataDir = join(folder.dataDir, 'deep', 'data')
  await using server = await startServer({ settings: { DATA_DIR: dataDir } })
  await sendJson(server.origin, filled)
  const { statSync } = await import('node:fs')
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700')
  for (const name of ['messages.sqlite', 'messages.sqlite-wal'])
    expect((statSync(join(dataDir, name)).mode & 0o077).toString(8), name).toBe('0')
  chmodSync(dataDir, 0o700)
})

test('messages are never kept longer than the built pages promise', async () => {
  using folder = makeDataDir()
  await using server = await startServer({ settings: { DATA_DIR: folder.dataDir, RETENTION_DAYS: '1000' } })
  expect(server.output()).toContain('messages.sqlite for 365 days')
})

test('messages older than RETENTION_DAYS are erased by the server itself', async () => {
  using folder = makeDataDir()
  const dayMs = 24 * 60 * 60_000
  const store = new SqliteStore(folder.dataDir, { count: 0, windowMs: 0 })
  for (const [index, days] of [31, 29].entries())
    await store.keep(
      {
        name: 'Ana',
        email: 'ana@example.com',
        message: `${days} days`,
        language: 'es',
        isTrapped: false,
        submissionId: String(index),
      },
      '192.0.2.1',
      new Date(Date.now() - days * dayMs),
    )
  await store.close()
  await using server = await startServer({ settings: { DATA_DIR: folder.dataDir, RETENTION_DAYS: '30' } })
  expect((await fetch(server.origin)).status).toBe(200)
  const later = new SqliteStore(folder.dataDir, { count: 0, windowMs: 0 })
  expect((await later.list()).map(({ message }) => message)).toEqual(['29 days'])
  await later.close()
  expect(server.output()).toContain('Erased 1 messages older than 30 days, 1 of them undelivered.')
  expect(readFileSync(storeFile(folder.dataDir)).includes('31 days')).toBe(false)
})
