import { expect, test } from 'vitest'
import { makeInbox, messageOf, now, withMail } from '../../../tests/support/inbox.ts'

test('makes every undelivered message due at once, and no other; asks before one that may have been delivered goes again', async () => {
  await using inbox = await makeInbox(withMail)
  expect(await inbox.ask('retry', '--all')).toBe('Every message is delivered.\n')
  const ids = await inbox.keepOneOfEach()
  const before = await inbox.states()
  const declined = await inbox.run(['retry', ids.delivered, ids.refused], { confirm: async () => false })
  expect(messageOf(declined)).toBe('Nothing was changed.')
  expect(await inbox.states()).toEqual(before)
  const confirm = async (question: string) => question === 'The office may get 1 message twice. Send again?'
  const { out } = await inbox.run(['retry', '--all'], { confirm })
  expect(out).toMatch(
    /^The office has, or may have: 1 message\n.* unknown .*\n3 messages due now\. A running server sends/,
  )
  expect(await inbox.states()).toEqual({ ...before, refused: 'waiting' })
  for (const state of ['waiting', 'unknown'] as const)
    for (const { dueAt } of await inbox.store.list(state)) expect(dueAt).toEqual(now)
  // --all leaves out what fell into the trap for robots; its id makes it due.
  await inbox.ask('retry', ids.trapped.slice(0, 8))
  expect(await inbox.states()).toMatchObject({ trapped: 'waiting' })
})

test('reports when mail is not set up', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep()
  expect(await inbox.ask('retry', id)).toMatch(/^1 message due now\. Mail is not set up: .*SMTP_URL/)
  expect(await inbox.askJson('retry', id)).toEqual({ due: 1, ids: [id], mailIsSetUp: false })
})
