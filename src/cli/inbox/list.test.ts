import { expect, test } from 'vitest'
import { before, makeInbox, minuteMs } from '../../../tests/support/inbox.ts'

test('shows a line for each message, the newest first, and says how many are taken for a robot’s', async () => {
  await using inbox = await makeInbox()
  const ids = await inbox.keepOneOfEach()
  const lines = (await inbox.ask('list')).split('\n')
  expect(lines).toEqual([
    expect.stringMatching(
      /^.{8} {2}2026-0\d-\d\d \d\d:\d\d {2}waiting {4}waiting {4}marie@example\.org {2}Bonjour \[1x 451 try again later\]$/,
    ),
    expect.stringMatching(
      /^.{8} {2}.{16} {2}unknown {4}unknown {4}marie@example\.org {2}Bonjour \[1x The mail server has not answered\.\]$/,
    ),
    expect.stringMatching(
      /^.{8} {2}.{16} {2}refused {4}refused {4}marie@example\.org {2}Bonjour \[1x 550 no such user\]$/,
    ),
    expect.stringMatching(/^.{8} {2}.{16} {2}delivered {2}delivered {2}marie@example\.org {2}Bonjour$/),
    "1 message taken for a robot's: list --state trapped",
    '',
  ])
  for (const [index, id] of [ids.waiting, ids.unknown, ids.refused, ids.delivered].entries())
    expect(lines[index]?.slice(0, 8)).toBe(id.slice(0, 8))
})

test('shows the time of the place where the operator is', async () => {
  await using inbox = await makeInbox()
  await inbox.keep()
  const local = new Date(before(minuteMs))
  const two = (number: number) => String(number).padStart(2, '0')
  expect(await inbox.ask('list')).toContain(
    `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())} ${two(local.getHours())}:${two(local.getMinutes())}`,
  )
})

test.each(['waiting', 'unknown', 'delivered', 'refused', 'trapped'])(
  'shows the %s alone when asked to',
  async (state) => {
    await using inbox = await makeInbox()
    await inbox.keepOneOfEach()
    const lines = (await inbox.ask('list', '--state', state)).trimEnd().split('\n')
    expect(lines).toEqual([expect.stringContaining(`  ${state}`)])
    expect(await inbox.askJson('list', '--state', state)).toMatchObject([{ name: state, state }])
  },
)

test('says when there is nothing', async () => {
  await using inbox = await makeInbox()
  expect(await inbox.ask('list')).toBe('There are no messages.\n')
  expect(await inbox.ask('list', '--state', 'refused')).toBe('No message is in the state "refused".\n')
  expect(await inbox.askJson('list')).toEqual([])
  await inbox.keep({ website: 'https://spam.example' })
  expect(await inbox.ask('list')).toBe("There are no messages.\n1 message taken for a robot's: list --state trapped\n")
})

test.each([80, 100, 200])('fits a terminal of %i columns', async (columns) => {
  await using inbox = await makeInbox()
  await inbox.keep({ name: 'n'.repeat(100), email: `${'e'.repeat(60)}@example.org`, message: 'm '.repeat(2000) })
  await inbox.settle({ kind: 'refused', reason: `550 ${'r'.repeat(500)}` })
  await inbox.keep({ name: 'José' })
  const { out } = await inbox.run(['list'], { columns })
  const lines = out.trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns)
  expect(Math.max(...lines.map((line) => line.length))).toBe(columns)
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
})
