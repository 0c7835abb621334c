import type { Backlog, MessageState, Outcome } from '../server/messages/message-store.ts'
import type { Scenario } from './scenario.ts'

/** What happened, in any process: with the true time and with what the store's clock showed. */
export type Event = { at: number; clock: number } & Happening

/** Messages are named by their ids, processes by their names, attempts and forms by their numbers. */
export type Happening =
  // Visitors
  | { kind: 'sends'; form: number; server: string | undefined }
  | { kind: 'gets answer'; form: number; answer: 'kept' | 'repeat' | 'failed' | 'nothing'; message: string | undefined }
  // The store: what is committed there, whether or not the caller learns of it
  | { kind: 'keeps'; form: number; outcome: 'kept' | 'repeat'; message: string }
  | { kind: 'claims'; process: string; token: string; message: string }
  | { kind: 'renews'; process: string; tokens: string[] }
  | {
      kind: 'settles'
      process: string
      token: string
      message: string | undefined
      outcome: Outcome['kind']
      result: 'settled' | 'lost'
    }
  | { kind: 'makes due'; messages: string[] }
  | { kind: 'erases'; process: string; messages: string[] }
  | { kind: 'fails'; process: string; method: string; tokens: string[]; effect: 'none' | 'done' | 'later' }
  // The mail server, and what a server learns from it
  | { kind: 'begins'; attempt: number; process: string; message: string; messageId: string; mayBeRepeat: boolean }
  | { kind: 'data begins'; attempt: number }
  | { kind: 'data ends'; attempt: number }
  | { kind: 'takes'; attempt: number }
  | { kind: 'ends'; attempt: number; by: 'reply' | 'mail server' | 'client'; why: string; outcome: Outcome['kind'] }
  | { kind: 'cannot compose'; process: string; message: string }
  // Processes and clocks
  | { kind: 'starts'; process: string; server: number }
  | { kind: 'is killed'; process: string }
  | { kind: 'freezes'; process: string; ms: number }
  | { kind: 'begins to stop'; process: string }
  | { kind: 'exits'; process: string }
  | { kind: 'clock leaps'; byMs: number }
  // What the operator sees
  | { kind: 'looks'; messages: { id: string; state: MessageState; attempts: number }[]; backlog: Backlog }
  | { kind: 'faults are over' }

/** A whole history, and the scenario that it plays. */
export type History = {
  scenario: Scenario
  events: Event[]
  /** The end of it, in true time. */
  endedAt: number
}

/** What is wrong with a history, and when it showed. */
export type Violation = { rule: string; what: string; at: number }
