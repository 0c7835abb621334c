import type { Message } from '../../server/messages/message-store.ts'
import { UsageError } from '../../shared/command-error.ts'
import { agree, defineCommand, type Inbox } from './command.ts'
import { findNamed } from './find-named.ts'
import { count, messageLines, shownTextLength } from './message-lines.ts'

export const retry = defineCommand({
  usage: '(<id>… | --all) [--yes] [--json]',
  does: 'makes messages due for delivery at once',
  help: `A running server picks them up; where none runs, the next that is started. A message by id may be in any state:
also one taken for a robot's, which is then mailed like any other, or, after a question, one that the office has.

An id may be shortened to a beginning that no other message has, of at least 4 characters.

Options:
  --all   all that are not delivered: waiting, unknown and refused ones
  --yes   does not ask before sending again what was, or may have been, delivered; nor does it where there is no
          terminal to ask at
  --json  tells as one JSON document what is due now

Examples:
  npm run inbox -- retry --all
  npm run inbox -- retry 3f2b6f0e`,
  options: { all: { type: 'boolean' }, yes: { type: 'boolean' } },
  takesIds: true,
  prepare(values, ids) {
    if (values.all && ids.length > 0) throw new UsageError('Give ids or --all, not both.')
    if (!values.all && ids.length === 0) throw new UsageError('Give the ids of messages, or --all.')
    return async (inbox) => {
      const { store, settings } = inbox
      const messages = values.all
        ? (await Promise.all(undelivered.map((state) => store.list(state, shownTextLength)))).flat()
        : await findNamed(store, ids)
      if (!values.yes) await agreeToRepeat(inbox, messages)
      const messageIds = messages.map(({ id }) => id)
      const due = await store.retry(messageIds)
      return {
        text: `${describe(due, settings.mail !== undefined)}\n`,
        json: { due, ids: messageIds, mailIsSetUp: settings.mail !== undefined },
      }
    }
  },
})

const undelivered = ['refused', 'unknown', 'waiting'] as const

async function agreeToRepeat(inbox: Inbox, messages: Message[]): Promise<void> {
  const repeats = messages.filter(({ state }) => state === 'delivered' || state === 'unknown')
  if (repeats.length === 0) return
  const many = count(repeats.length, 'message')
  inbox.say(`Delivered before, or perhaps: ${many}\n${messageLines(repeats, inbox.columns).join('\n')}\n`)
  await agree(inbox, `The office may get ${many} twice. Send again?`, 'Nothing was changed.')
}

function describe(due: number, isMailSetUp: boolean): string {
  if (due === 0) return 'Every message is delivered.'
  const fact = `${count(due, 'message')} due now.`
  return isMailSetUp
    ? `${fact} A running server picks up what is due, at the latest a minute after the mail server is back.`
    : `${fact} Mail is not set up: messages wait until SMTP_URL is set and the server started anew.`
}
