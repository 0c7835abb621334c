import { describe, expect, inject, test } from 'vitest'
import { type MessagePlace, noLimit, postgresPlace, sqlitePlace } from '../../../tests/support/message-places.ts'
import { PostgresDatabases } from '../../../tests/support/postgres-server.ts'
import type { Submission } from '../../shared/contact/message-rules.ts'
import type { Claim, Message, MessageStore } from './message-store.ts'
import type { SenderLimitRule } from './sender-limit.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
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

const server = new PostgresDatabases(inject('postgres'))

const places = [
  ['SQLite', () => sqlitePlace()],
  ['PostgreSQL', () => postgresPlace(server)],
] as const

const pass = (place: MessagePlace, ms: number) => place.setClock(place.now + ms)

/** Keeps one message for each number, a millisecond apart. */
async function keepAll(place: MessagePlace, store: MessageStore, numbers: number[]): Promise<void> {
  for (const number of numbers) {
    await pass(place, 1)
    await store.keep(numbered(number), sender)
  }
}

async function claimOne(store: MessageStore): Promise<Claim> {
  const [claim] = await store.claim(1, 1)
  return claim ?? expect.unreachable('nothing was due')
}

/** What every kind of store promises and message-model.test.ts does not play: instances, files and limits. */
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

    test('parallel messages do not slip through, at however many instances', async () => {
      await using place = await makePlace()
      const stores = [await place.open(three), await place.open(three)]
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, number) => (stores[number % 2] as MessageStore).keep(numbered(number), sender)),
      )
      expect(outcomes.filter(({ kind }) => kind === 'kept')).toHaveLength(3)
    })

    test.each([
      ['a whole site', Array.from({ length: 9 }, (_, network) => `2001:db8:1:${network}::1`), 4],
      ['everybody', Array.from({ length: 105 }, (_, host) => `192.0.2.${host}`), 100],
    ])('%s: of as many messages as addresses so many are kept', async (_case, addresses, most) => {
      await using place = await makePlace()
      const store = await place.open(one)
      for (const [number, address] of addresses.entries()) await store.keep(numbered(number), address)
      expect(await store.list()).toHaveLength(most)
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
  })

  describe('the operator', () => {
    test('sees the newest first, and those of one state alone', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await keepAll(place, store, [1, 3, 2])
      expect((await store.list()).map(({ name }) => name)).toEqual(['Nr. 2', 'Nr. 3', 'Nr. 1'])
      await store.settle((await claimOne(store)).token, { kind: 'sent' })
      expect((await store.list('delivered')).map(({ name }) => name)).toEqual(['Nr. 1'])
      expect((await store.list('waiting')).map(({ name }) => name)).toEqual(['Nr. 2', 'Nr. 3'])
    })

    test('sees of each text as much as was asked for, whole characters of it', async () => {
      await using place = await makePlace()
      const store = await place.open()
      for (const message of ['🎉🎉🎉🎉', 'é', 'Hola 🎉']) await store.keep(submission({ message }), sender)
      const texts = (messages: Message[]) => messages.map(({ message }) => message).sort()
      expect(texts(await store.list('waiting', 2))).toEqual(['Ho', 'é', '🎉🎉'])
      expect(texts(await store.list(undefined, 4))).toEqual(['Hola', 'é', '🎉🎉🎉🎉'])
      expect(texts(await store.list('waiting'))).toEqual(['Hola 🎉', 'é', '🎉🎉🎉🎉'])
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
      // An instance that starts now reads the messages without complaint.
      expect(await (await place.open()).list()).toHaveLength(1)
    })
  })

  describe('erasing', () => {
    test('leaves nothing of a message in the files, and the others alone', async () => {
      await using place = await makePlace()
      // Two open instances: erasing must not wait until the other one closes.
      const [store, other] = [await place.open(), await place.open()]
      const ids: string[] = []
      for (let number = 0; number < 60; number++) {
        const words = `${number % 3 === 0 ? 'ZURÜCKGENOMMEN' : 'bleibt'} ${'x'.repeat((number * 97) % 4000)}`
        const outcome = await store.keep(numbered(number, { message: words, name: words.slice(0, 14) }), sender)
        if (number % 3 === 0 && 'id' in outcome) ids.push(outcome.id)
      }
      for (const { token, message } of await store.claim(60, 0))
        await store.settle(token, { kind: 'deferred', reason: `450 ${message.name}` })
      expect(await other.list()).toHaveLength(60)
      expect((await place.bytes()).includes('ZURÜCKGENOMMEN')).toBe(true)
      expect(await store.erase([...ids, uuid(99)])).toBe(20)
      const bytes = await place.bytes()
      expect(bytes.includes('ZURÜCKGENOMMEN')).toBe(false)
      expect(ids.filter((id) => bytes.includes(id))).toEqual([])
      expect(await other.list()).toHaveLength(40)
      // The store still takes messages, and a repeat of an erased one is kept as new.
      expect((await store.keep(numbered(0), sender)).kind).toBe('kept')
    })
  })
})
