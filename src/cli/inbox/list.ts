import type { Message } from '../../server/messages/message-store.ts'
import { UsageError } from '../usage-error.ts'
import type { Inbox, Options, Report } from './command.ts'
import { escapeControls, escapeControlsInLines } from './escape-controls.ts'
import { findNamed } from './find-named.ts'
import { count, messageLines, recordOf, shownTextLength } from './message-lines.ts'

export async function list({ store, columns }: Inbox, { state, json }: Options): Promise<Report> {
  const all = await store.list(state, json ? undefined : shownTextLength)
  const messages = state ? all : all.filter((message) => message.state !== 'trapped')
  const trapped = all.length - messages.length
  const lines = messageLines(messages, columns)
  if (messages.length === 0) lines.push(state ? `No message is ${state}.` : 'There are no messages.')
  if (trapped > 0) lines.push(`${count(trapped, 'message')} from robots: list --state trapped`)
  return { text: `${lines.join('\n')}\n`, json: messages.map(recordOf) }
}

export async function show({ store }: Inbox, _options: Options, ids: string[]): Promise<Report> {
  if (ids.length !== 1) throw new UsageError('Give the id of one message; "list" shows them.')
  const [message] = (await findNamed(store, ids)) as [Message]
  const lines = Object.entries(recordOf(message))
    .filter(([name, value]) => name !== 'message' && value !== null)
    .map(([name, value]) => `${name.padEnd('possibleCopies'.length)}  ${escapeControls(String(value))}`)
  return { text: `${lines.join('\n')}\n\n${escapeControlsInLines(message.message)}\n`, json: recordOf(message) }
}
