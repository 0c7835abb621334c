import type { Message } from '../../server/messages/message-store.ts'
import { escapeControls } from './escape-controls.ts'

/** Local time, as the lists show it. */
export const timeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** How many characters of a message's text its line has at most, on a wide terminal. */
export const shownTextLength = 300

/** How much of an id the lists show: enough to name a message by. */
const shownIdLength = 8

/**
 * One line each: id, received (local time), state, name, e-mail; for what was tried and not delivered, how often and why;
 * and the beginning of the message.
 * @param columns the width that a line may take
 */
export function messageLines(messages: Message[], columns: number): string[] {
  const rows = messages.map((message) => [
    message.id.slice(0, shownIdLength),
    timeFormat.format(message.receivedAt),
    message.state,
    // Short enough to leave room for the message.
    cut(escapeControls(message.name), Math.min(24, Math.floor(columns / 7))),
    cut(escapeControls(message.email), Math.min(32, Math.floor(columns / 5))),
    attemptsOf(message) + oneLine(message.message),
  ])
  const widths = [0, 1, 2, 3, 4].map((cell) => rows.reduce((most, row) => Math.max(most, row[cell]?.length ?? 0), 0))
  return rows.map((row) => cut(row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '), columns))
}

/** The beginning of a text that fits, with … for what was left out. */
function cut(text: string, columns: number): string {
  const characters = [...text]
  return characters.length > columns ? `${characters.slice(0, columns - 1).join('')}…` : text
}

const oneLine = (text: string) => escapeControls(text.replaceAll(/\s+/g, ' '))

function attemptsOf({ state, attempts, reason }: Message): string {
  if (state === 'delivered' || attempts === 0) return ''
  return reason ? `[${attempts}x ${cut(oneLine(reason), 60)}] ` : `[${attempts}x] `
}

/** "1 message", "2 messages" */
export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A message in JSON and CSV. */
export const recordFields = [
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
] as const

/** A message as JSON and CSV have it: times in UTC (ISO 8601), null for what there is not. */
export const recordOf = (message: Message) =>
  Object.fromEntries(
    recordFields.map((field) => {
      const value = message[field]
      return [field, value instanceof Date ? value.toISOString() : (value ?? null)]
    }),
  )
