import type { Message, MessageStore } from '../../server/messages/message-store.ts'
import { UsageError } from '../../shared/command-error.ts'
import { agree, defineCommand } from './command.ts'
import { escapeControls } from './escape-controls.ts'
import { findNamed } from './find-named.ts'
import { count, messageLines, shownTextLength } from './message-lines.ts'

export const erase = defineCommand({
  usage: '(<id>… | --email <address>) [--yes] [--json]',
  does: 'erases messages for good, by id or all of one e-mail address',
  help: `Says what it will erase, asks, and erases it so that the store's files hold nothing of it. What the office has
received by mail, and backups, are not touched.

An id may be shortened to a beginning that no other message has, of at least 4 characters.

Options:
  --email <address>  all messages of this address, in whatever state; letter case does not count
  --yes              does not ask; nor does it where there is no terminal to ask at
  --json             tells as one JSON document what was erased

Examples:
  npm run inbox -- erase 3f2b6f0e 91c2
  npm run inbox -- erase --email marie@example.org
  npm run --silent inbox -- erase --email marie@example.org --yes --json`,
  options: { email: { type: 'string' }, yes: { type: 'boolean' } },
  takesIds: true,
  prepare(values, ids) {
    const email = values.email?.trim()
    if (email === '') throw new UsageError('--email needs an address.')
    if (email && ids.length > 0) throw new UsageError('Give ids or --email, not both.')
    if (!email && ids.length === 0) throw new UsageError('Give the ids of messages, or --email <address>.')
    return async (inbox) => {
      const { store, columns, say } = inbox
      const messages = email ? await findByEmail(store, email) : await findNamed(store, ids)
      if (messages.length === 0)
        return { text: `There is no message of ${escapeControls(email ?? '')}.\n`, json: { erased: 0, ids: [] } }
      const many = count(messages.length, 'message')
      say(`To be erased: ${many}\n${messageLines(messages, columns).join('\n')}\n`)
      if (!values.yes) await agree(inbox, `Erase ${many} for good?`, 'Nothing was erased.')
      const erasedIds = messages.map(({ id }) => id)
      const erased = await store.erase(erasedIds)
      return {
        text: `${count(erased, 'message')} erased. The office's mailbox and backups may hold copies.\n`,
        json: { erased, ids: erasedIds },
      }
    }
  },
})

async function findByEmail(store: MessageStore, email: string): Promise<Message[]> {
  const wanted = email.toLowerCase()
  return (await store.list(undefined, shownTextLength)).filter((message) => message.email.toLowerCase() === wanted)
}
