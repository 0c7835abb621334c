import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import type { Message } from '../../server/messages/message-store.ts'
import { UsageError } from '../usage-error.ts'
import type { Inbox, Options, Report } from './command.ts'
import { escapeControlsInLines, toJson } from './escape-controls.ts'
import { count, recordFields, recordOf } from './message-lines.ts'

const separators = { comma: ',', semicolon: ';' } as const

/** Writes all messages except those from robots. Times are in UTC (ISO 8601). */
export async function exportMessages({ store }: Inbox, options: Options): Promise<Report> {
  const { state, output, separator = 'comma', json } = options
  const delimiter = separators[separator as keyof typeof separators]
  if (!delimiter) throw new UsageError(`"${separator}" is not a valid separator. Choose comma or semicolon.`)
  const messages = (await store.list(state)).filter((message) => state || message.state !== 'trapped')
  const records = messages.map(recordOf)
  const text = json ? toJson(records) : toCsv(messages, delimiter)
  if (output === undefined) return { text, json: records }
  const file = resolve(output)
  // Only the user may read the file, and no file is overwritten.
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  return {
    text: `${count(messages.length, 'message')} written to ${file}\n`,
    json: { exported: messages.length, file },
  }
}

function toCsv(messages: Message[], delimiter: string): string {
  const cellsOf = (message: Message) =>
    Object.entries(recordOf(message)).map(([name, value]) => [name, typeof value === 'string' ? cellOf(value) : value])
  const records = messages.map((message) => Object.fromEntries(cellsOf(message)))
  return stringify(records, {
    bom: true,
    header: true,
    columns: [...recordFields],
    delimiter,
    record_delimiter: 'windows',
    // csv-stringify sets it to false when record_delimiter is given: a message of two lines would then be two rows.
    quote_record_delimiter: true,
  })
}

/**
 * Characters with which a spreadsheet begins a formula. A spreadsheet that uses another separator ignores the quotes around
 * the text, so each separator, line break and quote in it may begin a cell.
 */
const formula = /(?<=(?:^|[,;\t\n"])[\s"]*)[=+\-@\uff1d\uff0b\uff0d\uff20]/g

/** A visitor's text for one cell. csv-stringify itself would check only its first character for a formula. */
const cellOf = (text: string) => escapeControlsInLines(text).replace(formula, "'$&")
