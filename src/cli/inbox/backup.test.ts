import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dayMs, makeInbox, messageOf } from '../../../tests/support/inbox.ts'
import { StoreError } from '../../server/messages/message-store.ts'
import { SqliteStore } from '../../server/messages/sqlite/sqlite-store.ts'
import { CommandError } from '../../shared/command-error.ts'

// What a backup holds and how it is put back: tests/in-service/one-machine.test.ts.

test('holds nothing of a message that was erased', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep({ message: 'A very particular sentence.' })
  await inbox.keep({ message: 'Another.' })
  await inbox.store.erase([id])
  const file = join(inbox.folder, 'copy.sqlite')
  await inbox.ask('backup', file)
  expect(readFileSync(file).includes('A very particular sentence.')).toBe(false)
  expect(readFileSync(file).includes('Another.')).toBe(true)
})

test('holds nothing that leads from a message to an address', async () => {
  await using inbox = await makeInbox()
  const store = new SqliteStore(inbox.folder, { count: 5, windowMs: dayMs })
  onTestFinished(() => store.close())
  await store.keep(
    { name: 'Marie', email: 'm@example.org', message: 'Bonjour', language: 'fr', website: '' },
    '192.0.2.1',
  )
  const rowsIn = (file: string, table: string) => {
    const database = new DatabaseSync(file)
    const rows = database.prepare(`SELECT * FROM ${table}`).all()
    database.close()
    return rows
  }
  const [{ key } = {}] = rowsIn(store.place, 'sender_key')
  const [{ scope } = {}] = rowsIn(store.place, 'senders')
  const file = join(inbox.folder, 'copy.sqlite')
  await inbox.ask('backup', file)
  expect(rowsIn(file, 'messages')).toHaveLength(1)
  for (const secret of [key as Uint8Array, scope as string]) {
    expect(secret.length).toBeGreaterThan(10)
    expect(readFileSync(file).includes(secret)).toBe(false)
  }
})

test('overwrites nothing, and leaves no half of a backup', async () => {
  await using inbox = await makeInbox()
  const file = join(inbox.folder, 'copy.sqlite')
  writeFileSync(file, 'precious')
  const taken = await inbox.run(['backup', file])
  expect(taken.error).toBeInstanceOf(StoreError)
  expect(statSync(file).size).toBe(8)
  const lost = await inbox.run(['backup', join(inbox.folder, 'nowhere', 'copy.sqlite')])
  expect(messageOf(lost)).toMatch(/^The backup .*nowhere.* cannot be made: /)
  expect(existsSync(join(inbox.folder, 'nowhere'))).toBe(false)
})

test('goes over what a backup that was cut off has left', async () => {
  await using inbox = await makeInbox()
  await inbox.keep()
  const file = join(inbox.folder, 'copy.sqlite')
  for (const left of ['.partial', '.partial-journal']) writeFileSync(file + left, 'half of it')
  expect(await inbox.ask('backup', file)).toContain('1 message backed up')
  expect(readdirSync(inbox.folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.sqlite'])
})

test('a backup that is cut off does not look like one', async () => {
  await using inbox = await makeInbox()
  await inbox.keep()
  const file = join(inbox.folder, 'copy.sqlite')
  const seen: string[] = []
  // The check is the last that is done before the backup gets its name.
  const { prepare } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    seen.push(...readdirSync(inbox.folder).filter((name) => name.startsWith('copy')))
    return prepare.call(this, sql)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await inbox.ask('backup', file)
  expect(new Set(seen)).toEqual(new Set(['copy.sqlite.partial']))
})

test('says what to use with PostgreSQL', async () => {
  await using inbox = await makeInbox({ DATABASE_URL: 'postgres://web:secret@db.example.org/website' })
  const refused = await inbox.run(['backup', 'x'])
  expect(refused.error).toBeInstanceOf(CommandError)
  expect(messageOf(refused)).toContain('pg_dump')
  expect(messageOf(refused)).not.toContain('secret')
})
