import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeInbox, messageOf } from '../../../tests/support/inbox.ts'
import { StoreError } from '../../server/messages/message-store.ts'
import { SqliteStore } from '../../server/messages/sqlite/sqlite-store.ts'
import { UsageError } from '../../shared/command-error.ts'
import { InboxError } from './command.ts'

test('copies every message, with its state, into a file for its owner alone', async () => {
  await using inbox = await makeInbox()
  await inbox.keep({ name: 'one' })
  await inbox.keep({ name: 'two', website: 'https://spam.example' })
  const file = join(inbox.folder, 'copy.sqlite')
  expect(await inbox.ask('backup', file)).toBe(`2 messages backed up to ${file}\n`)
  const copy = new DatabaseSync(file)
  expect(copy.prepare('SELECT name, state FROM messages ORDER BY name').all()).toEqual([
    expect.objectContaining({ name: 'one', state: 'waiting' }),
    expect.objectContaining({ name: 'two', state: 'trapped' }),
  ])
  copy.close()
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
})

test('in a folder, names the file after the time', async () => {
  await using inbox = await makeInbox()
  const folder = join(inbox.folder, 'backups')
  mkdirSync(folder)
  expect(await inbox.askJson('backup', folder)).toEqual({
    messages: 0,
    file: join(folder, 'messages-2026-03-01T120000Z.sqlite'),
  })
  expect(readdirSync(folder)).toEqual(['messages-2026-03-01T120000Z.sqlite'])
})

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

test('needs one place', async () => {
  await using inbox = await makeInbox()
  for (const args of [['backup'], ['backup', 'a', 'b']])
    expect((await inbox.run(args)).error).toBeInstanceOf(UsageError)
})

test('says what to use with PostgreSQL', async () => {
  await using inbox = await makeInbox({ DATABASE_URL: 'postgres://web:secret@db.example.org/website' })
  const refused = await inbox.run(['backup', 'x'], {
    openStore: async () => new SqliteStore(inbox.folder, { count: 0, windowMs: 1 }),
  })
  expect(refused.error).toBeInstanceOf(InboxError)
  expect(messageOf(refused)).toContain('pg_dump')
  expect(messageOf(refused)).not.toContain('secret')
})
