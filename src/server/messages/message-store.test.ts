import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PostgresServer, serverStartMs } from '../../testing/postgres-server.ts'
import type { MessageStore, NewMessage, SenderLimitRule } from './message-store.ts'
import { openPostgresStore } from './postgres-store.ts'
import { SqliteStore } from './sqlite-store.ts'

const minuteMs = 60_000
const noLimit: SenderLimitRule = { count: 0, windowMs: 10 * minuteMs }
const at = new Date('2026-03-01T09:00:00.000Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const sender = '192.0.2.1'

const uuid = (number: number) => `3f2b6f0e-9d0c-4c46-8a53-${String(number).padStart(12, '0')}`
const message = (changes: Partial<NewMessage> = {}): NewMessage => ({
  name: 'Marie Durand',
  email: 'marie@example.org',
  message: 'Quels documents faut-il fournir ? 🎉',
  language: 'fr',
  isTrapped: false,
  ...changes,
})

/** A place for stores of one kind: each `open` is another instance at the same messages. */
type Place = {
  open(rule?: SenderLimitRule): Promise<MessageStore>
  /** Everything that the store has written to disk. */
  bytes(): Promise<Buffer>
  [Symbol.asyncDispose](): Promise<void>
}

async function sqlitePlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  const stores: MessageStore[] = []
  return {
    async open(rule = noLimit) {
      const store = new SqliteStore(folder, rule)
      stores.push(store)
      return store
    },
    bytes: async () => Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file)))),
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store.close().catch(() => undefined)
      rmSync(folder, { recursive: true })
    },
  }
}

let server: PostgresServer | undefined
beforeAll(async () => {
  server = await PostgresServer.start()
}, serverStartMs)
afterAll(() => server?.[Symbol.asyncDispose]())

async function postgresPlace(): Promise<Place> {
  if (!server) throw new Error('PostgreSQL has not started.')
  const database = await server.makeDatabase()
  const stores: MessageStore[] = []
  return {
    async open(rule = noLimit) {
      const store = await openPostgresStore(database.url, rule)
      stores.push(store)
      return store
    },
    // The write-ahead log, which is the whole server's, is left out: it holds what was erased until it is recycled.
    bytes: () => database.bytes(),
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store.close().catch(() => undefined)
    },
  }
}

const places = [
  ['SQLite', sqlitePlace],
  ['PostgreSQL', postgresPlace],
] as const

/** What every kind of store promises. */
describe.each(places)('%s', { timeout: 30_000 }, (_kind, makePlace) => {
  describe('keeping', () => {
    test('what was kept is there, to the letter, also for the next process', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const outcome = await store.keep(message({ submissionId: uuid(1) }), sender, at)
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
          receivedAt: at,
          state: 'waiting',
          attempts: 0,
          dueAt: at,
          reason: undefined,
          deliveredAt: undefined,
        },
      ])
    })

    test('the same submission is one message, however late it is repeated', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const first = await store.keep(message({ submissionId: uuid(1) }), sender, at)
      const second = await store.keep(message({ submissionId: uuid(1) }), sender, later(3 * 24 * 60 * minuteMs))
      expect(second).toEqual({ ...first, kind: 'repeat' })
      expect(await store.list()).toHaveLength(1)
    })

    test('the same id with other words is another message: nothing is lost', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await store.keep(message({ submissionId: uuid(1) }), sender, at)
      const second = await store.keep(message({ submissionId: uuid(1), message: 'Et combien ?' }), sender, at)
      expect(second.kind).toBe('kept')
      expect(await store.list()).toHaveLength(2)
    })

    test('the same words with another id are another message', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await store.keep(message({ submissionId: uuid(1) }), sender, at)
      expect((await store.keep(message({ submissionId: uuid(2) }), sender, at)).kind).toBe('kept')
    })

    test('without an id, the same name, e-mail and message within ten minutes are one message', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await store.keep(message(), sender, at)
      const kindAt = async (ms: number, changes = {}) => (await store.keep(message(changes), sender, later(ms))).kind
      expect(await kindAt(10 * minuteMs - 1)).toBe('repeat')
      expect(await kindAt(10 * minuteMs - 1, { language: 'es' })).toBe('repeat')
      for (const change of [{ name: 'Marie' }, { email: 'm@example.org' }, { message: 'Bonjour' }])
        expect(await kindAt(1, change)).toBe('kept')
      expect(await kindAt(10 * minuteMs)).toBe('kept')
    })

    test('twenty parallel repeats of one submission, at two instances, are one message', async () => {
      await using place = await makePlace()
      const stores = [await place.open({ ...noLimit, count: 5 }), await place.open({ ...noLimit, count: 5 })]
      for (const submission of [message({ submissionId: uuid(1) }), message({ message: 'Sans script' })]) {
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, (_, index) => (stores[index % 2] as MessageStore).keep(submission, sender, at)),
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
      await Promise.all(
        Array.from({ length: 100 }, (_, index) => store.keep(message({ submissionId: uuid(index) }), sender, at)),
      )
      expect(await store.list()).toHaveLength(100)
    })
  })

  describe('the limit on senders', () => {
    const three: SenderLimitRule = { count: 3, windowMs: 10 * minuteMs }
    const sendAt = (store: MessageStore, ms: number, number: number, address = sender) =>
      store.keep(message({ submissionId: uuid(number) }), address, later(ms))

    test('one address may send so many in a window, and is told when it may again', async () => {
      await using place = await makePlace()
      const store = await place.open(three)
      for (const number of [1, 2, 3]) expect((await sendAt(store, number * minuteMs, number)).kind).toBe('kept')
      expect(await sendAt(store, 4 * minuteMs, 4)).toEqual({ kind: 'too-many', retryAfterMs: 7 * minuteMs })
      expect(await store.list()).toHaveLength(3)

      expect((await sendAt(store, 4 * minuteMs, 5, '192.0.2.2')).kind).toBe('kept')
      // A message that was refused does not count.
      expect((await sendAt(store, 11 * minuteMs, 4)).kind).toBe('kept')
      expect(await sendAt(store, 11 * minuteMs, 6)).toEqual({ kind: 'too-many', retryAfterMs: minuteMs })
    })

    test('a repeat counts nothing and is never too many', async () => {
      await using place = await makePlace()
      const store = await place.open(three)
      for (const _ of Array(5)) await sendAt(store, 0, 1)
      for (const number of [2, 3]) expect((await sendAt(store, 0, number)).kind).toBe('kept')
      expect((await sendAt(store, 0, 1)).kind).toBe('repeat')
      expect((await sendAt(store, 0, 4)).kind).toBe('too-many')
    })

    test('parallel messages do not slip through', async () => {
      await using place = await makePlace()
      const store = await place.open(three)
      const outcomes = await Promise.all(Array.from({ length: 10 }, (_, number) => sendAt(store, 0, number)))
      expect(outcomes.filter(({ kind }) => kind === 'kept')).toHaveLength(3)
    })

    test('the addresses of one IPv6 network are one sender', async () => {
      await using place = await makePlace()
      const store = await place.open({ ...three, count: 1 })
      expect((await sendAt(store, 0, 1, '2001:db8:1:2::1')).kind).toBe('kept')
      expect((await sendAt(store, 0, 2, '2001:db8:1:2:ffff::9')).kind).toBe('too-many')
      expect((await sendAt(store, 0, 3, '2001:db8:1:3::1')).kind).toBe('kept')
    })

    test('no address is written down', async () => {
      await using place = await makePlace()
      const store = await place.open(three)
      await sendAt(store, 0, 1, '203.0.113.77')
      await store.close()
      expect((await place.bytes()).includes('203.0.113.77')).toBe(false)
    })
  })

  describe('delivery', () => {
    test('a message is claimed once, the one that has been due longest first', async () => {
      await using place = await makePlace()
      const store = await place.open()
      for (const number of [2, 1, 3])
        await store.keep(message({ submissionId: uuid(number), name: `Nr. ${number}` }), sender, later(number))
      const claimed = [await store.claimDue(later(10), minuteMs), await store.claimDue(later(10), minuteMs)]
      expect(claimed.map((message) => [message?.name, message?.attempts])).toEqual([
        ['Nr. 1', 1],
        ['Nr. 2', 1],
      ])
      expect((await store.claimDue(later(10), minuteMs))?.name).toBe('Nr. 3')
      expect(await store.claimDue(later(10), minuteMs)).toBeUndefined()
    })

    test('what one instance has claimed, no other gets', async () => {
      await using place = await makePlace()
      const stores = [await place.open(), await place.open()] as const
      for (const number of [1, 2, 3, 4, 5, 6]) await stores[0].keep(message({ submissionId: uuid(number) }), sender, at)
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, index) => stores[index % 2 === 0 ? 0 : 1].claimDue(at, minuteMs)),
      )
      const ids = claims.flatMap((claim) => claim?.id ?? [])
      expect(ids).toHaveLength(6)
      expect(new Set(ids).size).toBe(6)
    })

    test('a claim ends with its lease', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await store.keep(message(), sender, at)
      await store.claimDue(at, minuteMs)
      expect(await store.claimDue(later(minuteMs - 1), minuteMs)).toBeUndefined()
      expect(await store.claimDue(later(minuteMs), minuteMs)).toMatchObject({ attempts: 2 })
    })

    test('what is delivered or refused is not due again, and says what became of it', async () => {
      await using place = await makePlace()
      const store = await place.open()
      for (const number of [1, 2]) await store.keep(message({ submissionId: uuid(number) }), sender, later(number))
      const [first, second] = [await store.claimDue(later(5), 1), await store.claimDue(later(5), 1)]
      await store.markDelivered(first?.id ?? '', later(7))
      await store.refuse(second?.id ?? '', '550 no such user')
      expect(await store.claimDue(later(minuteMs), 1)).toBeUndefined()
      expect(await store.list('delivered')).toMatchObject([{ id: first?.id, deliveredAt: later(7) }])
      expect(await store.list('refused')).toMatchObject([{ id: second?.id, reason: '550 no such user' }])
      expect(await store.list('waiting')).toEqual([])
    })

    test('what is postponed waits until its time, and says why', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await store.keep(message(), sender, at)
      const claimed = await store.claimDue(at, minuteMs)
      await store.postpone(claimed?.id ?? '', '451 try again later', later(5_000))
      expect(await store.claimDue(later(4_999), minuteMs)).toBeUndefined()
      expect(await store.claimDue(later(5_000), minuteMs)).toMatchObject({ attempts: 2, reason: '451 try again later' })
    })

    test('what filled the trap field is kept but not due, until the operator says so', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await store.keep(message({ isTrapped: true }), sender, at)
      expect(await store.claimDue(later(minuteMs), minuteMs)).toBeUndefined()
      const [trapped] = await store.list('trapped')
      expect(await store.requeue([trapped?.id ?? ''], later(minuteMs))).toBe(1)
      expect(await store.claimDue(later(minuteMs), minuteMs)).toMatchObject({ id: trapped?.id })
    })

    test('what was refused or postponed can be made due at once', async () => {
      await using place = await makePlace()
      const store = await place.open()
      for (const number of [1, 2]) await store.keep(message({ submissionId: uuid(number) }), sender, later(number))
      const ids = [(await store.claimDue(later(5), 1))?.id ?? '', (await store.claimDue(later(5), 1))?.id ?? '']
      await store.refuse(ids[0] ?? '', '550')
      await store.postpone(ids[1] ?? '', '451', later(60 * minuteMs))
      expect(await store.requeue([...ids, uuid(9)], later(10))).toBe(2)
      const again = [await store.claimDue(later(10), minuteMs), await store.claimDue(later(10), minuteMs)]
      expect(again.map((message) => message?.id).sort()).toEqual(ids.sort())
    })
  })

  describe('health', () => {
    test('it can be checked whether messages could be written, which leaves nothing behind', async () => {
      await using place = await makePlace()
      const store = await place.open()
      await store.keep(message(), sender, at)
      for (let times = 0; times < 3; times++) await store.checkWritable()
      expect(await store.list()).toHaveLength(1)
      await store.checkWritable()
      // An instance that starts now finds nothing unusual.
      expect(await (await place.open()).list()).toHaveLength(1)
    })

    test('the backlog is what waits, and since when', async () => {
      await using place = await makePlace()
      const store = await place.open()
      expect(await store.backlog()).toEqual({ waiting: 0, oldestAt: undefined })
      for (const number of [1, 2, 3])
        await store.keep(message({ submissionId: uuid(number), message: String(number) }), sender, later(number))
      await store.keep(message({ submissionId: uuid(4), isTrapped: true }), sender, at)
      const claimed = (await store.claimDue(later(minuteMs), minuteMs)) ?? expect.unreachable()
      // A message on its way is not delivered yet.
      expect(await store.backlog()).toEqual({ waiting: 3, oldestAt: later(1) })
      await store.markDelivered(claimed.id, later(minuteMs))
      expect(await store.backlog()).toEqual({ waiting: 2, oldestAt: later(2) })
    })
  })

  describe('the operator’s view', () => {
    test('the newest come first', async () => {
      await using place = await makePlace()
      const store = await place.open()
      for (const number of [1, 3, 2])
        await store.keep(message({ submissionId: uuid(number), name: `Nr. ${number}` }), sender, later(number))
      expect((await store.list()).map(({ name }) => name)).toEqual(['Nr. 3', 'Nr. 2', 'Nr. 1'])
    })

    test('a message is found by the beginning of its id, and by nothing else', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const { id } = (await store.keep(message(), sender, at)) as { id: string }
      expect(await store.find(id.slice(0, 8))).toMatchObject([{ id }])
      expect(await store.find(id)).toMatchObject([{ id }])
      for (const beginning of ['%', '_'.repeat(8), `${id}0`, id.slice(1), "' OR 1=1 --"])
        expect(await store.find(beginning)).toEqual([])
    })

    test('nothing of an erased message is left in the files, and the others stay', async () => {
      await using place = await makePlace()
      const store = await place.open()
      const ids: string[] = []
      for (let number = 0; number < 60; number++) {
        const words = `${number % 3 === 0 ? 'ZURÜCKGENOMMEN' : 'bleibt'} ${'x'.repeat((number * 97) % 4000)}`
        const outcome = await store.keep(
          message({ submissionId: uuid(number), message: words, name: words.slice(0, 14) }),
          sender,
          later(number),
        )
        if (number % 3 === 0 && 'id' in outcome) ids.push(outcome.id)
      }
      expect((await place.bytes()).includes('ZURÜCKGENOMMEN')).toBe(true)
      expect(await store.erase([...ids, uuid(99)])).toBe(20)
      const bytes = await place.bytes()
      expect(bytes.includes('ZURÜCKGENOMMEN')).toBe(false)
      expect(ids.filter((id) => bytes.includes(id))).toEqual([])
      expect(await store.list()).toHaveLength(40)
      // The store goes on, and a repeat of what was erased comes as new.
      expect((await store.keep(message({ submissionId: uuid(0) }), sender, at)).kind).toBe('kept')
    })

    test('erasing waits for no other instance to close', async () => {
      await using place = await makePlace()
      const [server, operator] = [await place.open(), await place.open()]
      const { id } = (await server.keep(message({ message: 'ZURÜCKGENOMMEN' }), sender, at)) as { id: string }
      await server.list()
      expect(await operator.erase([id])).toBe(1)
      expect(await server.list()).toEqual([])
      expect((await place.bytes()).includes('ZURÜCKGENOMMEN')).toBe(false)
    })

    test('purging erases what is older, delivered or not, and says how much', async () => {
      await using place = await makePlace()
      const store = await place.open()
      for (const number of [1, 2, 3, 4])
        await store.keep(message({ submissionId: uuid(number) }), sender, later(number))
      const claimed = await store.claimDue(later(5), minuteMs)
      await store.markDelivered(claimed?.id ?? '', later(5))
      expect(await store.purge(later(3))).toEqual({ erased: 2, undelivered: 1 })
      expect((await store.list()).map(({ receivedAt }) => receivedAt)).toEqual([later(4), later(3)])
      expect(await store.purge(later(3))).toEqual({ erased: 0, undelivered: 0 })
    })
  })
})
