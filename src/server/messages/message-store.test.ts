import { describe, expect, inject, test } from 'vitest'
import { type MessagePlace, noLimit, postgresPlace, sqlitePlace } from '../../../tests/support/message-places.ts'
import { PostgresDatabases } from '../../../tests/support/postgres-server.ts'
import type { Submission } from '../../shared/contact/message-rules.ts'
import { type Claim, leaseMs, type MessageStore, type Outcome } from './message-store.ts'
import type { SenderLimitRule } from './sender-limit.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const sender = '192.0.2.1'

const uuid = (number: number) => `3f2b6f0e-9d0c-4c46-8a53-${String(number).padStart(12, '0')}`
const submission = (changes: Partial<Submission> = {}): Submission => ({
  name: 'Marie Durand',
  email: 'marie@example.org',
  message: 'Quels documents faut-il fournir ? 🎉',
  language: 'fr',
  website: '',
  ...changes,
})
const numbered = (number: number, changes: Partial<Submission> = {}) =>
  submission({ id: uuid(number), name: `Nr. ${number}`, ...changes })

const sent: Outcome = { kind: 'sent' }
const failed = (kind: Exclude<Outcome['kind'], 'sent'>): Outcome => ({ kind, reason: `said ${kind}` })

const server = new PostgresDatabases(inject('postgres'))

const places = [
  ['SQLite', () => sqlitePlace()],
  ['PostgreSQL', () => postgresPlace(server)],
] as const

const pass = (place: MessagePlace, ms: number) => place.setClock(place.now + ms)

/** Keeps one message for each number, a millisecond apart. @returns their ids */
async function keepAll(place: MessagePlace, store: MessageStore, numbers: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const number of numbers) {
    await pass(place, 1)
    const outcome = await store.keep(numbered(number), sender)
    if (outcome.kind === 'kept') ids.push(outcome.id)
  }
  return ids
}

async function claimOne(store: MessageStore): Promise<Claim> {
  const [claim] = await store.claim(1, 1)
  return claim ?? expect.unreachable('nothing was due')
}

const isDue = async (store: MessageStore) => (await store.claim(0, 1)).length > 0

/** One message is kept, and its first attempt came to this. */
async function tried(place: MessagePlace, store: MessageStore, outcome: Outcome): Promise<string> {
  const [id = ''] = await keepAll(place, store, [1])
  await store.settle((await claimOne(store)).token, outcome)
  return id
}

/** What every kind of store promises. */
describe.each(places)('%s', (_kind, makePlace) => {
  describe('keeping', () => {
    test('what was kept is there, to the letter, also for the next process', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const outcome = await store.keep(submission({ id: uuid(1) }), sender)
      expect(outcome).toEqual({ kind: 'kept', id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
      await store.close()

      const kept = await (await place.open()).list()
      expect(kept).toEqual([
        {
          id: (outcome as { id: string }).id,
          name: 'Marie Durand',
          email: 'marie@example.org',
          message: 'Quels documents faut-il fournir ? 🎉',
          language: 'fr',
          receivedAt: new Date(place.now),
          state: 'waiting',
          attempts: 0,
          possibleCopies: 0,
          dueAt: new Date(place.now),
          reason: undefined,
          deliveredAt: undefined,
        },
      ])
    })

    test('the same submission is one message, however late it is repeated', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const first = await store.keep(numbered(1), sender)
      for (const jump of [3 * dayMs, -9 * dayMs]) {
        await pass(place, jump)
        expect(await store.keep(numbered(1), sender)).toEqual({ ...first, kind: 'repeat' })
      }
      expect(await store.list()).toHaveLength(1)
    })

    test('other words with the same id, or the same with another, are another message: nothing is lost', async () => {
      await using place = await makePlace()
      const store = await place.open()
      for (const changes of [{ id: uuid(1) }, { id: uuid(1), message: 'Et combien ?' }, { id: uuid(2) }])
        expect((await store.keep(submission(changes), sender)).kind).toBe('kept')
    })

    test('without an id, the same name, e-mail and message within ten minutes are one message', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const start = place.now
      await store.keep(submission(), sender)
      const kindAt = async (ms: number, changes = {}) => {
        await place.setClock(start + ms)
        return (await store.keep(submission(changes), sender)).kind
      }
      expect(await kindAt(10 * minuteMs)).toBe('repeat')
      expect(await kindAt(10 * minuteMs, { language: 'es' })).toBe('repeat')
      // The clock was set back meanwhile.
      expect(await kindAt(-10 * minuteMs)).toBe('repeat')
      for (const change of [{ name: 'Marie' }, { email: 'm@example.org' }, { message: 'Bonjour' }])
        expect(await kindAt(1, change)).toBe('kept')
      expect(await kindAt(10 * minuteMs + 1)).toBe('kept')
      expect(await kindAt(-10 * minuteMs - 1)).toBe('kept')
    })

    test.each([
      ['without', 0],
      ['with', 5],
    ])('twenty parallel repeats at two instances are one message, %s a limit', async (_with, count) => {
      await using place = await makePlace()
      const stores = [await place.open({ ...noLimit, count }), await place.open({ ...noLimit, count })]
      for (const sentOften of [submission({ id: uuid(1) }), submission({ message: 'Sans script' })]) {
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, (_, index) => (stores[index % 2] as MessageStore).keep(sentOften, sender)),
        )
        const kinds = outcomes.map(({ kind }) => kind).sort()
        expect(kinds).toEqual(['kept', ...Array(19).fill('repeat')])
        expect(new Set(outcomes.map((outcome) => 'id' in outcome && outcome.id)).size).toBe(1)
      }
      expect(await stores[0]?.list()).toHaveLength(2)
    })

    test('a hundred parallel messages are a hundred messages', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await Promise.all(Array.from({ length: 100 }, (_, number) => store.keep(numbered(number), sender)))
      expect(await store.list()).toHaveLength(100)
    })

    test('characters that no text can hold are replaced, and a repeat is known all the same', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const odd = submission({ name: 'Nul\0', message: 'a\0b\ud83cc\udf89d' })
      const { id } = (await store.keep(odd, sender)) as { id: string }
      expect(await store.keep(odd, sender)).toEqual({ kind: 'repeat', id })
      await store.settle((await claimOne(store)).token, { kind: 'refused', reason: '550 \0\ud83c' })
      const [kept] = await store.list()
      // PostgreSQL's text has no NUL, SQLite's has.
      const told = [kept?.name, kept?.message, kept?.reason].map((text) => text?.replaceAll('\0', '\uFFFD'))
      expect(told).toEqual(['Nul\uFFFD', 'a\uFFFDb\uFFFDc\uFFFDd', '550 \uFFFD\uFFFD'])
    })
  })

  describe('the limit on senders', () => {
    const three: SenderLimitRule = { count: 3, windowMs: 10 * minuteMs }
    const one: SenderLimitRule = { ...three, count: 1 }

    test('one address may send so many in a window, and is told when it may again', async () => {
      await using place = await makePlace()
      const store = await place.open(three)
      const start = place.now
      const sendAt = async (ms: number, number: number, address = sender) => {
        await place.setClock(start + ms)
        return store.keep(numbered(number), address)
      }
      for (const number of [1, 2, 3]) expect((await sendAt(number * minuteMs, number)).kind).toBe('kept')
      expect(await sendAt(4 * minuteMs, 4)).toEqual({ kind: 'too-many', retryAfterMs: 7 * minuteMs })
      expect(await store.list()).toHaveLength(3)
      expect((await sendAt(4 * minuteMs, 5, '192.0.2.2')).kind).toBe('kept')
      expect((await sendAt(11 * minuteMs - 1, 4)).kind).toBe('too-many')
      // A message that was refused does not count.
      expect((await sendAt(11 * minuteMs, 4)).kind).toBe('kept')
      expect(await sendAt(11 * minuteMs, 6)).toEqual({ kind: 'too-many', retryAfterMs: minuteMs })
    })

    test('a repeat counts nothing and is never too many', async () => {
      await using place = await makePlace()
      const store = await place.open(three)
      for (const number of [1, 1, 1, 1, 2, 3]) await store.keep(numbered(number), sender)
      expect((await store.keep(numbered(1), sender)).kind).toBe('repeat')
      expect((await store.keep(numbered(4), sender)).kind).toBe('too-many')
      expect(await store.list()).toHaveLength(3)
    })

    test('parallel messages do not slip through, at however many instances', async () => {
      await using place = await makePlace()
      const stores = [await place.open(three), await place.open(three)]
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, number) => (stores[number % 2] as MessageStore).keep(numbered(number), sender)),
      )
      expect(outcomes.filter(({ kind }) => kind === 'kept')).toHaveLength(3)
    })

    test.each([
      ['a port', ['192.0.2.1:1', '192.0.2.1:2', '[::ffff:192.0.2.1]:3'], 1],
      ['one IPv6 network', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'], 1],
      ['another network of the site', ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1'], 3],
      ['a whole site', Array.from({ length: 9 }, (_, network) => `2001:db8:1:${network}::1`), 4],
      ['everybody', Array.from({ length: 105 }, (_, host) => `192.0.2.${host}`), 100],
    ])('%s: of as many messages as addresses so many are kept', async (_case, addresses, most) => {
      await using place = await makePlace()
      const store = await place.open(one)
      const outcomes = await Promise.all(addresses.map((address, number) => store.keep(numbered(number), address)))
      expect(outcomes.filter(({ kind }) => kind === 'kept')).toHaveLength(most)
    })

    test('a clock that is set back makes nobody wait for longer than the window', async () => {
      await using place = await makePlace()
      const store = await place.open(one)
      await store.keep(numbered(1), sender)
      await pass(place, -dayMs / 2)
      expect((await store.keep(numbered(2), sender)).kind).toBe('kept')
      expect(await store.keep(numbered(3), sender)).toEqual({ kind: 'too-many', retryAfterMs: one.windowMs })
    })

    test('no address is written down', async () => {
      await using place = await makePlace()
      const store = await place.open(three)
      await store.keep(submission(), '203.0.113.77')
      await store.close()
      expect((await place.bytes()).includes('203.0.113')).toBe(false)
    })
  })

  describe('claims', () => {
    test('what was due longest comes first, apart for what was tried and what was not', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await keepAll(place, store, [2, 1, 3, 4, 5])
      const claimed = async (first: number, again: number) =>
        (await store.claim(first, again)).map(({ message }) => [message.name, message.attempts])
      for (const { token } of await store.claim(2, 9)) await store.settle(token, failed('away'))
      expect(await claimed(2, 1)).toEqual([
        ['Nr. 3', 1],
        ['Nr. 4', 1],
        ['Nr. 2', 2],
      ])
      expect(await claimed(0, 0)).toEqual([])
      expect(await claimed(9, 0)).toEqual([['Nr. 5', 1]])
      expect(await claimed(9, 9)).toEqual([['Nr. 1', 2]])
      expect(await claimed(9, 9)).toEqual([])
    })

    test('what one instance has claimed, no other gets', async () => {
      await using place = await makePlace()
      const stores = [await place.open(), await place.open()]
      await keepAll(place, stores[0] as MessageStore, [1, 2, 3, 4, 5, 6, 7, 8])
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (stores[index % 2] as MessageStore).claim(1, 1)),
      )
      expect(new Set(claims.flat().map(({ token }) => token)).size).toBe(8)
      expect(new Set(claims.flat().map(({ message }) => message.id)).size).toBe(8)
    })

    test('a claim that is not settled in time is unknown, and tried again after a pause', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await keepAll(place, store, [1])
      await claimOne(store)
      await pass(place, leaseMs - 1)
      expect(await store.claim(9, 9)).toEqual([])
      expect(await store.list('waiting')).toHaveLength(1)
      await pass(place, 1)
      expect(await store.claim(9, 9)).toEqual([])
      expect(await store.list()).toMatchObject([
        { state: 'unknown', possibleCopies: 1, attempts: 1, dueAt: new Date(place.now + 5 * minuteMs) },
      ])
      await pass(place, 5 * minuteMs)
      expect((await claimOne(store)).message).toMatchObject({ state: 'unknown', possibleCopies: 1, attempts: 2 })
    })

    test('whoever comes back late may settle, until another has taken over', async () => {
      await using place = await makePlace()
      const [late, other] = [await place.open(), await place.open()]
      await keepAll(place, late, [1, 2])
      const [first, second] = (await late.claim(2, 0)) as [Claim, Claim]
      await pass(place, leaseMs)
      await other.claim(0, 0)
      expect(await late.settle(first.token, sent)).toBe('settled')
      expect(await other.list('delivered')).toMatchObject([{ id: first.message.id, possibleCopies: 0 }])

      await pass(place, 5 * minuteMs)
      const { token, message } = await claimOne(other)
      expect(message).toMatchObject({ id: second.message.id, possibleCopies: 1 })
      expect(await late.settle(second.token, failed('refused'))).toBe('lost')
      await late.extend([second.token])
      expect(await other.settle(token, sent)).toBe('settled')
      expect(await other.list('delivered')).toMatchObject([{ possibleCopies: 1 }, { possibleCopies: 0 }])
    })

    test('an outcome is noted once; of a message that is gone, none', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const [, gone = ''] = await keepAll(place, store, [1, 2])
      const [first, second] = (await store.claim(2, 0)) as [Claim, Claim]
      expect(await store.settle(first.token, sent)).toBe('settled')
      expect(await store.settle(first.token, failed('refused'))).toBe('lost')
      await store.erase([gone])
      expect(await store.settle(second.token, sent)).toBe('lost')
      expect(await store.settle(uuid(3), sent)).toBe('lost')
      expect(await store.list()).toMatchObject([{ state: 'delivered', reason: undefined }])
    })

    test('a claim can be extended for ever, also when it had ended and nobody else took over', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await keepAll(place, store, [1])
      const { token } = await claimOne(store)
      for (let times = 0; times < 5; times++) {
        await pass(place, leaseMs - 1)
        await store.extend([token, uuid(9)])
        expect(await store.claim(9, 9)).toEqual([])
      }
      await pass(place, leaseMs)
      await store.claim(0, 0)
      expect(await store.list('unknown')).toMatchObject([{ possibleCopies: 1 }])
      await store.extend([token])
      expect(await store.list('waiting')).toMatchObject([{ possibleCopies: 0 }])
      await pass(place, leaseMs - 1)
      expect(await store.claim(9, 9)).toEqual([])
      expect(await store.settle(token, sent)).toBe('settled')
    })

    test('a clock that is set back makes a claim no longer than two leases', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await keepAll(place, store, [1])
      await claimOne(store)
      await pass(place, -leaseMs)
      await store.claim(0, 0)
      expect(await store.list('unknown')).toEqual([])
      await pass(place, -1)
      await store.claim(0, 0)
      expect(await store.list('unknown')).toHaveLength(1)
    })
  })

  describe('outcomes', () => {
    test('what is delivered is not due again, and says when', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const id = await tried(place, store, sent)
      expect(await store.list()).toMatchObject([
        { id, state: 'delivered', deliveredAt: new Date(place.now), dueAt: undefined, reason: undefined },
      ])
      await pass(place, 30 * dayMs)
      expect(await isDue(store)).toBe(false)
    })

    test('when the mail server is away, nothing is held against the message', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await tried(place, store, failed('away'))
      expect(await store.list('waiting')).toMatchObject([{ attempts: 1, possibleCopies: 0, reason: 'said away' }])
      expect(await isDue(store)).toBe(true)
    })

    test.each([
      ['deferred', 'waiting', 2_000, 2],
      ['unknown', 'unknown', 5 * minuteMs, 2],
      ['refused', 'refused', dayMs, 1],
    ] as const)('%s is %s, and due after exactly its pause', async (outcome, state, firstPauseMs, growth) => {
      await using place = await makePlace()
      const store = await place.open()
      await tried(place, store, failed(outcome))
      for (let pauseMs = firstPauseMs, times = 1; times <= 5; pauseMs *= growth, times++) {
        const possibleCopies = outcome === 'unknown' ? times : 0
        const dueAt = new Date(place.now + pauseMs)
        expect(await store.list()).toMatchObject([
          { state, attempts: times, possibleCopies, dueAt, reason: `said ${outcome}` },
        ])
        await pass(place, pauseMs - 1)
        expect(await isDue(store)).toBe(false)
        await pass(place, 1)
        await store.settle((await claimOne(store)).token, failed(outcome))
      }
    })

    test('a pause grows to a quarter of an hour when it is deferred, and without an end when it is unknown', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const pauseAfter = async (kind: 'deferred' | 'unknown', times: number) => {
        for (let time = 0; time < times; time++) {
          const [{ dueAt } = {}] = await store.list()
          await place.setClock(dueAt?.getTime() ?? place.now)
          await store.settle((await claimOne(store)).token, failed(kind))
        }
        const [{ dueAt } = {}] = await store.list()
        return (dueAt?.getTime() ?? 0) - place.now
      }
      await keepAll(place, store, [1])
      expect(await pauseAfter('deferred', 12)).toBe(15 * minuteMs)
      expect(await pauseAfter('unknown', 12)).toBe(5 * minuteMs * 2 ** 11)
      expect(await pauseAfter('unknown', 18)).toBe(5 * minuteMs * 2 ** 20)
    })

    test('what is refused is tried again daily for a week, and then when the operator says so', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const id = await tried(place, store, failed('refused'))
      for (let day = 1; day <= 7; day++) {
        await pass(place, dayMs)
        await store.settle((await claimOne(store)).token, failed('refused'))
      }
      expect(await store.list('refused')).toMatchObject([{ attempts: 8, dueAt: undefined }])
      await pass(place, 30 * dayMs)
      expect(await isDue(store)).toBe(false)
      expect(await store.retry([id])).toBe(1)
      expect(await isDue(store)).toBe(true)
    })

    test('a clock that is set back delays nothing beyond its pause, and new messages not at all', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await tried(place, store, failed('deferred'))
      await keepAll(place, store, [2])
      await pass(place, -400 * dayMs)
      const claims = await store.claim(9, 9)
      expect(claims).toHaveLength(2)
      for (const { token } of claims) await store.settle(token, failed('refused'))
      await pass(place, -1)
      expect(await store.claim(9, 9)).toHaveLength(2)
    })
  })

  describe('the operator', () => {
    test('can make a message of any state due at once', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const outcomes = [sent, ...(['deferred', 'refused', 'unknown'] as const).map(failed)]
      const ids = await keepAll(place, store, [1, 2, 3, 4])
      for (const [index, { token }] of (await store.claim(9, 0)).entries())
        await store.settle(token, outcomes[index] as Outcome)
      const trapped = (await store.keep(numbered(5, { website: 'robot' }), sender)) as { id: string }
      expect(await store.list('trapped')).toMatchObject([{ id: trapped.id, dueAt: undefined }])
      expect(await store.claim(9, 9)).toEqual([])

      expect(await store.retry([...ids, trapped.id, uuid(99)])).toBe(5)
      const claims = [...(await store.claim(9, 0)), ...(await store.claim(0, 9))]
      const told = claims.map(({ message }) => [message.name, message.state, message.possibleCopies])
      expect(told.sort()).toEqual([
        ['Nr. 1', 'waiting', 1],
        ['Nr. 2', 'waiting', 0],
        ['Nr. 3', 'waiting', 0],
        ['Nr. 4', 'unknown', 1],
        ['Nr. 5', 'waiting', 0],
      ])
      expect(claims.filter(({ message }) => message.reason || message.deliveredAt)).toEqual([])
    })

    test('cannot make due what is on its way, unless whoever had it is gone', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const ids = await keepAll(place, store, [1])
      const { token } = await claimOne(store)
      expect(await store.retry(ids)).toBe(1)
      expect(await isDue(store)).toBe(false)
      await pass(place, leaseMs)
      await store.retry(ids)
      expect((await claimOne(store)).message).toMatchObject({ state: 'unknown', possibleCopies: 1 })
      expect(await store.settle(token, sent)).toBe('lost')
    })

    test('sees the newest first', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await keepAll(place, store, [1, 3, 2])
      expect((await store.list()).map(({ name }) => name)).toEqual(['Nr. 2', 'Nr. 3', 'Nr. 1'])
    })

    test('finds a message by the beginning of its id, and by nothing else', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const { id } = (await store.keep(submission(), sender)) as { id: string }
      expect(await store.find(id.slice(0, 8))).toMatchObject([{ id }])
      expect(await store.find(id)).toMatchObject([{ id }])
      for (const beginning of ['%', '_'.repeat(8), `${id}0`, id.slice(1), "' OR 1=1 --"])
        expect(await store.find(beginning)).toEqual([])
    })
  })

  describe('health', () => {
    test('it can be checked whether messages could be written, which leaves nothing behind', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await store.keep(submission(), sender)
      for (let times = 0; times < 3; times++) await store.checkWritable()
      expect(await store.list()).toHaveLength(1)
      // An instance that starts now finds nothing unusual.
      expect(await (await place.open()).list()).toHaveLength(1)
    })

    test('the backlog is what is not delivered, and for how long the oldest has waited', async () => {
      await using place = await makePlace()
      const store = await place.open()
      expect(await store.backlog()).toEqual({ waiting: 0, unknown: 0, refused: 0, oldestMs: undefined })
      await store.keep(numbered(9, { website: 'robot' }), sender)
      const start = place.now
      await keepAll(place, store, [1, 2, 3, 4])
      const claims = await store.claim(3, 0)
      // A message on its way is not delivered yet.
      expect(await store.backlog()).toEqual({ waiting: 4, unknown: 0, refused: 0, oldestMs: 3 })
      const outcomes = [failed('refused'), failed('unknown'), sent]
      for (const [index, { token }] of claims.entries()) await store.settle(token, outcomes[index] as Outcome)
      await place.setClock(start + minuteMs)
      // One that is refused is known; that it is old is no news.
      expect(await store.backlog()).toEqual({ waiting: 1, unknown: 1, refused: 1, oldestMs: minuteMs - 2 })
      await place.setClock(start - dayMs)
      expect(await store.backlog()).toMatchObject({ oldestMs: 0 })
    })
  })

  describe('erasing', () => {
    test('leaves nothing of a message in the files, and the others alone', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const ids: string[] = []
      for (let number = 0; number < 60; number++) {
        const words = `${number % 3 === 0 ? 'ZURÜCKGENOMMEN' : 'bleibt'} ${'x'.repeat((number * 97) % 4000)}`
        const outcome = await store.keep(numbered(number, { message: words, name: words.slice(0, 14) }), sender)
        if (number % 3 === 0 && 'id' in outcome) ids.push(outcome.id)
      }
      for (const { token, message } of await store.claim(60, 0))
        await store.settle(token, { kind: 'deferred', reason: `450 ${message.name}` })
      expect((await place.bytes()).includes('ZURÜCKGENOMMEN')).toBe(true)
      expect(await store.erase([...ids, uuid(99)])).toBe(20)
      const bytes = await place.bytes()
      expect(bytes.includes('ZURÜCKGENOMMEN')).toBe(false)
      expect(ids.filter((id) => bytes.includes(id))).toEqual([])
      expect(await store.list()).toHaveLength(40)
      // The store goes on, and a repeat of what was erased comes as new.
      expect((await store.keep(numbered(0), sender)).kind).toBe('kept')
    })

    test('waits for no other instance to close', async () => {
      await using place = await makePlace()
      const [server, operator] = [await place.open(), await place.open()]
      const { id } = (await server.keep(submission({ message: 'ZURÜCKGENOMMEN' }), sender)) as { id: string }
      await server.list()
      expect(await operator.erase([id])).toBe(1)
      expect(await server.list()).toEqual([])
      expect((await place.bytes()).includes('ZURÜCKGENOMMEN')).toBe(false)
    })
  })

  describe('purging', () => {
    test('erases what is older, delivered or not, and says how much', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await store.purge(1)
      const start = place.now
      await keepAll(place, store, [1, 2, 3, 4])
      await store.settle((await claimOne(store)).token, sent)
      await place.setClock(start + dayMs)
      expect(await store.purge(1)).toEqual({ kind: 'purged', erased: 0, undelivered: 0 })
      await pass(place, 3)
      expect(await store.purge(1)).toEqual({ kind: 'purged', erased: 2, undelivered: 1 })
      expect((await store.list()).map(({ name }) => name)).toEqual(['Nr. 4', 'Nr. 3'])
    })

    test('waits, after the clock has leapt by more than a day, until the server has run for a day', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await keepAll(place, store, [1])
      await store.purge(365)
      await pass(place, 400 * dayMs)
      expect(await store.purge(365)).toEqual({ kind: 'clock in doubt', waitMs: dayMs })
      // Also for an instance that starts now, and for those who ask often.
      for (let asked = 0; asked < 5; asked++)
        expect(await (await place.open()).purge(365)).toEqual({ kind: 'clock in doubt', waitMs: dayMs })
      for (let hour = 1; hour < 24; hour++) {
        await pass(place, hourMs)
        expect(await store.purge(365)).toEqual({ kind: 'clock in doubt', waitMs: dayMs - hour * hourMs })
      }
      await pass(place, hourMs)
      expect(await store.purge(365)).toEqual({ kind: 'purged', erased: 1, undelivered: 1 })
    })

    test('counts only the time that the server ran, and begins anew at each leap', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await store.purge(365)
      const waitAfter = async (ms: number) => {
        await pass(place, ms)
        const outcome = await store.purge(365)
        return outcome.kind === 'clock in doubt' ? outcome.waitMs : 0
      }
      expect(await waitAfter(dayMs)).toBe(0)
      expect(await waitAfter(dayMs + 1)).toBe(dayMs)
      expect(await waitAfter(dayMs)).toBe(dayMs - 61 * minuteMs)
      expect(await waitAfter(10 * minuteMs)).toBe(dayMs - 71 * minuteMs)
      expect(await waitAfter(-hourMs)).toBe(dayMs - 71 * minuteMs)
      expect(await waitAfter(hourMs)).toBe(dayMs - 131 * minuteMs)
      expect(await waitAfter(2 * dayMs)).toBe(dayMs)
    })

    test('a message that came while the clock was far behind is not old when the clock is right again', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await store.purge(365)
      await pass(place, -400 * dayMs)
      await keepAll(place, store, [1])
      await pass(place, 400 * dayMs)
      expect(await store.purge(365)).toEqual({ kind: 'clock in doubt', waitMs: dayMs })
    })

    test('a clock that was wrong and is right again erases nothing', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await store.purge(365)
      await keepAll(place, store, [1])
      for (const jump of [400 * dayMs, -400 * dayMs, 400 * dayMs, -400 * dayMs]) {
        await pass(place, jump)
        await store.purge(365)
      }
      expect(await store.list()).toHaveLength(1)
    })
  })
})
