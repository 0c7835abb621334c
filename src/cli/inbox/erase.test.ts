import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeInbox, messageOf } from '../../../tests/support/inbox.ts'
import { StoreError } from '../../server/messages/message-store.ts'
import { CommandError } from '../../shared/command-error.ts'

test('says what it will erase, asks, and erases that alone, and only on a yes', async () => {
  await using inbox = await makeInbox()
  const [one = '', two = ''] = [await inbox.keep({ name: 'One' }), await inbox.keep({ name: 'Two' })]
  await inbox.keep({ name: 'Three' })
  const args = ['erase', one, two.slice(0, 8)]
  const refused = await inbox.run(args, { confirm: async () => false })
  expect(refused.error).toBeInstanceOf(CommandError)
  expect(messageOf(refused)).toBe('Nothing was erased.')
  const asked: string[] = []
  const { out } = await inbox.run(args, {
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

test('does not ask where nobody can be asked, or with --yes', async () => {
  await using inbox = await makeInbox()
  const confirm = () => Promise.reject(new Error('It asked.'))
  await inbox.ask('erase', await inbox.keep())
  expect((await inbox.run(['erase', await inbox.keep(), '--yes'], { confirm })).error).toBeUndefined()
  expect(await inbox.store.list()).toEqual([])
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

test('what is not there is told, and nothing else is erased', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep()
  expect(await inbox.ask('erase', '--email', 'other@example.org')).toBe('There is no message of other@example.org.\n')
  expect(await inbox.askJson('erase', '--email', 'other@example.org')).toEqual({ erased: 0, ids: [] })
  const refused = await inbox.run(['erase', id, 'xxxx', 'yyyy', '--yes'])
  expect(refused.error).toBeInstanceOf(CommandError)
  expect(messageOf(refused)).toMatch(/"xxxx"\.\n.*"yyyy"\.$/)
  expect(await inbox.store.list()).toHaveLength(1)
})

test('a store that another program keeps locked is told, and nothing is erased', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep()
  const other = new DatabaseSync(inbox.store.place)
  other.exec('BEGIN IMMEDIATE')
  const failed = await inbox.run(['erase', id, '--yes'])
  expect(failed.error).toBeInstanceOf(StoreError)
  expect(messageOf(failed)).toMatch(/failed: database is locked\.$/)
  expect(await inbox.askJson('list')).toHaveLength(1)
  other.close()
})
