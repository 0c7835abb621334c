import { expect, test } from 'vitest'
import { makeInbox, messageOf, minuteMs, now, withMail } from '../../../tests/support/inbox.ts'
import { InboxError, UsageError } from './command.ts'

test('makes all refused and waiting messages due, and no others', async () => {
  await using inbox = await makeInbox(withMail)
  await inbox.keepOneOfEach()
  expect(await inbox.ask('retry', '--all')).toBe(
    '2 messages due now. A running server picks up what is due, at the latest a minute after the mail server is back.\n',
  )
  expect(await inbox.states()).toEqual({
    delivered: 'delivered',
    refused: 'waiting',
    waiting: 'waiting',
    trapped: 'trapped',
  })
  for (const { dueAt } of await inbox.store.list('waiting')) expect(dueAt).toEqual(now)
})

test('does not send twice what is on its way', async () => {
  await using inbox = await makeInbox(withMail)
  const id = await inbox.keep()
  expect(await inbox.store.claimDue(now, minuteMs)).toMatchObject({ id })
  for (const args of [['--all'], [id]])
    expect(await inbox.askJson('retry', ...args)).toEqual({ due: 1, ids: [id], mailIsSetUp: true })
  expect(await inbox.store.claimDue(now, minuteMs)).toBeUndefined()
})

test('says when there is nothing to retry', async () => {
  await using inbox = await makeInbox(withMail)
  expect(await inbox.ask('retry', '--all')).toBe('No message is waiting or refused.\n')
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
  expect(questions).toEqual(['The office would get 1 message twice. Send again?'])
  expect(out).toMatch(/^Delivered before: 1 message\n.* delivered .*\n2 messages due now\./)
  expect(await inbox.states()).toMatchObject({ delivered: 'waiting', refused: 'waiting' })
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
