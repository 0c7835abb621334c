import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { dayMs, makeInbox, messageOf } from '../../../tests/support/inbox.ts'

test('erases what is older than RETENTION_DAYS, and says how much of it was never delivered', async () => {
  await using inbox = await makeInbox({ RETENTION_DAYS: '30' })
  await inbox.keep({ name: 'old and delivered' }, 31 * dayMs)
  await inbox.settle({ kind: 'sent' })
  await inbox.keep({ name: 'old' }, 30 * dayMs + 1)
  await inbox.keep({ name: 'not yet old' }, 30 * dayMs)
  const { out } = await inbox.run(['purge', '--yes'])
  expect(out).toMatch(
    /^To be erased, older than 2026-01-30 .*:\n.* old .*\n.* old and delivered .*\n2 messages older than 30 days erased, 1 of them never delivered \(robots' included\)\.\n$/,
  )
  expect(await inbox.states()).toEqual({ 'not yet old': 'waiting' })
  expect(await inbox.ask('purge')).toBe('0 messages older than 30 days erased.\n')
})

test('erases nothing unless it is told to: with --yes, or by whoever is asked', async () => {
  await using inbox = await makeInbox()
  await inbox.keep({ name: 'old' }, 400 * dayMs)
  expect(await inbox.ask('purge')).toMatch(
    /\n1 message older than 365 days to be erased, 1 of them never delivered .*\. Nothing was: add --yes\.\n$/,
  )
  expect(await inbox.askJson('purge')).toMatchObject({ erased: 0, found: 1, undelivered: 1 })
  const questions: string[] = []
  const answering = (answer: boolean) => ({
    confirm: async (question: string) => questions.push(question) > 0 && answer,
  })
  const declined = await inbox.run(['purge'], answering(false))
  expect(declined.out).toContain('Nothing was')
  expect(await inbox.states()).toEqual({ old: 'waiting' })
  const agreed = await inbox.run(['purge'], answering(true))
  expect(agreed.out).toContain('1 message older than 365 days erased')
  expect(questions).toEqual(Array(2).fill('Erase 1 message older than 365 days for good?'))
  expect(await inbox.states()).toEqual({})
})

test('takes another age', async () => {
  await using inbox = await makeInbox()
  await inbox.keep({ name: 'old' }, 8 * dayMs)
  await inbox.keep({ name: 'new' }, 6 * dayMs)
  expect(await inbox.askJson('purge', '--older-than', '7', '--yes')).toEqual({
    erased: 1,
    found: 1,
    undelivered: 1,
    before: '2026-02-22T12:00:00.000Z',
  })
  expect(await inbox.states()).toEqual({ new: 'waiting' })
})

test('clears what an interrupted erasure has left in the files', async () => {
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
