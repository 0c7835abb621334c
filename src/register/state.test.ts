import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decision } from '../../tests/support/register.ts'
import { decisionKinds } from './columns.ts'
import { stateOn } from './state.ts'

const dayOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}`

/** A plain model: the office's board, on which one decision after the other is written at the beginning of its day. */
function stateOnBoard(from: number, until: number, decisions: [day: number, kind: string][], today: number): string {
  let isSuspended = false
  for (const [day, decided] of decisions) {
    if (day > today) break
    if (['withdrawn', 'ended', 'replaced'].includes(decided)) return decided
    if (decided === 'suspended') isSuspended = true
    if (decided === 'lifted') isSuspended = false
  }
  if (today > until) return 'expired'
  if (isSuspended) return 'suspended'
  return today < from ? 'not-yet' : 'in-force'
}

test('the state on a day follows from the days and the decisions until then, and from nothing later', () => {
  const day = fc.integer({ min: 1, max: 28 })
  // Several on one day count in their order.
  const decided = fc.array(fc.tuple(day, fc.constantFrom(...decisionKinds)), { maxLength: 6 })
  fc.assert(
    fc.property(day, day, decided, day, (from, until, decided, today) => {
      const sorted = decided.toSorted(([one], [other]) => one - other)
      const decisions = sorted.map(([day, kind]) => decision(dayOf(day), kind))
      const certificate = { from: dayOf(from), until: dayOf(until), decisions }
      expect(stateOn(certificate, dayOf(today))).toBe(stateOnBoard(from, until, sorted, today))
    }),
    { numRuns: 500 },
  )
})
