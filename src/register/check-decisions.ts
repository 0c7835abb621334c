import type { ProblemCode } from '../shared/problem.ts'
import type { Line } from './columns.ts'
import { addDays } from './day.ts'
import type { Certificate, Decision } from './register.ts'
import { isFinal, stateOn } from './state.ts'

/** A sanction is decided some days before it begins. A later day is a slip, and would show "in force" until then. */
export const isTooFarAhead = (day: string, today: string) => day > addDays(today, 31)

/**
 * Finds decisions that contradict the certificate or those before them.
 * @param today ISO 8601
 * @param isMadeBefore of two decisions, whether the first one was there when the second one was made: what happens to a successor
 *   later changes nothing
 */
export function* checkDecisions(
  certificate: Certificate,
  byNumber: Pick<Map<string, Certificate>, 'get'>,
  today: string,
  isMadeBefore: (one: Decision, other: Decision) => boolean,
): Generator<[decision: Decision, column: keyof Line<'decisions'>, code: ProblemCode]> {
  for (const [index, decision] of certificate.decisions.entries()) {
    const { day, decision: kind, replaced_by } = decision
    const before = certificate.decisions.slice(0, index)
    const isSanction = kind === 'suspended' || kind === 'withdrawn'
    // One that has not begun can be withdrawn or ended at once.
    if (day < certificate.from && kind !== 'withdrawn' && kind !== 'ended') yield [decision, 'day', 'register_before']
    if (isSanction && isTooFarAhead(day, today)) yield [decision, 'day', 'register_ahead']
    if (before.some((each) => isFinal(each.decision))) yield [decision, 'decision', 'register_after_end']
    else if (kind === 'lifted' && before.at(-1)?.decision !== 'suspended')
      yield [decision, 'decision', 'register_not_suspended']
    if (kind !== 'replaced' && !replaced_by) continue
    // So are a circle, and a certificate that replaces itself: what is replaced is not in force from that day on.
    const successor = byNumber.get(replaced_by)
    const isKnown = (other: Decision) => isMadeBefore(other, decision) || other.replaced_by === certificate.number
    const decisions = successor?.decisions.filter(isKnown) ?? []
    const isInForce = successor !== undefined && stateOn({ ...successor, decisions }, day) === 'in-force'
    if (kind !== 'replaced' || !isInForce)
      yield [decision, 'replaced_by', successor || !replaced_by ? 'register_successor' : 'unknown']
  }
}
