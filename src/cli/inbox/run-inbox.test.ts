import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeInbox, messageOf } from '../../../tests/support/inbox.ts'
import { readSettings } from '../../settings.ts'
import { UsageError } from '../../shared/command-error.ts'
import { InboxError } from './command.ts'
import { openExistingStore } from './open-existing-store.ts'

describe('wrong use', () => {
  test.each([
    [[], 'Name a command. The commands are list, show, export, erase, retry, purge, backup.'],
    [['lst\x1b[2J'], 'There is no command "lst\\u001b[2J".'],
    [['list', '--stat', 'waiting'], "Unknown option '--stat'"],
    [['list', 'waiting'], "Unexpected argument 'waiting'"],
    [['list', '--state'], "Option '--state <value>' argument missing"],
    [['list', '--state', 'lost'], '"lost" is no state. The states are waiting, unknown, delivered, refused, trapped.'],
    [['list', '--json=yes'], "Option '--json' does not take an argument"],
    [['export', '--state', 'lost'], '"lost" is no state.'],
  ])('of %j is told, with the usage, before the store is opened', async (args, fault) => {
    await using inbox = await makeInbox()
    const openStore = () => Promise.reject(new Error('It was opened.'))
    const refused = await inbox.run(args, { openStore })
    expect(refused.error).toBeInstanceOf(UsageError)
    expect(messageOf(refused)).toContain(fault)
    expect(messageOf(refused)).toContain('\nUsage: npm run inbox -- ')
    expect(refused.out).toBe('')
  })
})

describe('help', () => {
  const names = ['list', 'show', 'export', 'erase', 'retry', 'purge']
  const openStore = () => Promise.reject(new Error('It was opened.'))

  test.each([[['--help']], [['-h']]])('%j names every command', async (args) => {
    await using inbox = await makeInbox()
    const { out, error } = await inbox.run(args, { openStore })
    expect(error).toBeUndefined()
    for (const name of names) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'))
    expect(out).toContain('npm run --silent inbox -- list --json')
  })

  test.each(names)('%s explains itself, with examples, also half typed', async (name) => {
    await using inbox = await makeInbox()
    const { out } = await inbox.run([name, '--help'], { openStore })
    expect(out).toMatch(new RegExp(`^Usage: npm run inbox -- ${name} `))
    expect(out).toMatch(new RegExp(`\nExamples:\n  npm run (--silent )?inbox -- ${name}`))
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
    expect((await inbox.run([name, '--email', '-h'], { openStore })).out).toBe(out)
  })

  test.each(names)('the examples of %s are used rightly', async (name) => {
    await using inbox = await makeInbox()
    const { out } = await inbox.run([name, '--help'], { openStore })
    const examples = [...out.matchAll(/^ {2}npm run (?:--silent )?inbox -- ([^>\n]+)/gm)]
    expect(examples.length).toBeGreaterThan(1)
    for (const [, typed = ''] of examples) {
      const refused = await inbox.run(typed.trim().split(' '), { openStore })
      expect(messageOf(refused), typed).toBe('It was opened.')
    }
  })
})

describe('a store that is not there', () => {
  test('is not made', async () => {
    await using inbox = await makeInbox()
    const folder = join(inbox.folder, 'elsewhere')
    const refused = await inbox.run(['list'], {
      readSettings: () => readSettings({ DATA_DIR: folder }),
      openStore: openExistingStore,
    })
    expect(refused.error).toBeInstanceOf(InboxError)
    expect(messageOf(refused)).toContain(`no message store at ${folder}/messages.sqlite. The server makes it`)
    expect(existsSync(folder)).toBe(false)
  })
})
