import { expect, test } from 'vitest'
import { makeInbox } from '../../../tests/support/inbox.ts'

test('shows a line for each message, the newest first, and says how many are taken for a robot’s', async () => {
  await using inbox = await makeInbox()
  const ids = await inbox.keepOneOfEach()
  const lines = (await inbox.ask('list')).split('\n')
  const rows = [
    'waiting    waiting    marie@example.org  [1x 451 try again later] Bonjour',
    'unknown    unknown    marie@example.org  [1x The mail server has not answered.] Bonjour',
    'refused    refused    marie@example.org  [1x 550 no such user] Bonjour',
    'delivered  delivered  marie@example.org  Bonjour',
  ]
  expect(lines.slice(0, 4).map((line) => line.slice(28))).toEqual(rows)
  expect(lines.slice(4)).toEqual(["1 message taken for a robot's: list --state trapped", ''])
  for (const [index, id] of [ids.waiting, ids.unknown, ids.refused, ids.delivered].entries())
    expect(lines[index]).toMatch(new RegExp(`^${id.slice(0, 8)}  2026-0\\d-\\d\\d \\d\\d:\\d\\d  `))
})

test('shows those in one state alone when asked to, and says when there is nothing', async () => {
  await using inbox = await makeInbox()
  expect(await inbox.ask('list')).toBe('There are no messages.\n')
  expect(await inbox.ask('list', '--state', 'refused')).toBe('No message is in the state "refused".\n')
  expect(await inbox.askJson('list')).toEqual([])
  for (const state of Object.keys(await inbox.keepOneOfEach())) {
    const lines = (await inbox.ask('list', '--state', state)).trimEnd().split('\n')
    expect(lines).toEqual([expect.stringContaining(`  ${state}`)])
    expect(await inbox.askJson('list', '--state', state)).toMatchObject([{ name: state, state }])
  }
})

test('fits the terminal, whatever its width', async () => {
  await using inbox = await makeInbox()
  await inbox.keep({ name: 'n'.repeat(100), email: `${'e'.repeat(60)}@example.org`, message: 'm '.repeat(2000) })
  await inbox.settle({ kind: 'refused', reason: `550 ${'r'.repeat(500)}` })
  await inbox.keep({ name: 'José' })
  for (const columns of [80, 100, 200]) {
    const lines = (await inbox.run(['list'], { columns })).out.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(Math.max(...lines.map((line) => line.length))).toBe(columns)
    // Beside a stranger's long name, the operator still sees that the mail server refuses.
    expect(lines.join()).toContain('[1x 550')
  }
})

test('keeps a message on its line, and its escape sequences from the terminal', async () => {
  await using inbox = await makeInbox()
  await inbox.keep({ name: 'M\u202earie', message: 'one\n\n\ttwo \x1b[2Jthree' })
  expect(await inbox.ask('list')).toMatch(/ M\\u202earie .* one two \\u001b\[2Jthree\n$/)
})

test('as JSON, holds the whole messages, without the trapped', async () => {
  await using inbox = await makeInbox()
  const ids = await inbox.keepOneOfEach()
  const messages = await inbox.askJson('list')
  expect(messages.map(({ id }: { id: string }) => id)).toEqual([ids.waiting, ids.unknown, ids.refused, ids.delivered])
  expect(messages[0]).toEqual({
    id: ids.waiting,
    receivedAt: '2026-03-01T11:57:00.000Z',
    state: 'waiting',
    name: 'waiting',
    email: 'marie@example.org',
    message: 'Bonjour',
    language: 'fr',
    attempts: 1,
    possibleCopies: 0,
    dueAt: '2026-03-01T12:00:01.000Z',
    reason: '451 try again later',
    deliveredAt: null,
  })
  expect(messages[1]).toMatchObject({ state: 'unknown', possibleCopies: 1, dueAt: '2026-03-01T12:04:00.000Z' })
  expect(messages[3]).toMatchObject({ dueAt: null, reason: null, deliveredAt: '2026-03-01T11:59:00.000Z' })
  const message = 'Bonjour. '.repeat(500).trim()
  const id = await inbox.keep({ message }, 0)
  expect((await inbox.askJson('list'))[0]).toMatchObject({ id, message })
})
