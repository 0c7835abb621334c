import type { FieldErrors, MessageText } from './message-rules.ts'

/** What became of a message (DESIGN.md section 5), as the form needs to tell it apart. */
export type FormOutcome =
  | { kind: 'kept' }
  | { kind: 'refused'; errors: FieldErrors }
  | { kind: 'too-many'; minutes: number }
  | { kind: 'failed' }
  /** The server could not read the form at all, so that it cannot give back what was typed. */
  | { kind: 'unreadable' }

/** The outcome together with what was typed, so that nothing of it is lost. */
export type FormAnswer = { outcome: FormOutcome; typed: MessageText }
