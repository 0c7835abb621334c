import { batchesIn } from './batch.ts'
import { answerPack, isCovered, type Pack } from './pack.ts'
import { type Certificate, isSpecimen } from './register.ts'
import { decisionsUntil, stateOn } from './state.ts'

/**
 * What a certificate's page says, for other programs: its state on a day, as far as it is known today, and the answer for a batch
 * packed on that day.
 * @param on ISO 8601, not after today
 */
export function describeCertificate(certificate: Certificate, asked: Pack, today: string) {
  const { decisions: _, annulled, batches, id, at, corrected = null, covers, brands, ...facts } = certificate
  const on = asked.packed || today
  const answer = asked.batch || asked.packed ? answerPack(certificate, asked, today) : undefined
  const decided = answer?.decided?.entry
  const list = (cell: string, separator: RegExp) => cell.split(separator).filter(Boolean)
  return {
    ...facts,
    corrected,
    covers: list(covers, /\s+/),
    brands: list(brands, /\s*,\s*/),
    specimen: isSpecimen(certificate.number),
    on,
    state: stateOn(certificate, on),
    decisions: decisionsUntil(certificate, today).map(
      ({ number: _, id, at, named, corrected = null, batches, reason, ...decision }) => ({
        ...decision,
        corrected,
        reason: list(reason, /\s+/),
        batches: batchesIn(batches),
      }),
    ),
    ...(asked.batch && {
      batch: { batch: asked.batch, decision: decided?.entry ?? null, day: decided?.day ?? null },
    }),
    ...(answer && {
      answer: answer.answer,
      covered: (isSpecimen(certificate.number) ? undefined : isCovered(answer)) ?? null,
    }),
  }
}
