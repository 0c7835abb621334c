import { createHash } from 'node:crypto'
import { CommandError } from '../../shared/command-error.ts'
import { type MessageText, messageFields, type Submission } from '../../shared/contact/message-rules.ts'
import type { Language } from '../../shared/languages.ts'

/**
 * `waiting` for delivery; `unknown`: an attempt's outcome cannot be known, so the office may have it, and it is tried
 * again; `delivered` to the mail server; `refused` by it; `trapped`: taken for a robot's, mailed only when the operator
 * retries it (docs/promises.md, messages).
 */
export const messageStates = ['waiting', 'unknown', 'delivered', 'refused', 'trapped'] as const
export type MessageState = (typeof messageStates)[number]

/** A message that the store has kept. */
export type Message = MessageText & {
  /** A random UUID of the store's own. */
  id: string
  language: Language
  receivedAt: Date
  state: MessageState
  /** How often delivery was begun. */
  attempts: number
  /** How many mails of earlier attempts the office may have of it already. */
  possibleCopies: number
  /** When it is tried next; none when nothing but the operator makes it due. */
  dueAt: Date | undefined
  /** Why the last attempt failed, in the mail server's words, which may repeat the visitor's. */
  reason: string | undefined
  deliveredAt: Date | undefined
}

/** A message together with the right to settle one attempt at its delivery. */
export type Claim = {
  /** The fencing token: a later claim of the message gets another, and this one is void. */
  token: string
  message: Message
}

/**
 * What came of an attempt: the mail server took the mail; it does not take this message for now, or at all; it cannot be
 * used, whatever the message; or nobody can know whether it took it.
 * @property refusedRecipients to how many of the office's addresses the mail server would not send it
 */
export type Outcome =
  | { kind: 'sent'; refusedRecipients?: number }
  | { kind: 'deferred' | 'refused' | 'away' | 'unknown'; reason: string }

export type KeepOutcome = { kind: 'kept' | 'repeat'; id: string }

/**
 * @property dueInMs in how many milliseconds there may be more to claim: a pause or another claim ends; nothing if there is
 *   no such time. What is due and exceeds the numbers asked for does not count.
 */
export type ClaimOutcome = { claims: Claim[]; dueInMs: number | undefined }

/** @property overdueHours for how many hours it has been too old, as far as servers have noted */
export type Expired = Pick<Message, 'id' | 'state'> & { overdueHours: number }

/** How many messages are not delivered: they need either time or somebody's help. */
export type Backlog = {
  waiting: number
  unknown: number
  refused: number
  /** For how long the oldest of those that wait, or may have arrived, has been here; never negative. */
  oldestMs: number | undefined
}

/**
 * Where accepted messages are. It has a clock of its own, one for all who share it: PostgreSQL's, or this machine's.
 * Every method rejects with a StoreError when the store cannot do it now. What was under way then may have been done all
 * the same; every method may be called again.
 */
export type MessageStore = {
  /** For the operator: a file, or a database without its password. */
  readonly location: string
  /**
   * Resolves once the message is durably committed, or known to be there already: with an id, when that came with the same
   * words before; without one, when the same words came within `repeatWindowMs`.
   * @param submission checked and tidied
   */
  keep(submission: Submission): Promise<KeepOutcome>
  /**
   * Claims messages that are due, the longest due first, and records the attempt. Nobody else gets them until they are
   * settled or `leaseMs` have passed. What somebody claimed longer ago than that and never settled becomes `unknown`.
   * @param first how many that were never tried
   * @param again how many that were
   */
  claim(first: number, again: number): Promise<ClaimOutcome>
  /** Renews claims, as long as nobody else has taken over. */
  extend(tokens: string[]): Promise<void>
  /** Records what came of an attempt. @returns lost when another has taken over, or the message is gone */
  settle(token: string, outcome: Outcome): Promise<'settled' | 'lost'>
  /**
   * All messages, or those in one state, the newest first.
   * @param textLength how many characters of each message's text are enough; all when not given. A flood of long
   *   messages does not fit into memory whole
   */
  list(state?: MessageState, textLength?: number): Promise<Message[]>
  /** The messages whose id begins so. */
  find(idBeginning: string): Promise<Message[]>
  /** Makes messages due at once, whatever their state, unless they are on their way. @returns how many there are */
  retry(ids: string[]): Promise<number>
  /** @returns how many there were */
  erase(ids: string[]): Promise<number>
  /** The messages that are older than so many days. Of all others, the hours noted are forgotten. */
  expired(days: number): Promise<Expired[]>
  /** Notes for how many hours each message has been too old, unless more were noted. */
  noteOverdue(hours: Map<string, number>): Promise<void>
  /** Resolves once something was committed, as a message would be; it changes nothing. */
  checkWritable(): Promise<void>
  backlog(): Promise<Backlog>
  close(): Promise<void>
}

/** The store cannot do what it was asked; its message is for the operator and holds nothing that a visitor typed. */
export class StoreError extends CommandError {
  override readonly name = 'StoreError'
}

/** How long the same words from a plain form count as the same submission (docs/promises.md, messages). */
export const repeatWindowMs = 10 * 60_000

/** How long a claim holds. Its holder renews it several times in that time. */
export const leaseMs = 90_000

/**
 * What makes two messages the same: a hash of name, e-mail and message, and whether the trap field was filled. A person whose
 * message was taken for a robot's is heard when the same words come with the trap empty.
 */
export function fingerprintOf(submission: MessageText & { website: string }): string {
  const isTrapped = submission.website !== ''
  return createHash('sha256')
    .update(JSON.stringify([...messageFields.map((field) => submission[field]), ...(isTrapped ? ['trapped'] : [])]))
    .digest('hex')
}
