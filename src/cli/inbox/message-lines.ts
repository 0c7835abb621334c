import type { Message } from '../../server/messages/message-store.ts'
import { escapeControls } from './escape-controls.ts'

/** Local time, as the lists show it. */
export const timeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** How many characters of a message's text its line needs at most, on a wide terminal. */
export const shownTextLength = 300

/** How much of an id the operator sees; it is enough to name a message by. */
const shownIdLength = 8
/** How much of a name, an address and the mail server's words is shown, in characters: so that there is room for the message. */
const mostOf = (columns: number) => ({
  name: Math.min(24, Math.floor(columns / 7)),
  email: Math.min(32, Math.floor(columns / 5)),
  reason: 60,
})

/**
 * One line each: id, received (local time), state, name, e-mail, for what is not delivered how often that was tried and why it
 * failed, and the beginning of the message.
 * @param columns the width that a line may take
 */
export function messageLines(messages: Message[], columns: number): string[] {
  const most = mostOf(columns)
  const rows = messages.map((message) => ({
    cells: [
      message.id.slice(0, shownIdLength),
      timeFormat.format(message.receivedAt),
      message.state.padEnd('delivered'.length),
      cut(escapeControls(message.name), most.name),
      cut(escapeControls(message.email), most.email),
    ],
    rest: [noteOf(message, most.reason), escapeControls(message.message.replaceAll(/\s+/g, ' '))]
      .filter(Boolean)
      .join(' '),
  }))
  const widthOf = (place: number) => rows.reduce((most, { cells }) => Math.max(most, cells[place]?.length ?? 0), 0)
  const widths = [0, 1, 2, 3, 4].map(widthOf)
  return rows.map(({ cells, rest }) =>
    cut([...cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)), rest].join('  '), columns),
  )
}

/** The beginning of a text that fits, with … where something was left out. */
function cut(text: string, columns: number): string {
  const characters = [...text]
  return characters.length > columns ? `${characters.slice(0, columns - 1).join('')}…` : text
}

function noteOf({ state, attempts, reason = '' }: Message, most: number): string {
  if (state === 'delivered' || attempts === 0) return ''
  return `[${`${attempts}x ${cut(escapeControls(reason.replaceAll(/\s+/g, ' ')), most)}`.trim()}]`
}

/** "1 message", "2 messages" */
export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A message as JSON and CSV have it: times in UTC (ISO 8601), null for what there is not. */
export function recordOf(message: Message) {
  return {
    id: message.id,
    receivedAt: message.receivedAt.toISOString(),
    state: message.state,
    name: message.name,
    email: message.email,
    message: message.message,
    language: message.language,
    attempts: message.attempts,
    possibleCopies: message.possibleCopies,
    dueAt: message.dueAt?.toISOString() ?? null,
    reason: message.reason ?? null,
    deliveredAt: message.deliveredAt?.toISOString() ?? null,
  }
}
