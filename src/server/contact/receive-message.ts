import { checkMessage, type FieldErrors } from '../../shared/contact/message-rules.ts'
import type { KeepOutcome, MessageStore } from '../messages/message-store.ts'
import type { Submission } from './read-submission.ts'

export type ReceiveOutcome = KeepOutcome | { kind: 'refused'; errors: FieldErrors }

/**
 * Checks a submission and keeps it. A filled trap field changes nothing that its sender can see.
 * @param address the sender's network address, for the limit
 * @throws StoreError when the store cannot keep it now
 */
export async function receiveMessage(
  { id, typed, language, website }: Submission,
  address: string,
  { store }: { store: Pick<MessageStore, 'keep'> },
): Promise<ReceiveOutcome> {
  const checked = checkMessage(typed)
  if (checked.kind === 'refused') return checked
  return store.keep({ ...checked.message, id, language, website }, address)
}
