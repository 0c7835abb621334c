import { foldBatch, namedBatches, readingsOf } from './batch.ts'
import type { DecisionKind, Line, Outcome } from './columns.ts'

/** What was decided about a certificate, from the beginning of a day on. */
export type Decision = Line<'decisions'> & { decision: DecisionKind }
/** A certificate with its decisions, the earliest first. */
export type Certificate = Line<'certificates'> & { decisions: Decision[] }
/** What was decided about a batch of a certificate. */
export type BatchDecision = Line<'batches'> & { decision: Outcome }

/** The three tables in memory. */
export type Register = {
  certificates: Certificate[]
  byNumber: Map<string, Certificate>
  /** The decisions on each batch, as it is compared; most batches have one. */
  batches: Map<string, BatchDecision | BatchDecision[]>
  /** The certificates whose decisions name a batch, as it is compared. */
  named: Map<string, Certificate[]>
}

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
    .map((batch) => [batches.get(batch) ?? []].flat().filter((decision) => decision.day <= day))
    .find(({ length }) => length > 0) ?? []

/** A certificate of the year 00 is a specimen: it certifies nothing. */
export const isSpecimen = (number: string) => number.startsWith('00-')
