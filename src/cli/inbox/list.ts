import { defineCommand, readState } from './command.ts'
import { count, messageLines, recordOf, shownTextLength } from './message-lines.ts'

export const list = defineCommand({
  usage: '[--state <state>] [--json]',
  does: 'lists messages, the newest first',
  help: `One line each: the beginning of the id, when it was received (local time), state, name, e-mail; for what is not
delivered how often that was tried and why it failed: [2x 451 try again later]; and the message. States:
  waiting    for delivery, or for the next attempt
  unknown    the mail server may have it: it never said so. It is tried again, after longer and longer pauses
  delivered  to the mail server
  refused    by the mail server; it is tried again each day for a week, and then when "retry" says so
  trapped    taken for a robot's, because a field was filled that people do not see; shown only with --state trapped

Options:
  --state <state>  only the messages in this state
  --json           one JSON document instead, with the whole messages

Examples:
  npm run inbox -- list
  npm run inbox -- list --state refused
  npm run --silent inbox -- list --json`,
  options: { state: { type: 'string' } },
  takesIds: false,
  prepare(values) {
    const state = readState(values.state)
    return async ({ store, columns }) => {
      const all = await store.list(state, values.json ? undefined : shownTextLength)
      const messages = state ? all : all.filter((message) => message.state !== 'trapped')
      const trapped = all.length - messages.length
      const lines = messageLines(messages, columns)
      if (messages.length === 0) lines.push(state ? `No message is in the state "${state}".` : 'There are no messages.')
      if (trapped > 0) lines.push(`${count(trapped, 'message')} taken for a robot's: list --state trapped`)
      return { text: `${lines.join('\n')}\n`, json: messages.map(recordOf) }
    }
  },
})
