import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterLook, dayMs } from './purge-guard.ts'

const hourMs = dayMs / 24
const at = Date.UTC(2026, 2, 1)

test('a store that was never seen before has nothing to wait for', () => {
  expect(afterLook({ seenAt: undefined, waitMs: 0 }, at)).toBe(0)
})

test.each([0, hourMs, dayMs, -400 * dayMs])('a clock that moved by %i ms is not in doubt', (elapsed) => {
  expect(afterLook({ seenAt: at, waitMs: 0 }, at + elapsed)).toBe(0)
})

test('a leap of more than a day makes the purge wait for a day in which the server ran', () => {
  let seenAt = at + 400 * dayMs
  let waitMs = afterLook({ seenAt: at, waitMs: 0 }, seenAt)
  expect(waitMs).toBe(dayMs)
  for (let hour = 1; hour <= 23; hour++) {
    waitMs = afterLook({ seenAt, waitMs }, seenAt + hourMs)
    seenAt += hourMs
    expect(waitMs).toBe(dayMs - hour * hourMs)
  }
  expect(afterLook({ seenAt, waitMs }, seenAt + hourMs)).toBe(0)
})

test('back from the leap, and on: what was awaited counts only while it ran', () => {
  const waitMs = afterLook({ seenAt: at, waitMs: 0 }, at + 400 * dayMs)
  expect(afterLook({ seenAt: at + 400 * dayMs, waitMs }, at)).toBe(dayMs)
  // Off for 20 hours: an hour of them may have been run.
  expect(afterLook({ seenAt: at, waitMs }, at + 20 * hourMs)).toBeGreaterThanOrEqual(dayMs - 61 * 60_000)
})

/** How the clock moves between two looks, which the server makes an hour apart. */
const moves = fc.array(fc.oneof(fc.constant(hourMs), fc.integer({ min: -500 * dayMs, max: 500 * dayMs })), {
  maxLength: 80,
})

test('whatever the clock does, after a leap of more than a day the server has looked 24 times before it erases', () => {
  fc.assert(
    fc.property(moves, (moves) => {
      let known = { seenAt: at, waitMs: 0 }
      let looks = Number.POSITIVE_INFINITY
      for (const move of moves) {
        const now = known.seenAt + move
        looks = move > dayMs ? 0 : looks + 1
        known = { seenAt: now, waitMs: afterLook(known, now) }
        if (known.waitMs === 0) expect(looks).toBeGreaterThanOrEqual(24)
      }
    }),
  )
})
