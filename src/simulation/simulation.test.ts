import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plans } from './commands.ts'
import { play, promiseHolds } from './history.ts'

/** As many as a slow machine plays in half a minute; `npm run simulate` plays others, and more. */
const histories = 500

test('no history breaks the promise', { timeout: 900_000 }, async () => {
  let copies = 0
  const property = promiseHolds(({ messages }) => {
    for (const { attempts } of messages.values())
      copies += Math.max(0, attempts.filter(({ isTaken }) => isTaken).length - 1)
  })
  await fc.assert(property, { numRuns: histories, seed: 5, endOnFailure: true })
  // Enough copies must be sent, or the promise was not put to the test.
  expect(copies).toBeGreaterThan(histories / 10)
})

test('a plan played again is the same history, to the millisecond', { timeout: 900_000 }, async () => {
  const playAll = async () => {
    const histories: string[][] = []
    for (const plan of fc.sample(plans, { numRuns: 20, seed: 5 })) histories.push((await play(plan)).lines)
    return histories
  }
  expect(await playAll()).toEqual(await playAll())
})
