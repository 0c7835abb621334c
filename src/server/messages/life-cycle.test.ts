import { expect, test } from 'vitest'
import { after, type Progress, type Step } from './life-cycle.ts'
import type { Outcome } from './message-store.ts'

const begin: Progress = { state: 'waiting', deferrals: 0, refusals: 0, possibleCopies: 0 }

/** The pauses after the same outcome again and again, in minutes. */
function pausesAfter(outcome: Outcome, times: number): (number | undefined)[] {
  const steps: Step[] = []
  while (steps.length < times) steps.push(after(steps.at(-1) ?? begin, outcome))
  return steps.map(({ pauseMs }) => pauseMs && pauseMs / 60_000)
}

test('a rejected message is tried daily for a week; after unknown outcomes the pauses double', () => {
  expect(pausesAfter({ kind: 'refused', reason: '550' }, 8)).toEqual([...Array(7).fill(24 * 60), undefined])
  expect(pausesAfter({ kind: 'unknown', reason: '' }, 4)).toEqual([5, 10, 20, 40])
})
