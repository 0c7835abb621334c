import type { Message, MessageStore } from '../../server/messages/message-store.ts'
import { tidyEmail } from '../../shared/contact/message-rules.ts'
import { UsageError } from '../usage-error.ts'
import { agree, type Inbox, type Options, type Report } from './command.ts'
import { findNamed } from './find-named.ts'
import { count, messageLines, shownTextLength } from './message-lines.ts'

export async function erase(inbox: Inbox, { email, yes }: Options, ids: string[]): Promise<Report> {
  const { store, columns, note } = inbox
  if (Boolean(email?.trim()) === ids.length > 0) throw new UsageError('Give either ids or --email <address>.')
  const messages = ids.length > 0 ? await findNamed(store, ids) : await findByEmail(store, email ?? '')
  if (messages.length > 0) {
    const many = count(messages.length, 'message')
    note(`To be erased: ${many}\n${messageLines(messages, columns).join('\n')}\n`)
    if (!yes) await agree(inbox, `Erase ${many} for good?`)
  }
  const erasedIds = messages.map(({ id }) => id)
  const erased = erasedIds.length > 0 ? await store.erase(erasedIds) : 0
  return {
    text: `${count(erased, 'message')} erased. The office's mailbox and backups may hold copies.\n`,
    json: { erased, ids: erasedIds },
  }
}

async function findByEmail(store: MessageStore, email: string): Promise<Message[]> {
  const wanted = tidyEmail(email).toLowerCase()
  return (await store.list(undefined, shownTextLength)).filter((message) => message.email.toLowerCase() === wanted)
}
