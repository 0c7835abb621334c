import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { StoreError } from '../message-store.ts'
import { dayMs } from '../purge-guard.ts'
import { SqliteStore } from './sqlite-store.ts'

// What both kinds of store do is in ../message-store.test.ts.

const noLimit = { count: 0, windowMs: 1 }
const begin = Date.UTC(2026, 0, 1)
const words = 'A very particular sentence.'
const submission = { name: 'Marie', email: 'marie@example.org', message: words, language: 'fr' as const, website: '' }

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const holds = (text: string) => readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(text))
  return { folder, holds }
}

/** Another program that reads the file from now on. */
function startReading(file: string) {
  const reader = new DatabaseSync(file)
  onTestFinished(() => reader.close())
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM messages').get()
  return reader
}

test('what was erased while another program read the file is taken out by the next purge', async () => {
  const { folder, holds } = makeFolder()
  let time = begin
  const store = new SqliteStore(folder, noLimit, () => time, 50)
  onTestFinished(() => store.close())
  await store.keep(submission, '192.0.2.1')
  for (; time <= begin + 30 * dayMs; time += dayMs / 2) await store.purge(30)
  const reader = startReading(store.place)
  await store.keep({ ...submission, message: 'Another.' }, '192.0.2.1')
  const outcome = await store.purge(30)
  expect(outcome).toMatchObject({ kind: 'purged', erased: 1, undelivered: 1 })
  expect(outcome).toHaveProperty('stillInFiles', expect.stringContaining('another program is reading'))
  expect(holds(words)).toBe(true)
  reader.exec('COMMIT')
  expect(await store.purge(30)).toEqual({ kind: 'purged', erased: 0, undelivered: 0 })
  expect(holds(words)).toBe(false)
})

test('so is what a person erased, also by a purge that does not trust the clock', async () => {
  const { folder, holds } = makeFolder()
  let time = begin
  const store = new SqliteStore(folder, noLimit, () => time, 50)
  onTestFinished(() => store.close())
  const kept = await store.keep(submission, '192.0.2.1')
  const reader = startReading(store.place)
  await expect(store.erase([(kept as { id: string }).id])).rejects.toThrow('within the hour')
  reader.exec('COMMIT')
  time += 3 * dayMs
  expect(await store.purge(30)).toMatchObject({ kind: 'clock in doubt' })
  expect(holds(words)).toBe(false)
})

test('an erasure waits for who empties the write-ahead file at the same time', async () => {
  const { folder } = makeFolder()
  const store = new SqliteStore(folder, noLimit)
  onTestFinished(() => store.close())
  const other = new Worker(
    `const { DatabaseSync } = require('node:sqlite')
     const { parentPort, workerData } = require('node:worker_threads')
     const database = new DatabaseSync(workerData)
     const checkpoint = () => {
       for (let times = 0; times < 50; times++) database.exec('PRAGMA wal_checkpoint(PASSIVE)')
       setImmediate(checkpoint)
     }
     checkpoint()
     parentPort.postMessage('begun')`,
    { eval: true, workerData: store.place },
  )
  onTestFinished(async () => void (await other.terminate()))
  await once(other, 'message')
  for (let number = 0; number < 15; number++) {
    const kept = await store.keep({ ...submission, message: `Nr. ${number} ${'x'.repeat(4_000)}` }, '192.0.2.1')
    expect(await store.erase([(kept as { id: string }).id])).toBe(1)
  }
})

test('nothing is acknowledged once the file has been moved, replaced or deleted', async () => {
  const { folder } = makeFolder()
  const store = new SqliteStore(folder, noLimit)
  onTestFinished(() => store.close())
  await store.keep(submission, '192.0.2.1')
  renameSync(store.place, `${store.place}.moved`)
  const refuse = async () => {
    for (const answer of [store.checkWritable(), store.keep(submission, '192.0.2.1')])
      await expect(answer).rejects.toThrow(StoreError)
  }
  await refuse()
  const other = new SqliteStore(folder, noLimit)
  onTestFinished(() => other.close())
  await refuse()
  rmSync(other.place)
  renameSync(`${store.place}.moved`, store.place)
  await store.checkWritable()
})
