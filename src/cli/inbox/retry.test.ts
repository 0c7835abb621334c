import { expect, test } from 'vitest'
import { makeInbox, messageOf, now, withMail } from '../../../tests/support/inbox.ts'
import { UsageError } from '../../shared/command-error.ts'
import { InboxError } from './command.ts'

test('makes due at once all that is not delivered, and nothing else', async () => {
  await using inbox = await makeInbox(withMail)
  await inbox.keepOneOfEach()
  expect(await inbox.ask('retry', '--all', '--yes')).toBe(
    '3 messages due now. A running server picks up what is due, at the latest a minute after the mail server is back.\n',
  )
  expect(await inbox.states()).toEqual({
    delivered: 'delivered',
    refused: 'waiting',
    unknown: 'unknown',
    waiting: 'waiting',
    trapped: 'trapped',
  })
  for (const state of ['waiting', 'unknown'] as const)
    for (const { dueAt } of await inbox.store.list(state)) expect(dueAt).toEqual(now)
})

test('does not send twice what is on its way', async () => {
  await using inbox = await makeInbox(withMail)
  const id = await inbox.keep()
  expect(await inbox.store.claim(1, 1)).toMatchObject([{ message: { id } }])
  for (const args of [['--all'], [id]])
    expect(await inbox.askJson('retry', ...args)).toEqual({ due: 1, ids: [id], mailIsSetUp: true })
  expect(await inbox.store.claim(1, 1)).toEqual([])
})

test('says when there is nothing to retry', async () => {
  await using inbox = await makeInbox(withMail)
  expect(await inbox.ask('retry', '--all')).toBe('Every message is delivered.\n')
  expect(await inbox.askJson('retry', '--all')).toEqual({ due: 0, ids: [], mailIsSetUp: true })
})

test('says when mail is not set up', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep()
  expect(await inbox.ask('retry', id)).toMatch(/^1 message due now\. Mail is not set up: .*SMTP_URL/)
  expect(await inbox.askJson('retry', id)).toMatchObject({ mailIsSetUp: false })
})

test('mails what was taken for a robot’s when it is named', async () => {
  await using inbox = await makeInbox(withMail)
  const ids = await inbox.keepOneOfEach()
  await inbox.ask('retry', ids.trapped.slice(0, 8))
  expect(await inbox.states()).toMatchObject({ trapped: 'waiting', refused: 'refused' })
})

test('sends a delivered message again only when the operator agrees', async () => {
  await using inbox = await makeInbox(withMail)
  const ids = await inbox.keepOneOfEach()
  const declined = await inbox.run(['retry', ids.delivered, ids.refused], { confirm: async () => false })
  expect(declined.error).toBeInstanceOf(InboxError)
  expect(await inbox.states()).toMatchObject({ delivered: 'delivered', refused: 'refused' })

  const questions: string[] = []
  const { out } = await inbox.run(['retry', ids.delivered, ids.refused], {
    confirm: async (question) => questions.push(question) > 0,
  })
  expect(questions).toEqual(['The office may get 1 message twice. Send again?'])
  expect(out).toMatch(/^Delivered before, or perhaps: 1 message\n.* delivered .*\n2 messages due now\./)
  expect(await inbox.states()).toMatchObject({ delivered: 'waiting', refused: 'waiting' })
})

test('asks before it sends again what may have been delivered', async () => {
  await using inbox = await makeInbox(withMail)
  await inbox.keepOneOfEach()
  const questions: string[] = []
  const { out } = await inbox.run(['retry', '--all'], { confirm: async (question) => questions.push(question) > 0 })
  expect(questions).toEqual(['The office may get 1 message twice. Send again?'])
  expect(out).toMatch(/^Delivered before, or perhaps: 1 message\n.* unknown .*\n3 messages due now\./)
})

test('with --yes does not ask', async () => {
  await using inbox = await makeInbox(withMail)
  const ids = await inbox.keepOneOfEach()
  await inbox.ask('retry', ids.delivered, '--yes')
  expect(await inbox.states()).toMatchObject({ delivered: 'waiting' })
})

test.each([
  [[], 'Give the ids of messages, or --all.'],
  [['--all', 'abcd'], 'Give ids or --all, not both.'],
])('refuses %j', async (args, fault) => {
  await using inbox = await makeInbox()
  const refused = await inbox.run(['retry', ...args])
  expect(refused.error).toBeInstanceOf(UsageError)
  expect(messageOf(refused)?.split('\n')[0]).toBe(fault)
})
