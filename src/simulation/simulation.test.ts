import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkHistory } from './check-history.ts'
import { describeHistory } from './describe-history.ts'
import { play } from './play.ts'
import { scenarios } from './scenario.ts'
import { simulate } from './simulate.ts'

/** As many as a slow machine plays in half a minute; `npm run simulate` plays others, and more. */
const histories = 500

test('no history breaks the promise', { timeout: 900_000 }, async () => {
  const { failure, copies } = await simulate({ runs: histories, seed: 5 })
  expect(
    failure && `${describeHistory(failure.history, failure.violations)}\n--seed ${failure.seed} --path ${failure.path}`,
  ).toBe(undefined)
  // Enough copies must be sent, or the promise was not put to the test.
  expect(copies).toBeGreaterThan(histories / 10)
})

test('a scenario played again is the same history, to the millisecond', { timeout: 900_000 }, async () => {
  for (const scenario of fc.sample(scenarios, { numRuns: 20, seed: 5 })) {
    const described = async () => {
      const history = await play(scenario)
      // Tokens are random, and decide nothing.
      return describeHistory(history, checkHistory(history)).replaceAll(/token [0-9a-f]{4}/g, 'a token')
    }
    expect(await described()).toBe(await described())
  }
})
