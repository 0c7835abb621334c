import type { Message } from '../../server/messages/message-store.ts'
import { escapeControls } from './escape-controls.ts'

/** Local time, as the lists show it. */
export const timeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** How many characters of a message's text its line has at most. */
export const shownTextLength = 300

/** How much of an id the lists show: enough to name a message by. */
const shownIdLength = 8

/**
 * One line for each message: id, received (local time), state; if attempts failed, how many and why; name, e-mail, and the beginning of
 * the text.
 * @param columns the maximum width of a line
 */
export const messageLines = (messages: Message[], columns: number): string[] =>
  messages.map((message) => {
    const { id, receivedAt, state, name, email } = message
    const sender = attemptsOf(message) + escapeControls(`${name} <${email}>`)
    const cells = [id.slice(0, shownIdLength), timeFormat.format(receivedAt), state.padEnd('delivered'.length), sender]
    return cut([...cells, oneLine(message.message)].join('  '), columns)
  })

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

/** The fields of a message in JSON and CSV. */
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

/** A message for JSON and CSV: times in UTC (ISO 8601), null for a missing value. */
export const recordOf = (message: Message) =>
  Object.fromEntries(
    recordFields.map((field) => {
      const value = message[field]
      return [field, value instanceof Date ? value.toISOString() : (value ?? null)]
    }),
  )
