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

test('list fits the terminal, is whole without one, and escapes what would control it', async () => {
  await using inbox = await makeInbox()
  const email = `${'e'.repeat(60)}@example.org`
  await inbox.keep({ name: 'n'.repeat(100), email, message: 'm '.repeat(2000) })
  await inbox.settle({ kind: 'refused', reason: `550 ${'r'.repeat(500)}` })
  await inbox.keep({ name: 'M\u202earie', message: 'one\n\n\ttwo \x1b[2Jthree' })
  const whole = await inbox.ask('list')
  expect(whole).toMatch(/ M\\u202earie .* one two \\u001b\[2Jthree\n/)
  expect(whole).toContain(email)
  for (const columns of [80, 200]) {
    const lines = (await inbox.run(['list'], { columns })).out.trimEnd().split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBe(columns)
    // Beside a visitor's long name, the operator still sees that the mail server refused it.
    expect(lines.join()).toContain('[1x 550')
  }
})

test('show has everything of one message, found by the beginning of its id', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep({ message: 'Bonjour,\n\nquels documents ?\x1b[31m\u009b\u2066' })
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
