import type { State } from '../shared/register-page.ts'
import { isBatch, readingsOf, readScan } from './batch.ts'
import { isDay, readDay } from './day.ts'
import type { BatchDecision, Certificate, Decision } from './register.ts'
import { decisionsUntil, stateOn } from './state.ts'
import { plainly } from './typed.ts'

/** The most characters of a batch. */
const maxBatchLength = 60

/** A pack as somebody asks for it: a day, ISO 8601, and a batch; '' for what is not known. */
export type Pack = { packed: string; batch: string }
type PackErrors = { packed?: 'packed_invalid' | 'packed_future'; batch?: 'batch_invalid' }

/** Reads the question of a pack as it was typed, or sent by another program. */
export function readPack(packed: string, batch: string, today: string): { pack: Pack; errors: PackErrors } {
  const scan = readScan(batch)
  const pack = { packed: readDay(packed) || (scan?.day ?? ''), batch: scan?.batch ?? plainly(batch) }
  const errors: PackErrors = {}
  if (pack.packed && !isDay(pack.packed)) errors.packed = 'packed_invalid'
  else if (pack.packed > today) errors.packed = 'packed_future'
  if (pack.batch && (pack.batch.length > maxBatchLength || !isBatch(pack.batch))) errors.batch = 'batch_invalid'
  return { pack, errors }
}

/** An answer, and the decision that it follows from. Only `covered` says that a pack is covered, so far as the register knows. */
export type PackAnswer = {
  answer: 'covered' | 'named' | 'refused' | Exclude<State, 'in-force'> | 'unknown' | 'no_batch' | 'no_day'
  decision?: Decision | undefined
  decided?: BatchDecision | undefined
}

/**
 * Answers for a pack. It is covered if its certificate was in force on the day of packing and its batch was accepted, and no
 * decision names the batch. What is not known is never taken for right.
 * @returns nothing if nothing is asked
 */
export function answerPack(certificate: Certificate, { packed, batch }: Pack, today: string): PackAnswer | undefined {
  if (!packed && !batch) return undefined
  const { decision, decided } = saidOfBatch(certificate, readingsOf(batch), today)
  if (decision) return { answer: 'named', decision }
  if (decided?.entry.entry === 'refused') return { answer: 'refused', decided }
  const state = packed ? stateOn(certificate, packed) : 'in-force'
  if (state !== 'in-force') return { answer: state, decision: decisionsUntil(certificate, packed).at(-1) }
  if (!batch) return { answer: 'no_batch' }
  if (!decided) return { answer: 'unknown' }
  return { answer: packed ? 'covered' : 'no_day', decided }
}

/**
 * What is said of a batch until a day: by the first decision on the certificate that may mean it, and by the decision on the batch
 * itself; of what may stand behind the batch, only if there is none on the whole.
 * @param readings of the batch, as it is compared
 */
export function saidOfBatch({ decisions, batches }: Certificate, readings: string[], today: string) {
  const decision = decisions.find(({ day, named }) => day <= today && named.some((batch) => readings.includes(batch)))
  const decided = readings.map((batch) => batches.get(batch)).find((each) => each && each.entry.day <= today)
  return { decision, decided }
}

/** Whether an answer says that a pack is covered, or is not; undefined if the register cannot know. */
export function isCovered({ answer }: PackAnswer): boolean | undefined {
  if (answer === 'unknown' || answer === 'no_batch' || answer === 'no_day') return undefined
  return answer === 'covered'
}
