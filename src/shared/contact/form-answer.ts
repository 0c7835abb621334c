import type { FieldErrors, MessageText } from './message-rules.ts'

/** What became of a message (docs/promises.md, messages), as far as the form shows it. */
export type FormOutcome =
  | { kind: 'kept' }
  | { kind: 'invalid'; errors: FieldErrors }
  | { kind: 'too-many'; minutes: number }
  | { kind: 'failed' }
  /** The server has not read the form, and cannot return what was typed. With `minutes`, it reads none for so long. */
  | { kind: 'unreadable'; minutes?: number }

/** The outcome together with what was typed, so that nothing of it is lost. */
export type FormAnswer = { outcome: FormOutcome; typed: MessageText }
