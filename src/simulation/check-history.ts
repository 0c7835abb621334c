import type { History, Violation } from './history.ts'
import { checkAttempts } from './rules/attempts.ts'
import { checkCopies } from './rules/copies.ts'
import { checkKept } from './rules/kept.ts'
import { checkSettled } from './rules/settled.ts'
import { checkVisible } from './rules/visible.ts'
import { traceHistory } from './traces.ts'

const rules = [checkKept, checkVisible, checkCopies, checkAttempts, checkSettled]

/**
 * Checks a history against what docs/promises.md promises about messages. It shares no code with what keeps the promise,
 * so that a mistake there is not repeated here.
 * @returns what is wrong, the earliest first
 */
export function checkHistory(history: History): Violation[] {
  const traces = traceHistory(history)
  return rules.flatMap((check) => [...check(traces)]).sort((a, b) => a.at - b.at)
}
