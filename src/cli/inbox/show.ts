import type { Message } from '../../server/messages/message-store.ts'
import { UsageError } from '../../shared/command-error.ts'
import { defineCommand } from './command.ts'
import { escapeControls, escapeControlsInLines } from './escape-controls.ts'
import { findNamed } from './find-named.ts'
import { recordOf } from './message-lines.ts'

export const show = defineCommand({
  usage: '<id> [--json]',
  does: 'shows everything of one message',
  help: `The id may be shortened to a beginning that no other message has, of at least 4 characters. Characters that could
command the terminal are spelt out: \\u001b.

Options:
  --json  one JSON document instead

Examples:
  npm run inbox -- show 3f2b6f0e
  npm run --silent inbox -- show 3f2b --json`,
  options: {},
  takesIds: true,
  prepare(_values, ids) {
    if (ids.length !== 1) throw new UsageError(`Give the id of one message; "list" shows them.`)
    return async ({ store }) => {
      const [message] = (await findNamed(store, ids)) as [Message]
      return { text: describe(message), json: recordOf(message) }
    }
  },
})

const timeFormat = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'shortOffset',
})

function describe(message: Message): string {
  const facts: [string, string | undefined][] = [
    ['id', message.id],
    ['received', timeFormat.format(message.receivedAt)],
    ['state', message.state],
    ['delivered', message.deliveredAt && timeFormat.format(message.deliveredAt)],
    ['due', message.dueAt && timeFormat.format(message.dueAt)],
    ['attempts', String(message.attempts)],
    ['copies', message.possibleCopies > 0 ? `up to ${message.possibleCopies} may have arrived` : undefined],
    ['reason', message.reason],
    ['language', message.language],
    ['name', message.name],
    ['e-mail', message.email],
  ]
  const lines = facts.flatMap(([name, value]) =>
    value === undefined ? [] : `${name.padEnd(9)}  ${escapeControls(value)}`,
  )
  return `${lines.join('\n')}\n\n${escapeControlsInLines(message.message)}\n`
}
