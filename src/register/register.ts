import type { BatchEntry } from './acts.ts'
import type { DecisionKind, Line } from './columns.ts'

/**
 * Where a line comes from, if it is no specimen.
 * @property id of the entry
 * @property at when it came into effect on the site, in milliseconds since 1970
 * @property corrected when it got its present wording, if it had another one
 */
type Made = { id?: string; at?: number; corrected?: Date }
/** What was decided about a certificate, from the beginning of a day on. @property named the batches that it may mean, as they are compared */
export type Decision = Line<'decisions'> & { decision: DecisionKind; named: string[] } & Made
/** What was decided about a batch: the entry itself, because there are many. @property id '' of a specimen's */
export type BatchDecision = { id: string; entry: BatchEntry; corrected?: Date }
/**
 * @property decisions the earliest first
 * @property annulled the decisions that were a mistake and do not count
 * @property batches the decision on each batch, as it is compared
 */
export type Certificate = Line<'certificates'> & {
  decisions: Decision[]
  annulled: Decision[]
  batches: Map<string, BatchDecision>
} & Made

/** The certificates in memory, in the order in which they were granted. */
export type Register = { certificates: Certificate[]; byNumber: Map<string, Certificate> }

/** Brings decisions into the order in which they count; those of one day stay in the order in which they were made. */
export const sortDecisions = (decisions: Decision[]) =>
  decisions.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))

/** A certificate of the year 00 is a specimen: it certifies nothing. */
export const isSpecimen = (number: string) => number.startsWith('00-')
