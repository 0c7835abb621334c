import type { Message } from '../../server/messages/message-store.ts'
import { cut, fill, share, widthOf } from './columns.ts'
import { visible } from './visible.ts'

/** Local time, as the lists show it. */
export const timeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
const gap = '  '
const most = { name: 24, email: 32 }

/** How many characters of a message's text its line needs at most, on a wide terminal. */
export const shownTextLength = 300

/** How much of an id the operator sees; it is enough to name a message by. */
const shownIdLength = 8

/**
 * One line each: id, received (local time), state, name, e-mail, the beginning of the message, and for what is not
 * delivered how often that was tried and why it failed.
 * @param columns the width that a line may take
 */
export function messageLines(messages: Message[], columns: number): string[] {
  const rows = messages.map((message) => ({
    start: [message.id.slice(0, shownIdLength), timeFormat.format(message.receivedAt), message.state.padEnd(9)],
    name: visible(message.name),
    email: visible(message.email),
    text: visible(message.message.replaceAll(/\s+/g, ' ')),
    note: visible(noteOf(message)),
  }))
  const wishOf = (field: 'name' | 'email') =>
    rows.reduce((widest, row) => Math.max(widest, Math.min(most[field], widthOf(row[field]))), 0)
  const startWidth = rows[0]?.start.join(gap).length ?? 0
  const [name = 0, email = 0, rest = 0] = share(columns - startWidth - 3 * gap.length, [
    wishOf('name'),
    wishOf('email'),
    Number.POSITIVE_INFINITY,
  ])
  return rows.map((row) =>
    cut(
      [...row.start, fill(row.name, name), fill(row.email, email), ending(row.text, row.note, rest)].join(gap),
      columns,
    ),
  )
}

/** The message and the note, which share the end of the line: [2x 451 try again later]. */
function ending(text: string, note: string, columns: number): string {
  if (note === '') return cut(text, columns)
  const brackets = ' []'.length
  const [textWidth = 0, noteWidth = 0] = share(columns - brackets, [widthOf(text), widthOf(note)])
  return `${cut(text, textWidth)} [${cut(note, noteWidth)}]`
}

function noteOf({ state, attempts, reason }: Message): string {
  if (state === 'delivered' || attempts === 0) return ''
  return [`${attempts}x`, reason?.replaceAll(/\s+/g, ' ')].filter(Boolean).join(' ')
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
