import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { openSqliteStore, submission } from '../../../tests/support/test-stores.ts'
import { StoreError } from '../database.ts'
import { openSqlite, storeFile } from './sqlite-database.ts'

// What both kinds of store do is in ../message-store.test.ts.

async function makeStore(lockMs = 50) {
  const { path: folder, remove } = temporaryFolder()
  const store = await openSqliteStore(folder, { lockMs })
  onTestFinished(async () => {
    await store.close()
    remove()
  })
  return { folder, store, file: storeFile(folder) }
}

test('what was erased is no longer in the files, which are for this user alone', async () => {
  const { folder, store } = await makeStore()
  const words = 'A very particular sentence.'
  const { id } = await store.keep(submission({ message: words }))
  const holdsWords = () => readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(words))
  expect(holdsWords()).toBe(true)
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077, file).toBe(0)
  await store.erase([id])
  expect(holdsWords()).toBe(false)
})

test('a commit waits for the disk: given these settings, SQLite promises that it survives a power cut', async () => {
  const { file } = await makeStore()
  const database = await openSqlite(file)
  const settings = await database.transaction((query) =>
    Promise.all(['journal_mode', 'synchronous', 'secure_delete'].map((name) => query(`PRAGMA ${name}`, []))),
  )
  // 2 is FULL (sqlite.org/pragma.html#pragma_synchronous).
  expect(settings.flat()).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }, { secure_delete: 1 }])
  await database.close()
})

test('another process that is writing delays the store, and no other code; then it fails', async () => {
  const { store, file } = await makeStore(500)
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  await expect(store.keep(submission())).rejects.toThrow(StoreError)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
  const keeping = store.keep(submission())
  await pause(100)
  other.exec('ROLLBACK')
  expect((await keeping).kind).toBe('kept')
  other.close()
})

test('nothing is acknowledged once the file has been moved, replaced or deleted', async () => {
  const { folder, store, file } = await makeStore()
  await store.keep(submission())
  renameSync(file, `${file}.moved`)
  const expectFailure = async () => {
    for (const answer of [store.checkWritable(), store.keep(submission())])
      await expect(answer).rejects.toThrow('was moved, replaced or deleted')
  }
  await expectFailure()
  const other = await openSqliteStore(folder)
  onTestFinished(() => other.close())
  await expectFailure()
  rmSync(file)
  renameSync(`${file}.moved`, file)
  await store.checkWritable()
})

test('a file that is damaged, or of a newer version, is not opened, and left as it is', async () => {
  const { folder, store, file } = await makeStore()
  for (let number = 0; number < 50; number++)
    await store.keep(submission({ message: `${number} ${'x'.repeat(2_000)}` }))
  await store.close()
  const whole = readFileSync(file)
  // Not in the pages that are read at the start.
  const damaged = Buffer.from(whole).fill(0xa5, whole.length / 2)
  writeFileSync(file, damaged)
  await expect(openSqliteStore(folder)).rejects.toThrow(`The database ${file} is damaged`)
  expect(readFileSync(file).equals(damaged)).toBe(true)
  writeFileSync(file, whole)
  const newer = new DatabaseSync(file)
  newer.exec('UPDATE contact_schema SET version = 999')
  newer.close()
  await expect(openSqliteStore(folder)).rejects.toThrow('was written by a newer version of this program (999; this one')
})
