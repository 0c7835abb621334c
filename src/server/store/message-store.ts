import { createHash } from 'node:crypto'
import { type Message, messageFields } from '../../shared/contact/message-rules.ts'
import type { Language } from '../../shared/languages.ts'

/** A message as it arrives, checked and tidied. */
export type NewMessage = Message & {
  /** The id that the page gave the filled form, a UUID; a plain form has none. */
  submissionId?: string | undefined
  language: Language
  /** The trap field was filled: kept, in case a browser filled it for a person, but not mailed. */
  isTrapped: boolean
}

/**
 * `waiting` for delivery; `delivered` to the mail server; `refused` by it for good; `trapped`: taken for a robot's,
 * mailed only when the operator says so.
 */
export const messageStates = ['waiting', 'delivered', 'refused', 'trapped'] as const
export type MessageState = (typeof messageStates)[number]

export type StoredMessage = Message & {
  /** A random UUID of the store's own. */
  id: string
  language: Language
  receivedAt: Date
  state: MessageState
  /** How often delivery was begun. */
  attempts: number
  /** When a waiting message is due next. */
  dueAt: Date
  /** Why the last attempt failed, in the mail server's words. */
  reason: string | undefined
  deliveredAt: Date | undefined
}

export type KeepOutcome = { kind: 'kept' | 'repeat'; id: string } | { kind: 'too-many'; retryAfterMs: number }

/** How many messages one address may send within a window; 0 for as many as it likes. */
export type SenderLimitRule = { count: number; windowMs: number }

/**
 * Where accepted messages are. Every method rejects with a StoreError when the store cannot do it now; what it did not
 * confirm, it did not do.
 */
export type MessageStore = {
  /** Says where the messages are, for the operator: a file, or a database without its password. */
  readonly place: string
  /**
   * Resolves once the message is durably committed, or known to be there already: with a submission id, when that came
   * with the same words before; without one, when the same words came within `repeatWindowMs`. Only what is new counts
   * against the sender's limit.
   * @param address the sender's network address; kept nowhere in the clear, and no longer than the limit needs it
   */
  keep(message: NewMessage, address: string, at: Date): Promise<KeepOutcome>
  /**
   * Claims the waiting message that has been due longest, for one attempt. Nobody else gets it until it is settled by
   * `markDelivered`, `postpone` or `refuse`, or `leaseMs` have passed.
   */
  claimDue(at: Date, leaseMs: number): Promise<StoredMessage | undefined>
  markDelivered(id: string, at: Date): Promise<void>
  postpone(id: string, reason: string, until: Date): Promise<void>
  refuse(id: string, reason: string): Promise<void>
  /** All messages, or those in one state, the newest first. */
  list(state?: MessageState): Promise<StoredMessage[]>
  /** The messages whose id begins so. */
  find(idBeginning: string): Promise<StoredMessage[]>
  /** Makes messages due at once, whatever their state. @returns how many there were */
  requeue(ids: string[], at: Date): Promise<number>
  /**
   * Removes messages so that the store's files hold nothing of them, nor of what was erased before, also when no
   * message has such an id. @returns how many there were
   */
  erase(ids: string[]): Promise<number>
  /** Erases what was received before a time. @returns how many, and how many of them had not been delivered */
  purge(before: Date): Promise<{ erased: number; undelivered: number }>
  /** Resolves once something was written for good, as a message would be; it leaves no trace. */
  checkWritable(): Promise<void>
  /** What waits for delivery, an attempt under way included. */
  backlog(): Promise<Backlog>
  close(): Promise<void>
}

export type Backlog = {
  waiting: number
  /** When the one of them that came first was received. */
  oldestAt: Date | undefined
}

/** The store cannot do what it was asked; its message is for the operator and holds nothing that a visitor typed. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** How long the same words from a plain form count as the same submission (DESIGN.md section 5). */
export const repeatWindowMs = 10 * 60_000

/** What makes two messages the same: a hash of name, e-mail and message. */
export function fingerprintOf(message: Message): string {
  return createHash('sha256')
    .update(JSON.stringify(messageFields.map((field) => message[field])))
    .digest('hex')
}
