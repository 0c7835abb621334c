import type { MessageStore } from '../../server/messages/message-store.ts'
import type { Settings } from '../../settings.ts'
import { UsageError } from '../../shared/command-error.ts'
import { backup } from './backup.ts'
import type { Command, Inbox } from './command.ts'
import { erase } from './erase.ts'
import { escapeControls, escapeControlsInLines, toJson } from './escape-controls.ts'
import { exportMessages } from './export.ts'
import { list } from './list.ts'
import { purge } from './purge.ts'
import { retry } from './retry.ts'
import { show } from './show.ts'

const commands = new Map<string, Command>(
  Object.entries({ list, show, export: exportMessages, erase, retry, purge, backup }),
)

const usage = 'Usage: npm run inbox -- <command> [options]'
const usageOf = (name: string, command: Command) => `Usage: npm run inbox -- ${name} ${command.usage}`

/** What the command gets from the process that it runs in. */
export type Surroundings = Pick<Inbox, 'now' | 'columns' | 'confirm'> & {
  readSettings(): Settings
  openStore(settings: Settings): Promise<MessageStore>
  /** To standard output. */
  write(text: string): void
  /** To standard error. */
  note(text: string): void
}

/**
 * Does what the operator typed after `npm run inbox --`.
 * @throws CommandError, with a message for the operator
 */
export async function runInbox(args: string[], surroundings: Surroundings): Promise<void> {
  const [name = '', ...rest] = args
  const command = commands.get(name)
  if (asksForHelp(args)) return surroundings.write(command ? manualOf(name, command) : manual())
  if (!command) {
    const fault = name ? `There is no command "${escapeControls(name)}".` : 'Name a command.'
    throw new UsageError(`${fault} The commands are ${[...commands.keys()].join(', ')}.\n${usage}`)
  }
  try {
    await runCommand(command, rest, surroundings)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${escapeControlsInLines(error.message)}\n${usageOf(name, command)}`)
  }
}

async function runCommand(command: Command, args: string[], surroundings: Surroundings): Promise<void> {
  const { json, work } = command.read(args)
  const { write, note, now, columns, confirm } = surroundings
  const settings = surroundings.readSettings()
  const store = await surroundings.openStore(settings)
  try {
    const report = await work({ store, settings, now, columns, confirm, say: json ? note : write })
    write(json ? toJson(report.json) : report.text)
  } finally {
    await store.close()
  }
}

/** Also a person who has typed half of a command may ask. */
function asksForHelp(args: string[]): boolean {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

function manual(): string {
  const lines = [...commands].map(([name, { does }]) => `  ${name.padEnd(6)}  ${does}`)
  return `${usage}

The contact messages that the site has accepted. Works while the server runs, with the same settings. Commands:

${lines.join('\n')}

Each explains itself: npm run inbox -- list --help

With --json, each prints one JSON document and nothing else. npm prints two lines of its own before it, unless it is
told not to:
  npm run --silent inbox -- list --json

Exits with 0 when done, 1 when something failed, 2 when called wrongly.
`
}

const manualOf = (name: string, command: Command) =>
  `${usageOf(name, command)}\n\nThis ${command.does}.\n\n${command.help}\n`
