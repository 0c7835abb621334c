import { parseArgs } from 'node:util'
import { type MessageStore, messageStates } from '../../server/messages/message-store.ts'
import type { Settings } from '../../settings.ts'
import { UsageError } from '../usage-error.ts'
import type { Inbox, Options, Report } from './command.ts'
import { erase } from './erase.ts'
import { escapeControls, toJson } from './escape-controls.ts'
import { exportMessages } from './export.ts'
import { list, show } from './list.ts'
import { purge } from './purge.ts'
import { retry } from './retry.ts'

const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const

type Command = {
  options: Partial<Record<keyof Options, typeof text | typeof flag>>
  takesIds?: boolean
  run: (inbox: Inbox, options: Options, ids: string[]) => Promise<Report>
}

const commands: Record<string, Command> = {
  list: { options: { state: text }, run: list },
  show: { options: {}, takesIds: true, run: show },
  export: { options: { state: text, separator: text, output: text }, run: exportMessages },
  erase: { options: { email: text, yes: flag }, takesIds: true, run: erase },
  retry: { options: { all: flag, yes: flag }, takesIds: true, run: retry },
  purge: { options: { yes: flag }, run: purge },
}

const manual = `Usage: npm run inbox -- <command> [options]

  list   [--state <state>]           lists messages, the newest first
  show   <id>                        shows everything of one message
  export [--separator comma|semicolon] [--state <state>] [--output <file>]
                                     writes messages as CSV for spreadsheets, or with --json as JSON
  erase  (<id>… | --email <address>) [--yes]
                                     erases messages for good, by id or all of one e-mail address
  retry  (<id>… | --all) [--yes]     makes messages due for delivery now
  purge  [--yes]                     erases messages that are older than RETENTION_DAYS

The states are waiting, unknown (the mail server may have the message: it never replied), delivered, refused (by the
mail server) and trapped (from a robot; shown only with --state trapped). Messages that are waiting, unknown or refused
are tried again automatically.

An id may be shortened to its first 4 or more characters. erase, retry and purge ask first; --yes answers. Without a
terminal, purge erases nothing unless --yes is given, and the others do not ask. What the office has received by mail,
and backups, are not erased.

--json prints one JSON document. npm prints two lines of its own before it, unless it is silenced:
  npm run --silent inbox -- list --json

The exit code is 0 when done, 1 when something failed, 2 when called wrongly.
`

/** What the command uses of the process that it runs in. */
export type Surroundings = Pick<Inbox, 'now' | 'columns' | 'confirm'> & {
  readSettings(): Settings
  openStore(settings: Settings): Promise<MessageStore>
  /** To standard output. */
  write(text: string): void
  /** To standard error. */
  writeError(text: string): void
}

/**
 * Runs what the operator typed after `npm run inbox --`.
 * @throws CommandError, with a message for the operator
 */
export async function runInbox(args: string[], surroundings: Surroundings): Promise<void> {
  const { write, writeError, now, columns, confirm } = surroundings
  const [name = '', ...rest] = args
  if (args.some((arg) => arg === '--help' || arg === '-h')) return write(manual)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const names = Object.keys(commands).join(', ')
  if (!command)
    throw new UsageError(`"${escapeControls(name)}" is not a valid command. The commands are ${names}. See --help.`)
  const { options, ids } = parse(rest, command)
  const settings = surroundings.readSettings()
  const store = await surroundings.openStore(settings)
  try {
    const note = options.json ? writeError : write
    const report = await command.run({ store, settings, now, columns, confirm, note }, options, ids)
    write(options.json ? toJson(report.json) : report.text)
  } finally {
    await store.close()
  }
}

/** @throws UsageError */
function parse(args: string[], { options, takesIds = false }: Command): { options: Options; ids: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, options: { ...options, json: flag }, allowPositionals: takesIds })
    const { state } = values
    if (state !== undefined && !messageStates.some((known) => known === state))
      throw new Error(`"${state}" is not a valid state. The states are ${messageStates.join(', ')}.`)
    return { options: values as Options, ids: positionals }
  } catch (error) {
    throw new UsageError(`${escapeControls((error as Error).message)}\nSee npm run inbox -- --help`)
  }
}
