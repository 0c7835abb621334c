import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { dayMs, makeInbox, messageOf, now } from '../../../tests/support/inbox.ts'
import { UsageError } from './command.ts'

test('erases what is older than RETENTION_DAYS, and says how much of it was never delivered', async () => {
  await using inbox = await makeInbox({ RETENTION_DAYS: '30' })
  await inbox.keep({ name: 'old and delivered' }, 31 * dayMs)
  await inbox.store.markDelivered((await inbox.store.claimDue(now, 1))?.id ?? '', now)
  await inbox.keep({ name: 'old' }, 30 * dayMs + 1)
  await inbox.keep({ name: 'not yet old' }, 30 * dayMs)
  expect(await inbox.ask('purge')).toBe(
    "2 messages older than 30 days erased, 1 of them never delivered (robots' included).\n",
  )
  expect(await inbox.states()).toEqual({ 'not yet old': 'waiting' })
  expect(await inbox.ask('purge')).toBe('0 messages older than 30 days erased.\n')
})

test('takes another age', async () => {
  await using inbox = await makeInbox()
  await inbox.keep({ name: 'old' }, 8 * dayMs)
  await inbox.keep({ name: 'new' }, 6 * dayMs)
  expect(await inbox.askJson('purge', '--older-than', '7')).toEqual({
    erased: 1,
    undelivered: 1,
    before: '2026-02-22T12:00:00.000Z',
  })
  expect(await inbox.states()).toEqual({ new: 'waiting' })
})

test.each(['0', '-1', '1.5', 'week', '', '99999'])('refuses an age of "%s"', async (days) => {
  await using inbox = await makeInbox()
  await inbox.keep({}, 400 * dayMs)
  expect((await inbox.run(['purge', `--older-than=${days}`])).error).toBeInstanceOf(UsageError)
  expect(await inbox.store.list()).toHaveLength(1)
})

test('clears what an interrupted erasure has left in the files', { timeout: 20_000 }, async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep({ message: 'A very particular sentence.' })
  const bytes = () => Buffer.concat(readdirSync(inbox.folder).map((file) => readFileSync(join(inbox.folder, file))))
  const reader = new DatabaseSync(inbox.store.place)
  try {
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM messages').get()
    const interrupted = await inbox.run(['erase', id, '--yes'])
    expect(messageOf(interrupted)).toMatch(/^The messages were erased, but .* run "npm run inbox -- purge"\.$/)
    expect(bytes().includes('A very particular sentence.')).toBe(true)
    reader.exec('COMMIT')
    expect(await inbox.ask('purge')).toBe('0 messages older than 365 days erased.\n')
    expect(bytes().includes('A very particular sentence.')).toBe(false)
  } finally {
    reader.close()
  }
})
