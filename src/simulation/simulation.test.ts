import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plans } from './commands.ts'
import { play } from './play.ts'
import { describe, simulate } from './simulate.ts'

/** As many as a slow machine plays in half a minute; `npm run simulate` plays others, and more. */
const histories = 500

test('no history breaks the promise', { timeout: 900_000 }, async () => {
  const { failure, copies } = await simulate({ runs: histories, seed: 5 })
  expect(failure && `${failure.description}\n--path ${failure.path}`).toBe(undefined)
  // Enough copies must be sent, or the promise was not put to the test.
  expect(copies).toBeGreaterThan(histories / 10)
})

test('a plan played again is the same history, to the millisecond', { timeout: 900_000 }, async () => {
  for (const plan of fc.sample(plans, { numRuns: 20, seed: 5 }))
    expect(describe(plan, await play(plan))).toBe(describe(plan, await play(plan)))
})
