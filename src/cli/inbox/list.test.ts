import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeInbox, messageOf } from '../../../tests/support/inbox.ts'
import { CommandError } from '../../shared/command-error.ts'
import { UsageError } from '../usage-error.ts'

test('list shows a line for each message, the newest first, and counts those from robots', async () => {
  await using inbox = await makeInbox()
  expect(await inbox.ask('list')).toBe('There are no messages.\n')
  const ids = await inbox.keepOneOfEach()
  const lines = (await inbox.ask('list')).split('\n')
  const rows = [
    'waiting    [1x 451 try again later] waiting <marie@example.org>  Bonjour',
    'unknown    [1x The mail server has not answered.] unknown <marie@example.org>  Bonjour',
    'refused    [1x 550 no such user] refused <marie@example.org>  Bonjour',
    'delivered  delivered <marie@example.org>  Bonjour',
  ]
  expect(lines.slice(0, 4).map((line) => line.slice(28))).toEqual(rows)
  expect(lines.slice(4)).toEqual(['1 message from robots: list --state trapped', ''])
  expect(lines[0]).toMatch(new RegExp(`^${ids.waiting.slice(0, 8)}  2026-0\\d-\\d\\d \\d\\d:\\d\\d  `))
  expect(await inbox.askJson('list', '--state', 'trapped')).toMatchObject([{ name: 'trapped', state: 'trapped' }])
  const [waiting, ...others] = await inbox.askJson('list')
  expect(others.map(({ id }: { id: string }) => id)).toEqual([ids.unknown, ids.refused, ids.delivered])
  expect(waiting).toMatchObject({
    id: ids.waiting,
    message: 'Bonjour',
    dueAt: '2026-03-01T12:00:01.000Z',
    deliveredAt: null,
  })
})

test('show has everything of one message, found by the beginning of its id, and nothing controls a terminal', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep({ name: 'M\u202earie', message: 'Bonjour,\n\nquels documents ?\x1b[31m\u009b\u2066' })
  const [line] = (await inbox.run(['list'], { columns: 80 })).out.split('\n')
  expect(line).toHaveLength(80)
  expect(line).toContain(' M\\u202earie ')
  await inbox.settle({ kind: 'refused', reason: '550 no\x1b such user' })
  const shown = await inbox.ask('show', id.slice(0, 8).toUpperCase())
  expect(shown).toMatch(new RegExp(`^id +${id}\nreceivedAt +2026-03-01T11:59:00.000Z\nstate +refused\n`))
  expect(shown).toMatch(/\nreason +550 no\\u001b such user\n/)
  expect(shown.endsWith('\n\nBonjour,\n\nquels documents ?\\u001b[31m\\u009b\\u2066\n')).toBe(true)
})

test('a beginning that is too short, unknown or ambiguous names no message', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep()
  const twin = `${id.slice(0, 8)}-0000-4000-8000-000000000000`
  await inbox.keep({ name: 'Twin' })
  const database = new DatabaseSync(inbox.store.location)
  database.prepare(`UPDATE contact_messages SET id = ? WHERE name = 'Twin'`).run(twin)
  database.close()
  const short = await inbox.run(['show', id.slice(0, 3)])
  expect(short.error).toBeInstanceOf(UsageError)
  const unknown = await inbox.run(['erase', id, 'zzzz', 'yyyy', '--yes'])
  expect(unknown.error).toBeInstanceOf(CommandError)
  expect(messageOf(unknown)).toBe(
    'No message has an id that begins with "zzzz".\nNo message has an id that begins with "yyyy".',
  )
  expect(messageOf(await inbox.run(['show', id.slice(0, 8)]))).toContain(twin)
  expect(await inbox.store.list()).toHaveLength(2)
})
