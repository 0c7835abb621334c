import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Store } from '../server/messages/store.ts'
import { plans } from './commands.ts'
import { play, promiseHolds } from './history.ts'

/** As many as a slow machine plays in some seconds; `npm run simulate` plays others, and more. */
const histories = 200

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
    for (const plan of fc.sample(plans, { numRuns: 10, seed: 5 })) histories.push((await play(plan)).lines)
    return histories
  }
  expect(await playAll()).toEqual(await playAll())
})

// The other faults that it finds: docs/simulation.md.
test('a message in twenty that is confirmed and not stored breaks the promise', { timeout: 600_000 }, async () => {
  const { keep } = Store.prototype
  let count = 0
  const broken = vi.spyOn(Store.prototype, 'keep').mockImplementation(async function (this: Store, ...parameters) {
    return ++count % 20 === 0 ? { kind: 'kept', id: crypto.randomUUID() } : keep.apply(this, parameters)
  })
  onTestFinished(() => broken.mockRestore())
  const { errorInstance } = await fc.check(promiseHolds(), { numRuns: histories, seed: 5, endOnFailure: true })
  expect(errorInstance).toMatchObject({ message: expect.stringContaining('stored: ') })
})
