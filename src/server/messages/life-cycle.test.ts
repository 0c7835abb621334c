import fc from 'fast-check'
import { expect, test } from 'vitest'
import { after, expired, type Progress, retried, revived } from './life-cycle.ts'
import { messageStates, type Outcome } from './message-store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const fresh: Progress = { state: 'waiting', deferrals: 0, refusals: 0, possibleCopies: 0 }
const reason = 'said so'

/** The pauses after the same outcome again and again. */
function pausesAfter(outcome: Outcome, times: number): (number | undefined)[] {
  let progress = fresh
  return Array.from({ length: times }, () => {
    const { pauseMs, ...step } = after(progress, outcome)
    progress = step
    return pauseMs
  })
}

test('what is sent is delivered, and nothing is due', () => {
  expect(after({ ...fresh, possibleCopies: 2, state: 'unknown' }, { kind: 'sent' })).toEqual({
    ...fresh,
    state: 'delivered',
    possibleCopies: 2,
    pauseMs: undefined,
    reason: null,
  })
})

test('a mail server that is away says nothing of the message: it is as before, and due', () => {
  for (const state of ['waiting', 'unknown', 'refused'] as const)
    expect(after({ ...fresh, state }, { kind: 'away', reason })).toEqual({ ...fresh, state, pauseMs: 0, reason })
})

test('a message that is not taken for now waits for 2 s, and up to a quarter of an hour', () => {
  const pauses = pausesAfter({ kind: 'deferred', reason }, 12)
  expect(pauses.slice(0, 3)).toEqual([2_000, 4_000, 8_000])
  expect(pauses.at(-1)).toBe(15 * minuteMs)
})

test('a refusal is tried again each day for a week, and then when the operator says so', () => {
  expect(pausesAfter({ kind: 'refused', reason }, 8)).toEqual([...Array(7).fill(dayMs), undefined])
})

test('an outcome that nobody can know is tried again after pauses that double without an end', () => {
  const pauses = pausesAfter({ kind: 'unknown', reason }, 12) as number[]
  expect(pauses[0]).toBe(5 * minuteMs)
  for (const [index, pause] of pauses.slice(1).entries()) expect(pause).toBe(2 * (pauses[index] as number))
})

test('copies in a year of a server that takes every mail and never says so are few', () => {
  let passed = 0
  let copies = 0
  for (const pause of pausesAfter({ kind: 'unknown', reason }, 30) as number[])
    if (passed < 365 * dayMs) {
      copies++
      passed += pause
    }
  expect(copies).toBeLessThanOrEqual(18)
})

const progress: fc.Arbitrary<Progress> = fc.record({
  state: fc.constantFrom(...messageStates),
  deferrals: fc.nat(40),
  refusals: fc.nat(9),
  possibleCopies: fc.nat(40),
})
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constant<Outcome>({ kind: 'sent' }),
  fc.constantFrom('deferred', 'refused', 'away', 'unknown').map((kind): Outcome => ({ kind, reason })),
)

test('an attempt never lowers the number of copies that the office may have, and raises it when nobody can know', () => {
  fc.assert(
    fc.property(progress, outcome, (before, what) => {
      const { possibleCopies } = after(before, what)
      expect(possibleCopies - before.possibleCopies).toBe(what.kind === 'unknown' ? 1 : 0)
    }),
  )
})

test('no message is forgotten: it is delivered, due again, or refused for a week and visible', () => {
  fc.assert(
    fc.property(progress, outcome, (before, what) => {
      const { state, pauseMs } = after({ ...before, state: 'waiting' }, what)
      if (pauseMs === undefined) expect(['delivered', 'refused']).toContain(state)
      else expect(pauseMs).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('a claim that ran out and is revived counts as if it had never run out', () => {
  fc.assert(
    fc.property(progress, outcome, (before, what) => {
      const started = revived({ ...before, possibleCopies: before.possibleCopies + 1 })
      const { pauseMs: _pause, reason: _reason, ...lapsed } = expired(started)
      expect(after(revived(lapsed), what)).toEqual(after(started, what))
    }),
  )
})

test('the operator’s retry begins the pauses anew, and remembers what the office may have', () => {
  const worn: Progress = { state: 'refused', deferrals: 9, refusals: 8, possibleCopies: 0 }
  expect(retried(worn)).toEqual({ ...fresh, pauseMs: 0, reason: null })
  expect(retried({ ...worn, state: 'unknown', possibleCopies: 2 })).toMatchObject({
    state: 'unknown',
    possibleCopies: 2,
    pauseMs: 0,
  })
  // What the office has already would be a copy.
  expect(retried({ ...worn, state: 'delivered' })).toMatchObject({ state: 'waiting', possibleCopies: 1 })
  expect(retried({ ...worn, state: 'trapped' })).toMatchObject({ state: 'waiting', possibleCopies: 0 })
})
