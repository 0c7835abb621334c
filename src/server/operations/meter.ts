import type { Outcome } from '../messages/message-store.ts'

/** What became of a message that somebody sent, as its answer's status tells it (docs/promises.md, messages). */
export const messageOutcomes = [
  'accepted',
  'repeated',
  'trapped',
  'refused',
  'too_many',
  'malformed',
  'too_large',
  'wrong_type',
  'failed',
] as const
export type MessageOutcome = (typeof messageOutcomes)[number]

export type MailOutcome = Outcome['kind']

/** Counts what happens, for whoever reads the metrics. Nothing that it is told could name a visitor. */
export type Meter = {
  message(outcome: MessageOutcome): void
  mail(outcome: MailOutcome): void
  /** The store could not do what it was asked. */
  storeFailure(operation: string): void
}

/** Where nobody reads the metrics. */
export const idleMeter: Meter = { message() {}, mail() {}, storeFailure() {} }
