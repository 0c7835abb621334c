import { type Act, type Assertion, canonical, type RecordedAct, sha256 } from './acts.ts'

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

/** The hash of an act in the chain: of what it is and when it was recorded, its signature, and the hash before it. */
export const chainHash = ({ act, assertion, at, previous, sequence }: Omit<ActRow, 'hash' | 'id'>): string =>
  // The canonical JSON of these five.
  sha256(`{"act":${act},"assertion":${assertion},"at":${at},"previous":${canonical(previous)},"sequence":${sequence}}`)

/**
 * The row of a new act.
 * @param last the act before it
 * @param proposedBy who proposed what is answered
 */
export function rowOf(
  act: Act,
  assertion: Assertion | null,
  { at, last, proposedBy }: { at: number; last: Pick<RecordedAct, 'sequence' | 'hash'>; proposedBy: string | null },
): ActRow {
  const row = {
    sequence: last.sequence + 1,
    id: act.id,
    at,
    kind: act.act,
    person: act.person,
    proposal: 'proposal' in act ? act.proposal : null,
    proposed_by: proposedBy,
    act: canonical(act),
    assertion: assertion && canonical(assertion),
    previous: last.hash,
  }
  return { ...row, hash: chainHash(row) }
}

export const recordedOf = ({ sequence, at, act, assertion, previous, hash }: ActRow): RecordedAct => ({
  sequence,
  at,
  act: JSON.parse(act) as Act,
  assertion: assertion === null ? null : (JSON.parse(assertion) as Assertion),
  previous,
  hash,
})

/** Whether a row follows another one in the chain, and is as it was recorded. */
export const follows = (row: ActRow, last: Pick<RecordedAct, 'sequence' | 'hash'>): boolean =>
  row.sequence === last.sequence + 1 && row.previous === last.hash && row.hash === chainHash(row)
