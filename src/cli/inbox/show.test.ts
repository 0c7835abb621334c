import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeInbox, messageOf } from '../../../tests/support/inbox.ts'
import { CommandError, UsageError } from '../../shared/command-error.ts'

test('shows everything, the text in its lines', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep({ name: 'Marie Durand', message: 'Bonjour,\n\nquels documents ?\x1b[31m\u009b\u2066' })
  await inbox.settle({ kind: 'refused', reason: '550 no\x1b such user' })
  const shown = await inbox.ask('show', id.slice(0, 8).toUpperCase())
  for (const fact of [
    `id         ${id}`,
    'state      refused',
    'attempts   1',
    'reason     550 no\\u001b such user',
    'language   fr',
    'name       Marie Durand',
    'e-mail     marie@example.org',
  ])
    expect(shown.split('\n')).toContain(fact)
  expect(shown).toMatch(/^received {3}2026-03-01 \d\d:\d\d:00 \S+$/m)
  expect(shown.endsWith('\n\nBonjour,\n\nquels documents ?\\u001b[31m\\u009b\\u2066\n')).toBe(true)
  expect(await inbox.askJson('show', id)).toMatchObject({ id, name: 'Marie Durand', reason: '550 no\x1b such user' })
})

test('says how many mails of a message the office may have already', async () => {
  await using inbox = await makeInbox()
  const ids = await inbox.keepOneOfEach()
  expect(await inbox.ask('show', ids.unknown.slice(0, 4))).toContain('\ncopies     up to 1 may have arrived\n')
  expect(await inbox.ask('show', ids.waiting)).not.toContain('copies')
})

test('refuses a beginning that is too short, unknown or ambiguous', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep()
  const short = await inbox.run(['show', id.slice(0, 3)])
  expect(short.error).toBeInstanceOf(UsageError)
  expect(messageOf(short)).toContain(`"${id.slice(0, 3)}" is too short`)

  const unknown = await inbox.run(['show', 'zzzz'])
  expect(unknown.error).toBeInstanceOf(CommandError)
  expect(messageOf(unknown)).toBe('No message has an id that begins with "zzzz".')

  const twin = `${id.slice(0, 8)}-0000-4000-8000-000000000000`
  await inbox.keep({ name: 'Twin' })
  const database = new DatabaseSync(inbox.store.place)
  database.prepare(`UPDATE messages SET id = ? WHERE name = 'Twin'`).run(twin)
  database.close()
  const ambiguous = await inbox.run(['show', id.slice(0, 8)])
  expect(ambiguous.error).toBeInstanceOf(CommandError)
  expect(messageOf(ambiguous)).toMatch(/is the beginning of several ids: /)
  for (const each of [id, twin]) expect(messageOf(ambiguous)).toContain(each)
})
