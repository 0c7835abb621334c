import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeInbox, messageOf } from '../../../tests/support/inbox.ts'
import { readSettings } from '../../settings.ts'
import { CommandError } from '../../shared/command-error.ts'
import { UsageError } from '../usage-error.ts'
import { openExistingStore } from './open-existing-store.ts'

const wrongUses: [args: string[], fault: string][] = [
  [[], 'The commands are list, show, export, erase, retry, purge.'],
  [['lst\x1b[2J'], '"lst\\u001b[2J" is not a valid command.'],
  [['list', '--yes'], "Unknown option '--yes'"],
  [['list', '--state', 'lost'], '"lost" is not a valid state. The states are waiting, unknown,'],
  [['show', 'aaaa', 'bbbb'], 'Give the id of one message'],
  [['export', '--separator', 'tab'], '"tab" is not a valid separator.'],
  [['erase', 'abcd', '--email', 'marie@example.org', '--yes'], 'Give either ids or --email <address>.'],
  [['retry'], 'Give either ids or --all.'],
]

test('wrong use is reported, and nothing is done', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep()
  for (const [args, fault] of wrongUses) {
    const { error, out } = await inbox.run(args)
    expect(error).toBeInstanceOf(UsageError)
    expect(messageOf({ error })).toContain(fault)
    expect(out).toBe('')
  }
  expect(await inbox.store.list()).toMatchObject([{ id }])
})

test('a store that does not exist is not created', async () => {
  await using inbox = await makeInbox()
  const folder = join(inbox.folder, 'elsewhere')
  const result = await inbox.run(['list'], {
    readSettings: () => readSettings({ DATA_DIR: folder }),
    openStore: openExistingStore,
  })
  expect(result.error).toBeInstanceOf(CommandError)
  expect(messageOf(result)).toContain(`no message store at ${folder}/messages.sqlite.`)
  expect(existsSync(folder)).toBe(false)
})
