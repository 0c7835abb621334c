import { expect, test } from 'vitest'
import { Delivery, type DeliveryParts } from '../server/mail/delivery.ts'
import { outcomeOf } from '../server/mail/smtp-mailer.ts'
import { type Claim, type MessageStore, StoreError } from '../server/messages/message-store.ts'
import { simulate } from './simulate.ts'
import { product, type SystemUnderTest } from './system-under-test.ts'

// Tests the simulation itself: it must find the faults that were found by hand before it existed (and some more), each put
// back by a broken part in index of the product's. docs/simulation.md has the table that these tests print.

const dayMs = 24 * 60 * 60_000

/** The store as a server has it, with some of it replaced. */
const brokenStore = (change: (store: MessageStore, server: number, now: () => number) => Partial<MessageStore>) => ({
  storeOf: (store: MessageStore, server: number, now: () => number): MessageStore =>
    new Proxy(store, {
      get(_target, name) {
        const value = change(store, server, now)[name as keyof MessageStore] ?? store[name as keyof MessageStore]
        return typeof value === 'function' ? value.bind(store) : value
      },
    }),
})

/** The delivery with some of its parts replaced. */
const brokenDelivery = (change: (parts: DeliveryParts) => Partial<DeliveryParts>): Partial<SystemUnderTest> => ({
  makeDelivery: (parts) => new Delivery({ ...parts, ...change(parts) }),
})

const faults: { name: string; rules: string[]; broken: () => Partial<SystemUnderTest> }[] = [
  {
    name: 'the mail server is given 30 s for a command, and 60 s for a mail',
    rules: ['copies'],
    broken: () => ({ limits: { connectMs: 30_000, commandMs: 30_000, answerMs: 60_000 } }),
  },
  {
    name: 'what is old by the clock is purged, whatever the clock did',
    rules: ['purge'],
    broken: () => ({
      reached: (store) => ({
        ...store,
        async now() {
          const now = await store.now()
          await store.purge(new Date(now - 365 * dayMs))
          return now
        },
      }),
    }),
  },
  {
    name: 'what is refused once is never tried again',
    rules: ['delay', 'end'],
    broken: () =>
      brokenStore((store) => ({
        async claim(first, again) {
          const { claims, dueInMs } = await store.claim(first, again)
          const isRefused = ({ message }: Claim) => message.state === 'refused'
          for (const { token } of claims.filter(isRefused))
            await store.settle(token, { kind: 'refused', reason: 'again' })
          return { claims: claims.filter((claim) => !isRefused(claim)), dueInMs }
        },
      })),
  },
  {
    name: 'what is refused is not counted in the backlog',
    rules: ['visible'],
    broken: () => brokenStore((store) => ({ backlog: async () => ({ ...(await store.backlog()), refused: 0 }) })),
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
    rules: ['delay'],
    broken: () =>
      brokenStore((store) => ({
        settle: (token, outcome) =>
          'reason' in outcome && outcome.reason.includes('cannot be composed')
            ? Promise.reject(new StoreError('It waits for the store.'))
            : store.settle(token, outcome),
      })),
  },
  {
    name: 'each server goes by its own clock, two minutes apart',
    rules: ['copies'],
    broken: () => ({ clockErrorMs: (server) => server * 120_000 }),
  },
  {
    name: 'a late server settles what another has taken over',
    rules: ['copies'],
    broken() {
      const messages = new Map<string, string>()
      const tokens = new Map<string, string>()
      return brokenStore((store) => ({
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
    name: 'what came of a mail is noted once, or never',
    rules: ['copies'],
    broken: () => ({
      reached: (store) => ({
        ...store,
        settle: (token, outcome) => store.settle(token, outcome).catch(() => 'settled' as const),
      }),
    }),
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
      brokenDelivery(({ compose }) => ({
        compose: async (message) => Object.assign(await compose(message), { mayBeRepeat: false }),
      })),
  },
  {
    name: 'a claim is not renewed while a mail is under way',
    rules: ['copies'],
    broken: () => ({ reached: (store) => ({ ...store, extend: async () => {} }) }),
  },
  {
    name: 'one message in twenty is acknowledged and not kept',
    rules: ['kept'],
    broken() {
      let count = 0
      return brokenStore((store) => ({
        keep: async (submission) =>
          ++count % 20 === 0 ? { kind: 'kept', id: crypto.randomUUID() } : store.keep(submission),
      }))
    },
  },
]

/** Within how many histories the simulation has to find each fault. */
const mostHistories = 3_000

test.each(faults)('finds it when $name', { timeout: 600_000 }, async ({ name, rules, broken }) => {
  const result = await simulate({
    runs: mostHistories,
    seed: 18,
    system: { ...product, ...broken() },
    rules,
    isToShrink: false,
  })
  expect(result.failure, `not found in ${mostHistories} histories`).toBeDefined()
  console.log(`| ${name} | ${rules.join(', ')} | ${result.failure?.foundAfter} |`)
})
