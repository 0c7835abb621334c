import type { Backlog, MessageState, Outcome } from '../server/messages/message-store.ts'
import type { Scenario } from './scenario.ts'

/** What happened, in any process: with the true time and with what the store's clock showed. */
export type Event = { at: number; clock: number } & Happening

export type Happening =
  // Visitors
  | { kind: 'sends'; form: number; server: string | undefined }
  | {
      kind: 'gets answer'
      form: number
      answer: 'kept' | 'repeat' | 'failed' | 'nothing'
      row?: string | undefined
    }
  // The store: what is committed there, whether or not anybody hears of it
  | { kind: 'keeps'; form: number; outcome: 'kept' | 'repeat'; row: string }
  | { kind: 'claims'; process: string; token: string; row: string; possibleCopies: number }
  | { kind: 'renews'; process: string; tokens: string[] }
  | {
      kind: 'settles'
      process: string
      token: string
      row: string | undefined
      outcome: Outcome['kind']
      result: 'settled' | 'lost'
    }
  | { kind: 'makes due'; rows: string[] }
  | { kind: 'erases'; rows: string[] }
  | { kind: 'purges'; rows: string[] }
  | { kind: 'fails'; process: string; method: string; tokens: string[]; effect: 'none' | 'done' | 'later' }
  // The mail server, and what a server hears of it
  | { kind: 'begins'; attempt: number; process: string; row: string; messageId: string; mayBeRepeat: boolean }
  | { kind: 'data begins'; attempt: number }
  | { kind: 'data ends'; attempt: number }
  | { kind: 'takes'; attempt: number }
  | { kind: 'ends'; attempt: number; by: 'reply' | 'mail server' | 'client'; why: string; outcome: Outcome['kind'] }
  | { kind: 'cannot compose'; process: string; row: string }
  // Processes and clocks
  | { kind: 'starts'; process: string; server: number }
  | { kind: 'is killed'; process: string }
  | { kind: 'freezes'; process: string; ms: number }
  | { kind: 'begins to stop'; process: string }
  | { kind: 'exits'; process: string; result: 'finished' | 'gave up' }
  | { kind: 'clock leaps'; byMs: number }
  // What the operator sees
  | { kind: 'looks'; rows: SeenMessage[]; backlog: Backlog }
  | { kind: 'faults are over' }

export type SeenMessage = { row: string; state: MessageState; attempts: number; possibleCopies: number }

/** A whole history, and the scenario that it plays. */
export type History = {
  scenario: Scenario
  events: Event[]
  /** The end of it, in true time. */
  endedAt: number
  /** Whether nothing was left to be done then, as far as anybody could see. */
  isQuiet: boolean
}

/** What is wrong with a history, and when it showed. */
export type Violation = { rule: string; what: string; at: number }
