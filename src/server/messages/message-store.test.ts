import { test as base, describe, expect, inject } from 'vitest'
import { postgresStores, sqliteStores, submission, type TestStores } from '../../../tests/support/test-stores.ts'
import { StoreError } from '../../database/database.ts'
import { dayMs, minuteMs } from '../../shared/durations.ts'
import { type Claim, leaseMs, type MessageStore, type Outcome } from './message-store.ts'

const uuid = (number: number) => `3f2b6f0e-9d0c-4c46-8a53-${String(number).padStart(12, '0')}`
const numbered = (number: number) => submission({ id: uuid(number), name: `Nr. ${number}` })

const kinds = [
  ['SQLite', () => sqliteStores(true)],
  ['PostgreSQL', () => postgresStores(inject('postgres'))],
  ['PostgreSQL behind a pooler', () => postgresStores(inject('pooler'))],
] as const

const pass = (stores: TestStores, ms: number) => stores.setClock(stores.now + ms)
const later: Outcome = { kind: 'deferred', reason: '451 later' }

/** Keeps one message for each number, a millisecond apart. */
async function keepAll(stores: TestStores, store: MessageStore, numbers: number[]): Promise<void> {
  for (const number of numbers) {
    await pass(stores, 1)
    await store.keep(numbered(number))
  }
}

async function claimOne(store: MessageStore): Promise<Claim> {
  const { claims } = await store.claim(1, 1)
  return claims[0] ?? expect.unreachable('nothing was due')
}

const stateOf = async (store: MessageStore) => {
  const [message] = await store.list()
  return [message?.state, message?.attempts, message?.possibleCopies]
}

/** What every kind of store promises. The simulation plays all of it in many more orders, on SQLite (src/simulation). */
describe.each(kinds)('%s', (kind, makeStores) => {
  const test = base.extend<{ stores: TestStores; store: MessageStore }>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that are needed from the pattern.
    async stores({}, use) {
      await using stores = await makeStores()
      await use(stores)
    },
    store: async ({ stores }, use) => use(await stores.open()),
  })

  test('what was kept is there, to the letter, also for the next process', async ({ stores, store }) => {
    const outcome = await store.keep(submission({ id: uuid(1) }))
    expect(outcome).toEqual({ kind: 'kept', id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    await store.close()

    expect(await (await stores.open()).list()).toEqual([
      {
        id: outcome.id,
        name: 'Marie Durand',
        email: 'marie@example.org',
        message: 'Quels documents faut-il fournir ? 🎉',
        language: 'fr',
        receivedAt: new Date(stores.now),
        state: 'waiting',
        attempts: 0,
        possibleCopies: 0,
        dueAt: new Date(stores.now),
        reason: undefined,
        deliveredAt: undefined,
      },
    ])
  })

  test('parallel repeats at two instances are one message, with an id and without', async ({ stores }) => {
    const both = [await stores.open(), await stores.open()]
    for (const sentOften of [submission({ id: uuid(1) }), submission({ message: 'Sans JavaScript' })]) {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (both[index % 2] as MessageStore).keep(sentOften)),
      )
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['kept', ...Array(19).fill('repeat')])
      expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1)
    }
    expect(await both[0]?.list()).toHaveLength(2)
  })

  test('what one instance has claimed, no other gets', async ({ stores }) => {
    const both = [await stores.open(), await stores.open()]
    await keepAll(stores, both[0] as MessageStore, [1, 2, 3, 4, 5, 6, 7, 8])
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (both[index % 2] as MessageStore).claim(1, 1)),
    )
    const claims = outcomes.flatMap(({ claims }) => claims)
    expect(new Set(claims.map(({ token }) => token)).size).toBe(8)
    expect(new Set(claims.map(({ message }) => message.id)).size).toBe(8)
  })

  test('a message that is aborted while it waits is rejected at once and never stored, and delays nothing else', async ({
    stores,
    store,
  }) => {
    await keepAll(stores, store, [1])
    const { token } = await claimOne(store)
    const release = await stores.hold()
    const abort = new AbortController()
    const aborted = Array.from({ length: 50 }, (_, index) => store.keep(numbered(index + 2), abort.signal))
    const extended = store.extend([token])
    const later = store.keep(numbered(99), new AbortController().signal)
    abort.abort()
    for (const outcome of await Promise.allSettled(aborted))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreError) })
    await release()
    await extended
    expect((await later).kind).toBe('kept')
    await expect(store.keep(numbered(2), abort.signal)).rejects.toThrow(StoreError)
    expect((await store.list()).map(({ name }) => name).sort()).toEqual(['Nr. 1', 'Nr. 99'])
  })

  test('closing lets what is under way end; after that nothing is taken', async ({ stores, store }) => {
    const keeping = Promise.all(Array.from({ length: 50 }, (_, number) => store.keep(numbered(number))))
    await store.close()
    expect(await keeping).toHaveLength(50)
    await expect(store.keep(numbered(51))).rejects.toThrow('The database')
    expect(await (await stores.open()).list()).toHaveLength(50)
  })

  // A pooler changes nothing in what follows.
  if (kind.includes('pooler')) return

  test('a repeat without an id counts for ten minutes, on either side; the trap makes it another message', async ({
    stores,
    store,
  }) => {
    const kindAfter = async (ms: number, website = '') => {
      await pass(stores, ms)
      return (await store.keep(submission({ website }))).kind
    }
    expect(await kindAfter(0)).toBe('kept')
    expect(await kindAfter(10 * minuteMs)).toBe('repeat')
    expect(await kindAfter(-20 * minuteMs)).toBe('repeat')
    expect(await kindAfter(0, 'robot')).toBe('kept')
    expect(await kindAfter(-1)).toBe('kept')
    expect((await store.list()).map(({ state }) => state).sort()).toEqual(['trapped', 'waiting', 'waiting'])
  })

  test('what has been due for longest comes first, new and tried apart, and it is known when to come again', async ({
    stores,
    store,
  }) => {
    expect(await store.claim(9, 9)).toEqual({ claims: [], dueInMs: undefined })
    await keepAll(stores, store, [3, 1, 2])
    const { claims } = await store.claim(2, 9)
    expect(claims.map(({ message }) => message.name)).toEqual(['Nr. 3', 'Nr. 1'])
    for (const { token } of claims) await store.settle(token, later)
    expect(await store.claim(0, 9)).toEqual({ claims: [], dueInMs: 2_000 })
    expect((await store.claim(1, 0)).claims.map(({ message }) => message.name)).toEqual(['Nr. 2'])
    expect(await store.claim(9, 0)).toEqual({ claims: [], dueInMs: leaseMs })
    await pass(stores, 2_000)
    expect((await store.claim(9, 9)).claims.map(({ message }) => message.name)).toEqual(['Nr. 3', 'Nr. 1'])
  })

  test('an attempt that is cut off becomes unknown; its holder may still settle until another claims it', async ({
    stores,
    store,
  }) => {
    await store.keep(submission())
    const { token } = await claimOne(store)
    await pass(stores, leaseMs - 1)
    await store.extend([token, 'another'])
    await pass(stores, leaseMs - 1)
    expect((await store.claim(9, 9)).claims).toEqual([])
    expect(await stateOf(store)).toEqual(['waiting', 1, 0])
    await pass(stores, 1)
    await store.claim(0, 0)
    expect(await stateOf(store)).toEqual(['unknown', 1, 1])
    expect(await store.settle(token, later)).toBe('settled')
    expect(await stateOf(store)).toEqual(['waiting', 1, 0])

    await pass(stores, 2_000)
    const second = await claimOne(store)
    await pass(stores, leaseMs)
    await store.claim(0, 0)
    await pass(stores, 5 * minuteMs)
    const third = await claimOne(store)
    expect(third.message).toMatchObject({ attempts: 3, possibleCopies: 1 })
    expect(await store.settle(second.token, { kind: 'sent' })).toBe('lost')
    expect(await store.settle(third.token, { kind: 'sent' })).toBe('settled')
    expect(await store.settle(third.token, later)).toBe('lost')
    expect(await stateOf(store)).toEqual(['delivered', 3, 1])
  })

  test('the operator sees what is not delivered, and how old it is, and tries it again', async ({ stores, store }) => {
    expect(await store.backlog()).toEqual({ waiting: 0, unknown: 0, refused: 0, oldestMs: undefined })
    await keepAll(stores, store, [1, 2, 3])
    const [one, two] = (await store.claim(2, 0)).claims
    // The mail server's words, except for what no text can hold.
    await store.settle(one?.token ?? '', { kind: 'refused', reason: '550 \0\ud83c é' })
    expect((await store.list('refused'))[0]?.reason).toBe('550 \uFFFD\uFFFD é')
    await store.settle(two?.token ?? '', { kind: 'unknown', reason: '' })
    await pass(stores, 1_000)
    expect(await store.backlog()).toEqual({ waiting: 1, unknown: 1, refused: 1, oldestMs: 1_001 })
    expect(await store.retry([one?.message.id ?? '', uuid(9)])).toBe(1)
    expect((await store.claim(0, 9)).claims.map(({ message }) => message.name)).toEqual(['Nr. 1'])
  })

  test('the operator erases messages, and finds what is older than so many days', async ({ stores }) => {
    const [store, other] = [await stores.open(), await stores.open()]
    const { id } = await store.keep(numbered(1))
    expect(await store.erase([id, uuid(9)])).toBe(1)
    await store.keep(numbered(2))
    await store.settle((await claimOne(store)).token, { kind: 'sent' })
    await store.keep(numbered(3))
    await pass(stores, dayMs + 1)
    await store.keep(numbered(4))
    const expired = await other.expired(1)
    expect(expired.map(({ state }) => state).sort()).toEqual(['delivered', 'waiting'])
    for (const hours of [5, 3]) await store.recordOverdue(new Map(expired.map(({ id }) => [id, hours])))
    expect((await other.expired(1)).map(({ overdueHours }) => overdueHours)).toEqual([5, 5])
    expect(await other.expired(2)).toEqual([])
    expect((await other.expired(1)).map(({ overdueHours }) => overdueHours)).toEqual([0, 0])
  })
})
