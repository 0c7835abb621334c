import { expect, test } from 'vitest'
import { makeInbox, messageOf } from '../../../tests/support/inbox.ts'
import { dayMs } from '../../shared/durations.ts'

test('erase lists what it will erase, asks, and erases only that, by ids or all of an address, and only on a yes', async () => {
  await using inbox = await makeInbox()
  const ids = await inbox.keepOneOfEach()
  await inbox.keep({ name: 'capitals', email: 'MARIE@Example.org' })
  await inbox.keep({ name: 'another', email: 'amarie@example.org' })
  const args = ['erase', ids.waiting, ids.refused.slice(0, 8)]
  expect(messageOf(await inbox.run(args, { confirm: async () => false }))).toBe('Nothing was changed.')
  expect(await inbox.states()).toHaveProperty('waiting')
  const { out } = await inbox.run(args, { confirm: async (question) => question === 'Erase 2 messages for good?' })
  expect(out).toMatch(/^To be erased: 2 messages\n.* waiting .*\n.* refused .*\n2 messages erased\./)
  // In any letter case and state; nobody is asked with --yes.
  const confirm = () => Promise.reject(new Error('It asked.'))
  const all = await inbox.run(['erase', '--email', ' Marie@example.ORG', '--yes', '--json'], { confirm })
  expect(JSON.parse(all.out)).toMatchObject({ erased: 4, ids: expect.arrayContaining([ids.trapped, ids.delivered]) })
  expect(await inbox.states()).toEqual({ another: 'waiting' })
  expect(await inbox.askJson('erase', '--email', 'other@example.org')).toEqual({ erased: 0, ids: [] })
})

test('purge erases what is older than RETENTION_DAYS, and only on a yes', async () => {
  await using inbox = await makeInbox({ RETENTION_DAYS: '30' })
  await inbox.keep({ name: 'old and delivered' }, 31 * dayMs)
  await inbox.settle({ kind: 'sent' })
  await inbox.keep({ name: 'old' }, 30 * dayMs + 1)
  await inbox.keep({ name: 'not yet old' }, 30 * dayMs)
  expect(await inbox.ask('purge')).toMatch(/ Nothing erased; run again with --yes\.\n$/)
  await inbox.run(['purge'], { confirm: async () => false })
  expect(await inbox.askJson('purge')).toMatchObject({ erased: 0, found: 2, undelivered: 1 })
  expect((await inbox.run(['purge'], { confirm: async () => true })).out).toMatch(
    /^To be erased, older than 2026-01-3[01] \d\d:\d\d:\n.* old .*\n.* old and delivered .*\n2 messages older than 30 days erased, 1 of them never delivered \(robots' included\)\.\n$/,
  )
  expect(await inbox.states()).toEqual({ 'not yet old': 'waiting' })
})
