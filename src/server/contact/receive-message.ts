import { checkMessage, type FieldErrors } from '../../shared/contact/message-rules.ts'
import type { KeepOutcome, MessageStore } from '../store/message-store.ts'
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
  { store, now }: { store: Pick<MessageStore, 'keep'>; now: () => Date },
): Promise<ReceiveOutcome> {
  const checked = checkMessage(typed)
  if (checked.kind === 'refused') return checked
  return store.keep({ ...checked.message, submissionId: id, language, isTrapped: website !== '' }, address, now())
}
