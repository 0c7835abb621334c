import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { MessageModel, type Seen } from '../../../tests/support/message-model.ts'
import { type MessagePlace, noLimit, postgresPlace, sqlitePlace } from '../../../tests/support/message-places.ts'
import { PostgresDatabases } from '../../../tests/support/postgres-server.ts'
import type { Submission } from '../../shared/contact/message-rules.ts'
import { leaseMs, type MessageStore, type Outcome } from './message-store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const limit = { count: 2, windowMs: 10 * minuteMs }

/** An action on the messages. Numbers stand for messages and claims, counted from the last. */
type Action =
  | { does: 'keep'; submission: Submission; from: string }
  | { does: 'claim'; first: number; again: number }
  | { does: 'extend' | 'retry' | 'erase'; which: number[] }
  | { does: 'settle'; which: number; outcome: Outcome }
  | { does: 'try whenever due'; times: number; isLate: boolean; outcome: Outcome }
  | { does: 'purge'; days: number }
  | { does: 'wait'; ms: number }
  | { does: 'set the clock'; edge: number; besideMs: number }

const submission: fc.Arbitrary<Submission> = fc.record({
  id: fc.constantFrom(
    undefined,
    undefined,
    '3f2b6f0e-9d0c-4c46-8a53-000000000001',
    '3f2b6f0e-9d0c-4c46-8a53-000000000002',
  ),
  name: fc.constantFrom('Marie', 'Lucía', 'Ann'),
  email: fc.constantFrom('marie@example.org', 'ann@example.org'),
  message: fc.constantFrom('Bonjour', '¿Qué tal?'),
  language: fc.constantFrom('fr', 'es'),
  website: fc.oneof({ weight: 5, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constant('robot') }),
})

/** Each sender's address, with the scopes that scopesOf() should count it under. */
const senders: Record<string, string[]> = {
  '192.0.2.1': ['192.0.2.1'],
  '[::ffff:192.0.2.1]:4711': ['192.0.2.1'],
  '2001:db8:1:2::1': ['2001:db8:1:2', '2001:db8:1'],
  '2001:db8:1:3::1': ['2001:db8:1:3', '2001:db8:1'],
  '2001:db8:1:4::1': ['2001:db8:1:4', '2001:db8:1'],
}
const mosts = [limit.count, 4 * limit.count]

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constant({ kind: 'sent' as const }),
  fc.record({ kind: fc.constantFrom('deferred', 'refused', 'away', 'unknown'), reason: fc.constantFrom('one', 'two') }),
)
const which = fc.array(fc.nat(4), { maxLength: 3 })

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('keep'), submission, from: fc.constantFrom(...Object.keys(senders)) }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('claim'), first: fc.nat(2), again: fc.nat(2) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('settle'), which: fc.nat(4), outcome }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('try whenever due'),
      times: fc.constantFrom(1, 1, 2, 25),
      isLate: fc.boolean(),
      outcome,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('extend', 'retry', 'erase'), which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('purge'), days: fc.constantFrom(1, 365) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('wait'),
      ms: fc.constantFrom(1, 90_000, 300_000, 3_600_000, dayMs, 400 * dayMs),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('set the clock'),
      edge: fc.nat(),
      besideMs: fc.integer({ min: -1, max: 1 }),
    }),
  },
)

const keep = (name = 'Marie', website = ''): Action => ({
  does: 'keep',
  submission: { name, email: 'marie@example.org', message: 'Bonjour', language: 'fr', website },
  from: '192.0.2.1',
})
const wait = (ms: number): Action => ({ does: 'wait', ms })
const claim = (first: number, again: number): Action => ({ does: 'claim', first, again })
const settle = (kind: 'sent' | 'deferred' | 'refused' | 'away' | 'unknown', which = 0): Action => ({
  does: 'settle',
  which,
  outcome: { kind, reason: 'said so' },
})
const attempts = (times: number, kind: 'deferred' | 'refused' | 'unknown', isLate = false): Action => ({
  does: 'try whenever due',
  times,
  isLate,
  outcome: { kind, reason: 'said so' },
})
const retry: Action = { does: 'retry', which: [0] }
const extend: Action = { does: 'extend', which: [0] }
const purge = (days: number): Action => ({ does: 'purge', days })
const hours = (count: number) => Array.from({ length: count }, () => [wait(60 * minuteMs), purge(365)]).flat()

/** The limit, to the millisecond: neither a refused message nor a repeat, which comes a millisecond later, counts. */
const atTheLimit = [
  ...[keep(), wait(1), keep('Lucía'), keep(), keep('Ann')],
  ...[wait(10 * minuteMs - 3), keep('Ann'), wait(1), keep('Ann')],
]

/** Edges, and cases of many steps, which random actions seldom reach. They are played first in every run. */
const rare: Action[][] = [
  // A repeat without an id, ten minutes on either side of the first.
  [keep(), wait(10 * minuteMs), keep(), wait(1), keep()],
  [keep(), wait(-10 * minuteMs), keep(), wait(-1), keep()],
  // What fell into the trap is no repeat of what a person writes, nor the other way round.
  [keep('Ann', 'robot'), keep('Ann'), keep('Ann', 'robot'), keep('Ann'), claim(9, 9)],
  // What has been due for longest is claimed first; of two due at the same moment, what was received first.
  [keep('Ann'), keep(), claim(2, 0), settle('away', 0), settle('deferred', 1), wait(3_000), claim(0, 1)],
  [keep('Ann'), keep(), claim(2, 0), settle('away', 0), settle('away', 1), claim(0, 2)],
  [
    ...[keep('Ann'), keep(), claim(2, 0), settle('deferred', 1), wait(1), settle('away', 0)],
    ...[claim(0, 9), wait(dayMs), claim(0, 9)],
  ],
  // The lease, and a clock that is set back within it and beyond.
  [keep(), claim(1, 0), wait(leaseMs - 1), claim(0, 0), wait(1), claim(0, 0), settle('refused'), settle('sent')],
  [keep(), claim(1, 0), wait(-leaseMs), claim(0, 0), wait(-1), claim(0, 0)],
  [keep(), claim(1, 0), wait(leaseMs), claim(0, 0), extend, wait(leaseMs - 1), claim(9, 9), settle('sent')],
  // A holder settles after its lease has ended: before and after another claim of the same message.
  [keep(), claim(1, 0), wait(leaseMs), claim(0, 0), wait(5 * minuteMs), claim(0, 1), settle('sent', 1), settle('sent')],
  [keep(), attempts(1, 'refused'), attempts(1, 'deferred', true)],
  // Pauses up to the longest, and a retry by the operator.
  [keep(), attempts(12, 'deferred'), retry, attempts(2, 'deferred')],
  [keep(), attempts(9, 'refused'), wait(400 * dayMs), claim(9, 9), retry, attempts(9, 'refused')],
  [keep(), attempts(24, 'unknown'), retry, claim(0, 1)],
  [keep(), claim(1, 0), settle('sent'), retry, claim(0, 1), retry, settle('deferred'), wait(-1), claim(0, 1)],
  [keep(), claim(1, 0), retry, claim(9, 9), wait(leaseMs), retry, claim(0, 1), settle('sent', 1)],
  // The purge: to the millisecond; after a leap only once the server has run for a day, and anew after another leap.
  [
    ...[purge(1), keep(), keep('Ann'), keep('Zoé'), claim(2, 0), settle('refused'), settle('sent', 1)],
    ...[wait(dayMs / 2), purge(1), wait(dayMs / 2 - 2), purge(1), wait(1), purge(1), wait(1), purge(1)],
  ],
  [purge(365), keep(), wait(400 * dayMs), purge(365), ...hours(25)],
  [
    ...[purge(365), keep(), wait(400 * dayMs), purge(365), ...hours(9)],
    ...[wait(2 * dayMs), purge(365), wait(-60 * minuteMs), ...hours(25)],
  ],
  [
    ...[purge(365), keep(), wait(400 * dayMs), purge(365)],
    ...[wait(-400 * dayMs), purge(365), wait(20 * 60 * minuteMs), purge(365)],
  ],
  [purge(365), wait(-400 * dayMs), purge(365)],
  [purge(365), wait(-400 * dayMs), keep(), wait(400 * dayMs), purge(365)],
]

/** Plays the actions on a store and on the model, and compares each of their answers. */
async function play(place: MessagePlace, isLimited: boolean, actions: Action[]): Promise<void> {
  const store = await place.open(isLimited ? limit : noLimit)
  const model = new MessageModel(limit, place.now)
  const ids: string[] = []
  const tokens: string[] = []
  const setClock = async (now: number) => {
    // With a limit, the clock is not set back here: each store decides by itself how long it remembers senders from the
    // future. The cases of message-store.test.ts cover what must hold.
    if (isLimited && now < model.now) return
    model.now = now
    await place.setClock(now)
  }
  const fromLast = <Item>(items: Item[], numbers: number[]) =>
    [...new Set(numbers)].flatMap((number) => items.at(-1 - number) ?? [])
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

  const act = async (action: Action): Promise<void> => {
    switch (action.does) {
      case 'keep': {
        // The order of two messages of the same millisecond is open, so that no comparison may depend on it.
        while (model.isReceivedNow()) await setClock(model.now + 1)
        const scopes = isLimited
          ? (senders[action.from] ?? []).map((scope, index) => ({ scope, most: mosts[index] ?? 0 }))
          : []
        const wanted = model.keep(action.submission, scopes)
        const outcome = await store.keep(action.submission, action.from)
        if (outcome.kind === 'kept') ids.push(outcome.id)
        if (wanted.kind === 'too-many') expect(outcome).toEqual(wanted)
        else {
          expect(outcome.kind).toBe(wanted.kind)
          expect(wanted.among).toContain('id' in outcome ? ids.indexOf(outcome.id) : undefined)
        }
        break
      }
      case 'claim': {
        const wanted = model.claim(action.first, action.again)
        const claims = await store.claim(action.first, action.again)
        tokens.push(...claims.map(({ token }) => token))
        expect(claims.map(({ message }) => ids.indexOf(message.id))).toEqual(wanted)
        break
      }
      case 'extend':
        model.extend(fromLast(numbers(model.claims), action.which))
        await store.extend(fromLast(tokens, action.which))
        break
      case 'settle': {
        const [token] = fromLast(tokens, [action.which])
        const [claim] = fromLast(numbers(model.claims), [action.which])
        if (token === undefined || claim === undefined) break
        expect(await store.settle(token, action.outcome)).toBe(model.settle(claim, action.outcome))
        break
      }
      case 'try whenever due':
        for (let time = 0; time < action.times; time++) {
          const due = model.list().flatMap(({ dueAt }) => dueAt ?? [])
          if (due.length === 0) return
          await setClock(Math.max(model.now, Math.min(...due)))
          const before = tokens.length
          await act({ does: 'claim', first: 9, again: 9 })
          const claimed = numbers(tokens.length - before)
          if (action.isLate) {
            await act({ does: 'wait', ms: leaseMs })
            await act({ does: 'claim', first: 0, again: 0 })
          }
          for (const which of claimed) await act({ does: 'settle', which, outcome: action.outcome })
        }
        break
      case 'retry':
      case 'erase': {
        const wanted = model[action.does](fromLast(numbers(model.messages), action.which))
        expect(await store[action.does](fromLast(ids, action.which))).toBe(wanted)
        break
      }
      case 'purge':
        expect(await store.purge(action.days)).toEqual(model.purge(action.days))
        break
      case 'wait':
        await setClock(model.now + action.ms)
        break
      case 'set the clock': {
        const edges = model.edges()
        await setClock((edges[action.edge % edges.length] ?? model.now) + action.besideMs)
      }
    }
    expect(await seen(store, ids)).toEqual(model.list())
    expect(await store.backlog()).toEqual(model.backlog())
  }
  for (const action of actions) await act(action)
}

async function seen(store: MessageStore, ids: string[]): Promise<Seen[]> {
  const messages = (await store.list()).map((message) => ({
    number: ids.indexOf(message.id),
    state: message.state,
    attempts: message.attempts,
    copies: message.possibleCopies,
    reason: message.reason?.replace(/^The attempt was cut off.*/, 'cut off'),
    deliveredAt: message.deliveredAt?.getTime(),
    dueAt: message.dueAt?.getTime(),
  }))
  return messages.sort((one, other) => one.number - other.number)
}

const server = new PostgresDatabases(inject('postgres'))

test.each([
  ['SQLite', () => sqlitePlace(':memory:'), 300, 40],
  ['PostgreSQL', () => postgresPlace(server), 30, 40],
] as const)('%s does as the model, whatever is done with it', async (_kind, makePlace, numRuns, maxLength) => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(action, { maxLength, size: 'max' }), async (isLimited, actions) => {
      await using place = await makePlace()
      await play(place, isLimited, actions)
    }),
    // Reducing a failing case to a short one ends after this time too; the test then reports the shortest so far.
    {
      numRuns,
      examples: [[true, atTheLimit], ...rare.map((actions): [boolean, Action[]] => [false, actions])],
      interruptAfterTimeLimit: 120_000,
    },
  )
})
