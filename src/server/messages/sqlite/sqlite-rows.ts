import type { SQLOutputValue } from 'node:sqlite'
import type { Language } from '../../../shared/languages.ts'
import type { Progress } from '../life-cycle.ts'
import type { Message, MessageState } from '../message-store.ts'

/** A row of the table of messages, or a part of one. */
export type Row = Record<string, SQLOutputValue>

export const progressOf = (row: Row): Progress => ({
  state: String(row.state) as MessageState,
  deferrals: Number(row.deferrals),
  refusals: Number(row.refusals),
  possibleCopies: Number(row.possible_copies),
})

const timeOf = (value: SQLOutputValue | undefined) => (value === null ? undefined : new Date(Number(value)))

export function messageOf(row: Row): Message {
  return {
    id: String(row.id),
    name: String(row.name),
    email: String(row.email),
    message: String(row.message),
    language: String(row.language) as Language,
    receivedAt: new Date(Number(row.received_at)),
    state: String(row.state) as MessageState,
    attempts: Number(row.attempts),
    possibleCopies: Number(row.possible_copies),
    dueAt: timeOf(row.due_at),
    reason: row.reason === null ? undefined : String(row.reason),
    deliveredAt: timeOf(row.delivered_at),
  }
}
