import type { Act, Assertion, RecordedAct } from './acts.ts'
import { canonical } from './acts.ts'

/** An act as a row of register_acts (migrations/0002_register.sql). */
export type ActRow = {
  sequence: number
  id: string
  at: number
  kind: Act['act']
  person: string | null
  proposal: number | null
  proposed_by: string | null
  act: string
  assertion: string | null
  previous: string
  hash: string
}

/** @param proposedBy who proposed what is answered */
export const rowOf = ({ act, assertion, ...chained }: RecordedAct, proposedBy: string | null): ActRow => ({
  ...chained,
  id: act.id,
  kind: act.act,
  person: act.person,
  proposal: 'proposal' in act ? act.proposal : null,
  proposed_by: proposedBy,
  act: canonical(act),
  assertion: assertion && canonical(assertion),
})

export const recordedOf = ({ sequence, at, act, assertion, previous, hash }: ActRow): RecordedAct => ({
  sequence,
  at,
  act: JSON.parse(act) as Act,
  assertion: assertion === null ? null : (JSON.parse(assertion) as Assertion),
  previous,
  hash,
})
