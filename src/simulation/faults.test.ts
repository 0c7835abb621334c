import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { Store } from '../server/messages/store.ts'
import { promiseHolds } from './history.ts'

// Tests the simulation itself: whatever breaks a rule, the simulation must find it. The faults are the store's, or look the same.

afterEach(() => void vi.restoreAllMocks())

type Real = { [Method in keyof Store]: Store[Method] }
/** The store with one of its methods replaced. */
const replace = <Method extends 'keep' | 'claim' | 'extend' | 'settle' | 'expired'>(
  method: Method,
  broken: (real: Pick<Real, Method>) => Store[Method],
) => {
  const original = Store.prototype[method] as Store[Method]
  return (): unknown =>
    vi.spyOn(Store.prototype, method as 'keep').mockImplementation(function (this: Store, ...parameters) {
      const real = { [method]: original.bind(this as never) } as Pick<Real, Method>
      return (broken(real) as Store['keep'])(...parameters)
    })
}

let count = 0
const faults: [what: string, rule: string, breakIt: () => unknown][] = [
  [
    'one message in twenty is confirmed and not stored',
    'stored',
    replace(
      'keep',
      ({ keep }) =>
        async (submission) =>
          ++count % 20 === 0 ? { kind: 'kept', id: crypto.randomUUID() } : keep(submission),
    ),
  ],
  ['nothing is ever purged', 'purge', replace('expired', () => async () => [])],
  ['a claim is not renewed while a mail is under way', 'copies', replace('extend', () => async () => {})],
  [
    'a mail that may be a repeat does not say so',
    'marked',
    replace('claim', ({ claim }) => async (...most) => {
      const { claims, dueInMs } = await claim(...most)
      return { claims: claims.map((one) => ({ ...one, message: { ...one.message, possibleCopies: 0 } })), dueInMs }
    }),
  ],
  [
    'an unknown outcome counts as if the mail server were away',
    'marked',
    replace(
      'settle',
      ({ settle }) =>
        (token, outcome) =>
          settle(token, outcome.kind === 'unknown' ? { ...outcome, kind: 'away' } : outcome),
    ),
  ],
  [
    'the delivery sleeps when a message is due',
    'settled',
    replace('claim', ({ claim }) => async (...most) => ({ ...(await claim(...most)), dueInMs: undefined })),
  ],
]

/** Within how many histories the simulation has to find each fault. */
const mostHistories = 5_000

test.each(faults)('finds it when %s, by the rule "%s"', { timeout: 600_000 }, async (_what, rule, breakIt) => {
  breakIt()
  const { errorInstance } = await fc.check(promiseHolds(), { numRuns: mostHistories, seed: 18, endOnFailure: true })
  expect(errorInstance).toMatchObject({ message: expect.stringContaining(`${rule}: `) })
})
