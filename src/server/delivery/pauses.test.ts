import { expect, test } from 'vitest'
import { pauseAfter } from './pauses.ts'

const pauses = { firstMs: 1_000, longestMs: 60_000 }

test('a pause doubles with each failure, up to the longest', () => {
  const middle = [1, 2, 3, 4, 7, 8, 5_000].map((failures) => pauseAfter(failures, pauses, 0.5))
  expect(middle).toEqual([1_000, 2_000, 4_000, 8_000, 60_000, 60_000, 60_000])
})

test('it varies by a quarter, so that instances do not come back together', () => {
  expect([0, 1].map((random) => pauseAfter(3, pauses, random))).toEqual([3_000, 5_000])
  const drawn = Array.from({ length: 50 }, () => pauseAfter(3, pauses))
  expect(new Set(drawn).size).toBeGreaterThan(10)
})
