import { expect, test } from 'vitest'
import { Delivery } from '../server/mail/delivery.ts'
import { outcomeOf } from '../server/mail/smtp-mailer.ts'
import type { MessageStore } from '../server/messages/message-store.ts'
import { simulate } from './simulate.ts'
import { product, type SystemUnderTest } from './system-under-test.ts'

// Tests the simulation itself: whatever breaks a rule, the simulation must find it. Each fault is put in by a broken part in place
// of the product's.

/** The store with some of it replaced. */
const storeWith = (change: (store: MessageStore) => Partial<MessageStore>): Partial<SystemUnderTest> => ({
  storeOf: (store) =>
    new Proxy(store, {
      get(_target, name) {
        const value = change(store)[name as keyof MessageStore] ?? store[name as keyof MessageStore]
        return typeof value === 'function' ? value.bind(store) : value
      },
    }),
})

let count = 0
const faults: [what: string, rule: string, broken: Partial<SystemUnderTest>][] = [
  [
    'one message in twenty is confirmed and not kept',
    'kept',
    storeWith((store) => ({
      keep: async (submission) =>
        ++count % 20 === 0 ? { kind: 'kept', id: crypto.randomUUID() } : store.keep(submission),
    })),
  ],
  [
    'what is old by the clock is purged at once, whatever the clock did',
    'purge',
    {
      async keepRetention({ store, retentionDays, sleep }, signal) {
        while (!signal.aborted) {
          const expired = await store.expired(retentionDays).catch(() => [])
          if (expired.length > 0) await store.erase(expired.map(({ id }) => id)).catch(() => undefined)
          await sleep(60 * 60_000, signal)
        }
      },
    },
  ],
  ['nothing is ever purged', 'purge', { keepRetention: async () => {} }],
  [
    'what is refused is not counted in the backlog',
    'visible',
    storeWith((store) => ({ backlog: async () => ({ ...(await store.backlog()), refused: 0 }) })),
  ],
  ['a claim is not renewed while a mail is under way', 'copies', storeWith(() => ({ extend: async () => {} }))],
  [
    'a mail that may be a repeat does not say so',
    'marked',
    {
      makeDelivery: ({ compose, ...parts }) =>
        new Delivery({ ...parts, compose: async (message) => ({ ...(await compose(message)), mayBeRepeat: false }) }),
    },
  ],
  [
    'a mail server that hangs up counts as away',
    'pauses',
    {
      outcomeOf: (stage, failure) =>
        failure.reply === undefined ? { kind: 'away', reason: failure.message } : outcomeOf(stage, failure),
    },
  ],
  ['the mail server is given a minute to answer', 'timeout', { limits: { ...product.limits, answerMs: 60_000 } }],
  [
    'the delivery sleeps when a message is due',
    'settled',
    storeWith((store) => ({
      claim: async (first, again) => ({ ...(await store.claim(first, again)), dueInMs: undefined }),
    })),
  ],
]

/** Within how many histories the simulation has to find each fault. */
const mostHistories = 5_000

test.each(faults)('finds it when %s, by the rule "%s"', { timeout: 600_000 }, async (_what, rule, broken) => {
  const { failure } = await simulate({
    runs: mostHistories,
    seed: 18,
    system: { ...product, ...broken },
    rules: [rule],
  })
  expect(failure, `not found in ${mostHistories} histories`).toBeDefined()
})
