import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeInbox, messageOf } from '../../../tests/support/inbox.ts'
import { UsageError } from '../../shared/command-error.ts'
import { InboxError } from './command.ts'

test('says what it will erase, asks, and erases that alone', async () => {
  await using inbox = await makeInbox()
  const ids = [
    await inbox.keep({ name: 'One' }),
    await inbox.keep({ name: 'Two' }),
    await inbox.keep({ name: 'Three' }),
  ]
  const asked: string[] = []
  const { out } = await inbox.run(['erase', ids[0] ?? '', (ids[1] ?? '').slice(0, 8)], {
    confirm: async (question) => {
      asked.push(question)
      expect(await inbox.states()).toHaveProperty('One')
      return true
    },
  })
  expect(asked).toEqual(['Erase 2 messages for good?'])
  expect(out).toMatch(/^To be erased: 2 messages\n.* One .*\n.* Two .*\n2 messages erased\./)
  expect(await inbox.states()).toEqual({ Three: 'waiting' })
})

test('erases nothing on a no', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep()
  const refused = await inbox.run(['erase', id], { confirm: async () => false })
  expect(refused.error).toBeInstanceOf(InboxError)
  expect(messageOf(refused)).toBe('Nothing was erased.')
  expect(await inbox.store.list()).toHaveLength(1)
})

test('erases without a question where nobody can be asked', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep()
  await inbox.ask('erase', id)
  expect(await inbox.store.list()).toEqual([])
})

test('with --yes does not ask', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep()
  const confirm = () => Promise.reject(new Error('It asked.'))
  expect((await inbox.run(['erase', id, '--yes'], { confirm })).error).toBeUndefined()
})

test('erases every message of an address, whatever its letter case and state', async () => {
  await using inbox = await makeInbox()
  const ids = await inbox.keepOneOfEach()
  await inbox.keep({ name: 'capitals', email: 'MARIE@Example.org' })
  await inbox.keep({ name: 'another', email: 'amarie@example.org' })
  const { out, notes } = await inbox.run(['erase', '--email', ' Marie@example.ORG', '--yes', '--json'])
  const result = JSON.parse(out)
  expect(result).toMatchObject({ erased: 6, ids: expect.arrayContaining(Object.values(ids)) })
  expect(result.ids).toHaveLength(6)
  expect(notes).toMatch(/^To be erased: 6 messages\n/)
  expect(await inbox.states()).toEqual({ another: 'waiting' })
})

test('leaves nothing of a message in the files', async () => {
  await using inbox = await makeInbox()
  await inbox.keep({ message: 'A very particular sentence.' })
  const bytes = () => Buffer.concat(readdirSync(inbox.folder).map((file) => readFileSync(join(inbox.folder, file))))
  expect(bytes().includes('A very particular sentence.')).toBe(true)
  await inbox.ask('erase', '--email', 'marie@example.org', '--yes')
  expect(bytes().includes('A very particular sentence.')).toBe(false)
  expect(bytes().includes('marie@example.org')).toBe(false)
})

test('an address that wrote nothing is no failure', async () => {
  await using inbox = await makeInbox()
  await inbox.keep()
  expect(await inbox.ask('erase', '--email', 'other@example.org')).toBe('There is no message of other@example.org.\n')
  expect(await inbox.askJson('erase', '--email', 'other@example.org')).toEqual({ erased: 0, ids: [] })
  expect(await inbox.store.list()).toHaveLength(1)
})

test('one unknown id stops it, and all are told', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep()
  const refused = await inbox.run(['erase', id, 'xxxx', 'yyyy', '--yes'])
  expect(refused.error).toBeInstanceOf(InboxError)
  expect(messageOf(refused)).toMatch(/"xxxx"\.\n.*"yyyy"\.$/)
  expect(await inbox.store.list()).toHaveLength(1)
})

test.each([
  [[], 'Give the ids of messages, or --email <address>.'],
  [['abcd', '--email', 'marie@example.org'], 'Give ids or --email, not both.'],
  [['--email', ' '], '--email needs an address.'],
])('refuses %j', async (args, fault) => {
  await using inbox = await makeInbox()
  await inbox.keep()
  const refused = await inbox.run(['erase', ...args, '--yes'])
  expect(refused.error).toBeInstanceOf(UsageError)
  expect(messageOf(refused)?.split('\n')[0]).toBe(fault)
  expect(await inbox.store.list()).toHaveLength(1)
})
