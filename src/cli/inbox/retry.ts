import { UsageError } from '../usage-error.ts'
import { agree, type Inbox, type Options, type Report } from './command.ts'
import { findNamed } from './find-named.ts'
import { count, messageLines, shownTextLength } from './message-lines.ts'

const undelivered = ['refused', 'unknown', 'waiting'] as const

export async function retry(inbox: Inbox, { all, yes }: Options, ids: string[]): Promise<Report> {
  const { store, settings, columns, note } = inbox
  if (Boolean(all) === ids.length > 0) throw new UsageError('Give either ids or --all.')
  const messages = all
    ? (await Promise.all(undelivered.map((state) => store.list(state, shownTextLength)))).flat()
    : await findNamed(store, ids)
  const repeats = messages.filter(({ state }) => state === 'delivered' || state === 'unknown')
  if (repeats.length > 0 && !yes) {
    const many = count(repeats.length, 'message')
    note(`The office has, or may have: ${many}\n${messageLines(repeats, columns).join('\n')}\n`)
    await agree(inbox, `The office may get ${many} twice. Send again?`)
  }
  const messageIds = messages.map(({ id }) => id)
  const due = await store.retry(messageIds)
  const mailIsSetUp = settings.mail !== undefined
  const next = mailIsSetUp
    ? 'A running server sends what is due, at the latest a minute after the mail server is back.'
    : 'Mail is not set up: messages wait until SMTP_URL is set and the server restarted.'
  return {
    text: due === 0 ? 'Every message is delivered.\n' : `${count(due, 'message')} due now. ${next}\n`,
    json: { due, ids: messageIds, mailIsSetUp },
  }
}
