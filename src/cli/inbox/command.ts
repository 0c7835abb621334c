import type { MessageState, MessageStore } from '../../server/messages/message-store.ts'
import type { Settings } from '../../settings.ts'
import { CommandError } from '../../shared/command-error.ts'

/** What a command uses. */
export type Inbox = {
  store: MessageStore
  settings: Settings
  now: Date
  /** The width of the terminal, in characters; Infinity without one, so that the output can be searched. */
  columns: number
  /** Writes something before the result. */
  note(text: string): void
  /** Asks the user; undefined without a terminal. */
  confirm: ((question: string) => Promise<boolean>) | undefined
}

/** The result of a command: whole lines for a person, one document for a program (`--json`). */
export type Report = { text: string; json: unknown }

export type Options = {
  state?: MessageState
  separator?: string
  output?: string
  email?: string
  all?: boolean
  yes?: boolean
  json?: boolean
}

/**
 * Asks before something that cannot be undone. Without a terminal, it does not ask, because nobody could answer.
 * @throws CommandError when the answer is no
 */
export async function agree({ confirm }: Inbox, question: string): Promise<void> {
  if (confirm && !(await confirm(question))) throw new CommandError('Nothing was changed.')
}
