import type { History, Violation } from './history.ts'
import { checkAttempts } from './rules/attempts.ts'
import { checkCopies } from './rules/copies.ts'
import { checkDelays } from './rules/delays.ts'
import { checkIntake } from './rules/intake.ts'
import { checkKept } from './rules/kept.ts'
import { checkStops } from './rules/stops.ts'
import { checkVisible } from './rules/visible.ts'
import { storiesOf } from './stories.ts'

/**
 * Holds a history against what is promised of messages (DESIGN.md section 5). Written from the promise, and apart from
 * the code that keeps it.
 * @returns what is wrong, the earliest first
 */
export function checkHistory(history: History): Violation[] {
  const stories = storiesOf(history)
  const rules = [checkKept, checkVisible, checkCopies, checkIntake, checkAttempts, checkStops, checkDelays]
  return rules.flatMap((check) => [...check(stories)]).sort((a, b) => a.at - b.at)
}
