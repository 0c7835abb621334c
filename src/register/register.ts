import { foldBatch, namedBatches, readingsOf } from './batch.ts'
import type { DecisionKind, Line, Outcome } from './columns.ts'

/**
 * Where a line comes from, if it is no specimen.
 * @property id of the entry
 * @property at when it came into effect on the site, in milliseconds since 1970
 * @property corrected when it got its present wording, if it had another one
 */
type Made = { id?: string; at?: number; corrected?: Date }
/** What was decided about a certificate, from the beginning of a day on. */
export type Decision = Line<'decisions'> & { decision: DecisionKind } & Made
/**
 * A certificate with its decisions, the earliest first.
 * @property annulled the decisions that were a mistake and do not count
 */
export type Certificate = Line<'certificates'> & { decisions: Decision[]; annulled?: Decision[] } & Made
/** What was decided about a batch of a certificate. */
export type BatchDecision = Line<'batches'> & { decision: Outcome } & Made

/** The three tables in memory. */
export type Register = {
  certificates: Certificate[]
  byNumber: Map<string, Certificate>
  /** The decisions on each batch, as it is compared. */
  batches: Map<string, BatchDecision[]>
  /** The certificates whose decisions name a batch, as it is compared. */
  named: Map<string, Certificate[]>
}

/** Brings decisions into the order in which they count; those of one day stay in the order in which they were made. */
export const sortDecisions = (decisions: Decision[]) =>
  decisions.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))

/** @param certificates with their decisions, the earliest first */
export function makeRegister(certificates: Certificate[], decided: BatchDecision[]): Register {
  const named = new Map<string, Certificate[]>()
  for (const certificate of certificates)
    for (const batch of certificate.decisions.flatMap(({ batches }) => namedBatches(batches)))
      named.set(batch, [...new Set(named.get(batch)).add(certificate)])
  return {
    certificates,
    byNumber: new Map(certificates.map((each) => [each.number, each])),
    batches: Map.groupBy(decided, ({ batch }) => foldBatch(batch)),
    named,
  }
}

/** The decisions on a batch until a day, of any certificate; of what may stand behind the batch, only if there is none on the whole. */
export const decisionsOn = ({ batches }: Register, typed: string, day: string): BatchDecision[] =>
  readingsOf(typed)
    .map((batch) => (batches.get(batch) ?? []).filter((decision) => decision.day <= day))
    .find(({ length }) => length > 0) ?? []

/** A certificate of the year 00 is a specimen: it certifies nothing. */
export const isSpecimen = (number: string) => number.startsWith('00-')
