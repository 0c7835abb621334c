import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeInbox, messageOf } from '../../../tests/support/inbox.ts'
import { readSettings } from '../../settings.ts'
import { CommandError, UsageError } from '../../shared/command-error.ts'
import { openExistingStore } from './open-existing-store.ts'

const openStore = () => Promise.reject(new Error('It was opened.'))
const names = ['list', 'show', 'export', 'erase', 'retry', 'purge', 'backup']

test.each([
  [[], 'Name a command. The commands are list, show, export, erase, retry, purge, backup.'],
  [['lst\x1b[2J'], 'There is no command "lst\\u001b[2J".'],
  [['list', '--stat', 'waiting'], "Unknown option '--stat'"],
  [['list', 'waiting'], "Unexpected argument 'waiting'"],
  [['list', '--state', 'lost'], '"lost" is no state. The states are waiting, unknown, delivered, refused, trapped.'],
  [['show'], ''],
  [['show', 'aaaa', 'bbbb'], ''],
  [['export', '--state', 'lost'], '"lost" is no state.'],
  [['export', '--format', 'xlsx'], '"xlsx" is no format. Choose csv or json.'],
  [['export', '--separator', 'tab'], '"tab" is no separator. Choose comma or semicolon.'],
  [['export', '--format', 'json', '--separator', 'comma'], '--separator goes with --format csv.'],
  [['export', '--force'], '--force goes with --output.'],
  [['export', '--output', ''], '--output needs the name of a file.'],
  [['export', '--json', '--format', 'csv'], '--json with CSV needs --output.'],
  [['erase'], 'Give the ids of messages, or --email <address>.'],
  [['erase', 'abcd', '--email', 'marie@example.org', '--yes'], 'Give ids or --email, not both.'],
  [['erase', '--email', ' ', '--yes'], '--email needs an address.'],
  [['retry'], 'Give the ids of messages, or --all.'],
  [['retry', '--all', 'abcd'], 'Give ids or --all, not both.'],
  ...['0', '-1', '1.5', 'week', '', '99999'].map((days): [string[], string] => [['purge', `--older-than=${days}`], '']),
  [['purge', '--older-than', '-1'], "'--older-than' argument is ambiguous.\n"],
  [['backup'], ''],
  [['backup', 'a', 'b'], ''],
])('wrong use of %j is told, with the usage, before the store is opened', async (args, fault) => {
  await using inbox = await makeInbox()
  const refused = await inbox.run(args, { openStore })
  expect(refused.error).toBeInstanceOf(UsageError)
  expect(messageOf(refused)).toContain(fault)
  expect(messageOf(refused)).toContain('\nUsage: npm run inbox -- ')
  expect(refused.out).toBe('')
})

test('help names every command; each explains itself, also half typed, with examples that work', async () => {
  await using inbox = await makeInbox()
  for (const ask of ['--help', '-h']) {
    const { out } = await inbox.run([ask], { openStore })
    for (const name of names) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'))
  }
  for (const name of names) {
    const { out } = await inbox.run([name, '--email', '-h'], { openStore })
    expect(out).toMatch(new RegExp(`^Usage: npm run inbox -- ${name} `))
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
    const examples = [...out.matchAll(/^ {2}npm run (?:--silent )?inbox -- ([^>\n]+)/gm)]
    expect(examples.length, name).toBeGreaterThan(0)
    for (const [, typed = ''] of examples)
      expect(messageOf(await inbox.run(typed.trim().split(' '), { openStore })), typed).toBe('It was opened.')
  }
})

test('a store that is not there is not made', async () => {
  await using inbox = await makeInbox()
  const folder = join(inbox.folder, 'elsewhere')
  const refused = await inbox.run(['list'], {
    readSettings: () => readSettings({ DATA_DIR: folder }),
    openStore: openExistingStore,
  })
  expect(refused.error).toBeInstanceOf(CommandError)
  expect(messageOf(refused)).toContain(`no message store at ${folder}/messages.sqlite. The server makes it`)
  expect(existsSync(folder)).toBe(false)
})
