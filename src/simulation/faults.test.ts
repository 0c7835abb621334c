import { expect, test } from 'vitest'
import { Delivery, type DeliveryParts } from '../server/mail/delivery.ts'
import { outcomeOf } from '../server/mail/smtp-mailer.ts'
import { type MessageStore, StoreError } from '../server/messages/message-store.ts'
import { simulate } from './simulate.ts'
import { product, type StoreCalls, type SystemUnderTest } from './system-under-test.ts'

// Tests the simulation itself: it must find the faults that were found by hand before it existed, and some more. Each is put
// back by a broken part in place of the product's.

/** The store with some of it replaced: below the simulated faults, or above them. */
const storeWith = (change: (store: MessageStore) => Partial<MessageStore>): Partial<SystemUnderTest> => ({
  storeOf: (store) =>
    new Proxy(store, {
      get(_target, name) {
        const value = change(store)[name as keyof MessageStore] ?? store[name as keyof MessageStore]
        return typeof value === 'function' ? value.bind(store) : value
      },
    }),
})
const callsWith = (change: (store: StoreCalls) => Partial<StoreCalls>): Partial<SystemUnderTest> => ({
  reached: (store) => ({ ...store, ...change(store) }),
})

/** The delivery with some of its parts replaced. */
const deliveryWith = (change: (parts: DeliveryParts) => Partial<DeliveryParts>): Partial<SystemUnderTest> => ({
  makeDelivery: (parts) => new Delivery({ ...parts, ...change(parts) }),
})

type Fault = { name: string; rules: string[]; broken: () => Partial<SystemUnderTest> }

const faults: Fault[] = [
  {
    name: 'the mail server is given 30 s for a command, and 60 s for a mail',
    rules: ['copies'],
    broken: () => ({ limits: { connectMs: 30_000, commandMs: 30_000, answerMs: 60_000 } }),
  },
  {
    name: 'what is old by the clock is purged at once, whatever the clock did',
    rules: ['purge'],
    broken: () => ({
      async keepRetention({ store, retentionDays, sleep }, signal) {
        while (!signal.aborted) {
          const expired = await store.expired(retentionDays).catch(() => [])
          if (expired.length > 0) await store.erase(expired.map(({ id }) => id)).catch(() => undefined)
          await sleep(60 * 60_000, signal)
        }
      },
    }),
  },
  {
    name: 'nothing is ever purged',
    rules: ['purge'],
    broken: () => ({ keepRetention: async () => {} }),
  },
  {
    name: 'what is refused once is never tried again',
    rules: ['settled'],
    broken: () =>
      storeWith((store) => ({
        async claim(first, again) {
          const { claims, dueInMs } = await store.claim(first, again)
          for (const { token, message } of claims)
            if (message.state === 'refused') await store.settle(token, { kind: 'refused', reason: 'again' })
          return { claims: claims.filter(({ message }) => message.state !== 'refused'), dueInMs }
        },
      })),
  },
  {
    name: 'what is refused is not counted in the backlog',
    rules: ['visible'],
    broken: () => storeWith((store) => ({ backlog: async () => ({ ...(await store.backlog()), refused: 0 }) })),
  },
  {
    name: 'a mail server that hangs up counts as away',
    rules: ['marked', 'pauses'],
    broken: () => ({
      outcomeOf: (stage, failure) =>
        failure.reply === undefined ? { kind: 'away', reason: failure.message } : outcomeOf(stage, failure),
    }),
  },
  {
    name: 'a message that cannot be composed is never settled',
    rules: ['settled'],
    broken: () =>
      storeWith((store) => ({
        settle: (token, outcome) =>
          'reason' in outcome && outcome.reason.includes('cannot be composed')
            ? Promise.reject(new StoreError('It waits for the store.'))
            : store.settle(token, outcome),
      })),
  },
  {
    name: 'a late server settles what another has taken over',
    rules: ['copies', 'pauses'],
    broken() {
      const messages = new Map<string, string>()
      const tokens = new Map<string, string>()
      return storeWith((store) => ({
        async claim(first, again) {
          const outcome = await store.claim(first, again)
          for (const { token, message } of outcome.claims) {
            messages.set(token, message.id)
            tokens.set(message.id, token)
          }
          return outcome
        },
        settle: (token, outcome) => store.settle(tokens.get(messages.get(token) ?? '') ?? token, outcome),
      }))
    },
  },
  {
    name: 'the outcome of a mail is settled at the first try, or never',
    rules: ['copies'],
    broken: () =>
      callsWith((store) => ({
        settle: (token, outcome) => store.settle(token, outcome).catch(() => 'settled' as const),
      })),
  },
  {
    name: 'a stop gives up after 10 s',
    rules: ['copies'],
    broken: () => ({
      makeDelivery(parts) {
        const delivery = new Delivery(parts)
        const late = () => parts.sleep(10_000, new AbortController().signal).then(() => 'gave up' as const)
        return {
          start: () => delivery.start(),
          notify: () => delivery.notify(),
          stop: () => Promise.race([delivery.stop(), late()]),
        }
      },
    }),
  },
  {
    name: 'a mail that may be a repeat does not say so',
    rules: ['marked'],
    broken: () =>
      deliveryWith(({ compose }) => ({
        compose: async (message) => ({ ...(await compose(message)), mayBeRepeat: false }),
      })),
  },
  {
    name: 'a claim is not renewed while a mail is under way',
    rules: ['copies'],
    broken: () => callsWith(() => ({ extend: async () => {} })),
  },
  {
    name: 'the delivery sleeps when a message is due',
    rules: ['settled'],
    broken: () =>
      callsWith((store) => ({
        claim: async (first, again) => ({ ...(await store.claim(first, again)), dueInMs: undefined }),
      })),
  },
  {
    name: 'one message in twenty is confirmed and not kept',
    rules: ['kept'],
    broken() {
      let count = 0
      return storeWith((store) => ({
        keep: async (submission) =>
          ++count % 20 === 0 ? { kind: 'kept', id: crypto.randomUUID() } : store.keep(submission),
      }))
    },
  },
]

/** Within how many histories the simulation has to find each fault. */
const mostHistories = 5_000

test.each(faults)('finds it when $name', { timeout: 600_000 }, async ({ name, rules, broken }) => {
  const system = { ...product, ...broken() }
  const { failure } = await simulate({ runs: mostHistories, seed: 18, system, rules })
  expect(failure, `not found in ${mostHistories} histories`).toBeDefined()
  console.log(`${name}: ${rules.join(', ')}, ${failure?.foundAfter} histories`)
})
