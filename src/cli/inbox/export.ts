import { closeSync, fchmodSync, fstatSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import type { Message } from '../../server/messages/message-store.ts'
import { CommandError, UsageError } from '../../shared/command-error.ts'
import { defineCommand, readState } from './command.ts'
import { escapeControlsInLines, toJson } from './escape-controls.ts'
import { count, recordOf } from './message-lines.ts'

const formats = ['csv', 'json'] as const
const separators = { comma: ',', semicolon: ';' } as const
type Separator = keyof typeof separators

export const exportMessages = defineCommand({
  usage: `[--format csv|json] [--separator comma|semicolon] [--state <state>]
         [--output <file> [--force]] [--json]`,
  does: 'writes messages as CSV or JSON',
  help: `All messages but those taken for a robot's. Times are in UTC (ISO 8601).

CSV is for spreadsheets: UTF-8, a first line of names, and an apostrophe before what a spreadsheet would take for a
formula, also one that expects another separator. Control characters are spelt out: \\u001b. JSON holds every text to
the letter.

Options:
  --format <format>        csv (the default) or json
  --separator <separator>  of CSV: comma (the default), or semicolon for a spreadsheet set to Spanish or French
  --state <state>          only the messages in this state: waiting, unknown, delivered, refused or trapped
  --output <file>          into this file, readable by you alone; a path counts from the project's folder
  --force                  overwrites that file
  --json                   short for --format json; with --output, also tells as JSON what was written

Examples:
  npm run inbox -- export --output messages.csv
  npm run inbox -- export --separator semicolon --state refused --output refused.csv
  npm run --silent inbox -- export --format json > messages.json`,
  options: {
    format: { type: 'string' },
    separator: { type: 'string' },
    state: { type: 'string' },
    output: { type: 'string' },
    force: { type: 'boolean' },
  },
  takesIds: false,
  prepare(values) {
    const { output, force = false } = values
    const format = readChoice('format', formats, values.format ?? (values.json ? 'json' : 'csv'))
    const separator = readChoice('separator', Object.keys(separators) as Separator[], values.separator ?? 'comma')
    const state = readState(values.state)
    if (values.separator && format !== 'csv') throw new UsageError('--separator goes with --format csv.')
    if (output === '') throw new UsageError('--output needs the name of a file.')
    if (force && !output) throw new UsageError('--force goes with --output.')
    if (values.json && format !== 'json' && !output) throw new UsageError('--json with CSV needs --output.')
    return async ({ store }) => {
      const messages = (await store.list(state)).filter((message) => state || message.state !== 'trapped')
      const records = messages.map(recordOf)
      const text = format === 'csv' ? toCsv(messages, separators[separator]) : toJson(records)
      if (!output) return { text, json: records }
      const file = resolve(output)
      writePrivateFile(file, text, force)
      return {
        text: `${count(messages.length, 'message')} written to ${file}\n`,
        json: { exported: messages.length, format, file },
      }
    }
  },
})

function readChoice<Choice extends string>(name: string, choices: readonly Choice[], value: string): Choice {
  const choice = choices.find((choice) => choice === value)
  if (!choice) throw new UsageError(`"${value}" is no ${name}. Choose ${choices.join(' or ')}.`)
  return choice
}

type Column = keyof ReturnType<typeof recordOf>
const columns: Column[] = [
  'id',
  'receivedAt',
  'state',
  'name',
  'email',
  'message',
  'language',
  'attempts',
  'possibleCopies',
  'dueAt',
  'reason',
  'deliveredAt',
]

function toCsv(messages: Message[], delimiter: string): string {
  const records = messages.map((message) => ({
    ...recordOf(message),
    name: textOf(message.name),
    email: textOf(message.email),
    message: textOf(message.message),
    reason: message.reason === undefined ? null : textOf(message.reason),
  }))
  return stringify(records, {
    bom: true,
    header: true,
    columns,
    delimiter,
    record_delimiter: 'windows',
    // csv-stringify sets it to false when record_delimiter is given: a message of two lines would then be two rows.
    quote_record_delimiter: true,
  })
}

/**
 * What a cell may begin with that a spreadsheet takes for a formula. One that splits lines elsewhere than at our separator
 * sees no quotes around the text: each separator, line and quote in it may begin a cell.
 */
const formula = /(?<=(?:^|[,;\t\n"])[\s"]*)[=+\-@\uff1d\uff0b\uff0d\uff20]/g

/** A stranger's text for one cell. csv-stringify would look only at its first character for a formula. */
const textOf = (text: string) => escapeControlsInLines(text).replace(formula, "'$&")

/** Writes a file that only its owner may read, whatever it was before. */
function writePrivateFile(file: string, text: string, mayOverwrite: boolean): void {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, mayOverwrite ? 'w' : 'wx', 0o600)
    if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, 0o600)
    writeFileSync(descriptor, text)
  } catch (error) {
    if (descriptor !== undefined && !mayOverwrite) rmSync(file, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CommandError(`${file} is there already. Give another name, or --force to overwrite it.`)
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}.`, { cause: error })
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
