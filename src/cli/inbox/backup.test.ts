import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeInbox, messageOf } from '../../../tests/support/inbox.ts'
import { StoreError } from '../../server/messages/message-store.ts'
import { InboxError } from './command.ts'

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

test('says what to use with PostgreSQL', async () => {
  await using inbox = await makeInbox({ DATABASE_URL: 'postgres://web:secret@db.example.org/website' })
  const refused = await inbox.run(['backup', 'x'])
  expect(refused.error).toBeInstanceOf(InboxError)
  expect(messageOf(refused)).toContain('pg_dump')
  expect(messageOf(refused)).not.toContain('secret')
})
