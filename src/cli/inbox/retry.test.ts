import { expect, test } from 'vitest'
import { makeInbox, now, withMail } from '../../../tests/support/inbox.ts'
import { CommandError } from '../../shared/command-error.ts'

test('makes due at once all that is not delivered, and nothing else', async () => {
  await using inbox = await makeInbox(withMail)
  expect(await inbox.ask('retry', '--all')).toBe('Every message is delivered.\n')
  const { trapped } = await inbox.keepOneOfEach()
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
  // --all leaves out what fell into the trap for robots; its id makes it due.
  await inbox.ask('retry', trapped.slice(0, 8))
  expect(await inbox.states()).toMatchObject({ trapped: 'waiting' })
})

test('does not send twice what is on its way', async () => {
  await using inbox = await makeInbox(withMail)
  const id = await inbox.keep()
  expect(await inbox.store.claim(1, 1)).toMatchObject([{ message: { id } }])
  for (const args of [['--all'], [id]])
    expect(await inbox.askJson('retry', ...args)).toEqual({ due: 1, ids: [id], mailIsSetUp: true })
  expect(await inbox.store.claim(1, 1)).toEqual([])
})

test('says when mail is not set up', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep()
  expect(await inbox.ask('retry', id)).toMatch(/^1 message due now\. Mail is not set up: .*SMTP_URL/)
  expect(await inbox.askJson('retry', id)).toMatchObject({ mailIsSetUp: false })
})

test('asks before it sends again what was, or may have been, delivered', async () => {
  await using inbox = await makeInbox(withMail)
  const ids = await inbox.keepOneOfEach()
  const declined = await inbox.run(['retry', ids.delivered, ids.refused], { confirm: async () => false })
  expect(declined.error).toBeInstanceOf(CommandError)
  expect(await inbox.states()).toMatchObject({ delivered: 'delivered', refused: 'refused' })

  const questions: string[] = []
  const confirm = async (question: string) => questions.push(question) > 0
  const { out } = await inbox.run(['retry', '--all'], { confirm })
  expect(out).toMatch(/^Delivered before, or perhaps: 1 message\n.* unknown .*\n3 messages due now\./)
  const again = await inbox.run(['retry', ids.delivered, ids.refused], { confirm })
  expect(again.out).toMatch(/^Delivered before, or perhaps: 1 message\n.* delivered .*\n2 messages due now\./)
  expect(questions).toEqual(Array(2).fill('The office may get 1 message twice. Send again?'))
  expect(await inbox.states()).toMatchObject({ delivered: 'waiting', refused: 'waiting' })
})
