import { createHash } from 'node:crypto'
import { type MessageText, messageFields, type Submission } from '../../shared/contact/message-rules.ts'
import type { Language } from '../../shared/languages.ts'

/**
 * `waiting` for delivery; `unknown`: the office may have it, because an attempt's outcome is unknown, and it is tried again;
 * `delivered` to the mail server; `refused` by it; `trapped`: probably a robot's, emailed only if the operator retries it.
 */
export const messageStates = ['waiting', 'unknown', 'delivered', 'refused', 'trapped'] as const
export type MessageState = (typeof messageStates)[number]

/** A stored message. */
export type Message = MessageText & {
  /** A random UUID, made by the store. */
  id: string
  language: Language
  receivedAt: Date
  state: MessageState
  /** How many delivery attempts have begun. */
  attempts: number
  /** How many emails of earlier attempts the office may already have. */
  possibleCopies: number
  /** When it is tried next; undefined if only the operator can make it due. */
  dueAt: Date | undefined
  /** Why the last attempt failed: the mail server's reply, which may quote the visitor. */
  reason: string | undefined
  deliveredAt: Date | undefined
}

/** A message together with the right to settle one delivery attempt. */
export type Claim = {
  /** The fencing token: a later claim of the message gets another one, and this one is no longer valid. */
  token: string
  message: Message
}

/**
 * The outcome of a delivery attempt: the mail server accepted the mail; it rejected this message, temporarily (`deferred`) or for
 * good (`refused`); it is unavailable for any message (`away`); or it is unknown whether it accepted the mail.
 * @property rejectedRecipients how many of the office's addresses the mail server rejected
 */
export type Outcome =
  | { kind: 'sent'; rejectedRecipients?: number }
  | { kind: 'deferred' | 'refused' | 'away' | 'unknown'; reason: string }

export type KeepOutcome = { kind: 'kept' | 'repeat'; id: string }

/**
 * @property dueInMs in how many milliseconds a pause or another claim ends, so that there may be more to claim; undefined if there
 *   is no such time. Messages that are due already, but exceed the requested numbers, do not count.
 */
export type ClaimOutcome = { claims: Claim[]; dueInMs: number | undefined }

/** @property overdueHours for how many hours servers have recorded it as too old */
export type Expired = Pick<Message, 'id' | 'state'> & { overdueHours: number }

/** How many messages are not delivered. */
export type Backlog = {
  waiting: number
  unknown: number
  refused: number
  /** The age of the oldest waiting or unknown message; never negative. */
  oldestMs: number | undefined
}

/**
 * Stores accepted messages. All instances that share it use its clock: PostgreSQL's, or this machine's.
 * Every method rejects with a StoreError if the store fails. The change may have been made nevertheless; every method may be
 * called again.
 */
export type MessageStore = {
  /** For the operator: a file, or a database without its password. */
  readonly location: string
  /**
   * Resolves once the message is durably committed, or was stored before: with the same idempotency key and text, or, without a
   * key, with the same text within `repeatWindowMs`.
   * @param submission checked and tidied
   * @param signal when it is aborted, this rejects and the message is not stored, unless its commit has begun, which is awaited
   */
  keep(submission: Submission, signal?: AbortSignal): Promise<KeepOutcome>
  /**
   * Claims messages that are due, the longest due first, and records the attempt: at most so many new, and so many retried
   * messages. No other instance gets them until they are settled or the lease has expired. A message whose lease has expired
   * becomes `unknown`.
   */
  claim(fresh: number, retried: number): Promise<ClaimOutcome>
  /** Renews the leases of claims that are still valid. */
  extend(tokens: string[]): Promise<void>
  /** Records an attempt's outcome. @returns lost if there is a later claim, or the message was erased */
  settle(token: string, outcome: Outcome): Promise<'settled' | 'lost'>
  /**
   * All messages, or those in one state, the newest first.
   * @param textLength limits each message's text to so many characters, because a flood of long messages does not fit into memory
   */
  list(state?: MessageState, textLength?: number): Promise<Message[]>
  /** The messages whose ids have this beginning. */
  find(idBeginning: string): Promise<Message[]>
  /** Makes messages due at once, whatever their state, except those that are claimed. @returns how many exist */
  retry(ids: string[]): Promise<number>
  /** @returns how many existed */
  erase(ids: string[]): Promise<number>
  /** The messages that are older than so many days. The recorded hours of all others are reset. */
  expired(days: number): Promise<Expired[]>
  /** Records for how many hours each message has been too old, unless more are recorded. */
  recordOverdue(hours: Map<string, number>): Promise<void>
  /** Commits a write as a message would be, without changing anything. */
  checkWritable(): Promise<void>
  backlog(): Promise<Backlog>
  close(): Promise<void>
}

/** How long the same text from a plain form counts as the same submission (docs/promises.md, messages). */
export const repeatWindowMs = 10 * 60_000

/** How long a claim is valid. Its holder renews it several times in that time. */
export const leaseMs = 90_000

/**
 * A hash of name, e-mail and message, and of whether the trap field was filled: if a person's message was trapped, the same text
 * with an empty trap field is a new message.
 */
export function fingerprintOf(submission: MessageText & { website: string }): string {
  const isTrapped = submission.website !== ''
  return createHash('sha256')
    .update(JSON.stringify([...messageFields.map((field) => submission[field]), ...(isTrapped ? ['trapped'] : [])]))
    .digest('hex')
}
