import type { StoredMessage } from '../store/message-store.ts'
import { agree, defineCommand, type Inbox, UsageError } from './command.ts'
import { findNamed } from './find-named.ts'
import { count, messageLines } from './message-lines.ts'

export const retry = defineCommand({
  usage: '(<id>… | --all) [--yes] [--json]',
  does: 'makes messages due for delivery at once',
  help: `A running server picks them up; where none runs, the next that is started. A message by id may be in any state: also
one taken for a robot's, which is then mailed like any other, or, after a question, one that the office has already.

An id may be shortened to a beginning that no other message has, of at least 4 characters.

Options:
  --all   all refused and all waiting messages
  --yes   does not ask before sending again what was delivered; nor does it where there is no terminal to ask at
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
      const { store, now, settings } = inbox
      const messages = values.all
        ? [...(await store.list('refused')), ...(await store.list('waiting'))]
        : await findNamed(store, ids)
      if (!values.yes) await agreeToRepeat(inbox, messages)
      // What is due already may be on its way at this moment: to requeue that would send it twice.
      const later = messages.filter((message) => !isDue(message, now))
      const made = later.length > 0 ? await store.requeue(idsOf(later), now) : 0
      const due = made + messages.length - later.length
      return {
        text: `${describe(due, settings.mail !== undefined)}\n`,
        json: { due, ids: idsOf(messages), mailIsSetUp: settings.mail !== undefined },
      }
    }
  },
})

const idsOf = (messages: StoredMessage[]) => messages.map(({ id }) => id)
const isDue = ({ state, dueAt }: StoredMessage, now: Date) => state === 'waiting' && dueAt <= now

async function agreeToRepeat(inbox: Inbox, messages: StoredMessage[]): Promise<void> {
  const delivered = messages.filter(({ state }) => state === 'delivered')
  if (delivered.length === 0) return
  const many = count(delivered.length, 'message')
  inbox.say(`Delivered before: ${many}\n${messageLines(delivered, inbox.columns).join('\n')}\n`)
  await agree(inbox, `The office would get ${many} twice. Send again?`, 'Nothing was changed.')
}

function describe(due: number, isMailSetUp: boolean): string {
  if (due === 0) return 'No message is waiting or refused.'
  const fact = `${count(due, 'message')} due now.`
  return isMailSetUp
    ? `${fact} A running server picks up what is due, at the latest a minute after the mail server is back.`
    : `${fact} Mail is not set up: messages wait until SMTP_URL is set and the server started anew.`
}
