import type { ProblemCode } from '../shared/problem.ts'
import type { Line } from './columns.ts'
import { addDays } from './day.ts'
import type { Certificate, Decision } from './register.ts'
import { isFinal, isSanction, stateOn } from './state.ts'

/** A sanction is decided some days before it begins. A later one is a slip, and would show "in force" until then. */
const sanctionAheadDays = 31

/** Finds decisions that contradict the certificate or those before them. @param today ISO 8601 */
export function* checkDecisions(
  certificate: Certificate,
  byNumber: Map<string, Certificate>,
  today: string,
): Generator<[decision: Decision, column: keyof Line<'decisions'>, code: ProblemCode]> {
  for (const [index, decision] of certificate.decisions.entries()) {
    const { day, decision: kind, replaced_by } = decision
    const before = certificate.decisions.slice(0, index)
    if (day < certificate.from) yield [decision, 'day', 'register_before']
    if (isSanction(kind) && day > addDays(today, sanctionAheadDays)) yield [decision, 'day', 'register_ahead']
    if (before.some((each) => isFinal(each.decision))) yield [decision, 'decision', 'register_after_end']
    else if (kind === 'lifted' && before.at(-1)?.decision !== 'suspended')
      yield [decision, 'decision', 'register_not_suspended']
    if (kind !== 'replaced' && !replaced_by) continue
    // A circle, and a certificate that replaces itself, are of this kind too: what is replaced is not in force from that day on.
    const successor = byNumber.get(replaced_by)
    const isInForce = successor !== undefined && stateOn(successor, day) === 'in-force'
    if (kind !== 'replaced' || !isInForce)
      yield [decision, 'replaced_by', successor || !replaced_by ? 'register_successor' : 'unknown']
  }
}
