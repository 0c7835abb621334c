import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStore, submission } from '../../../tests/support/test-stores.ts'
import type { Message, Outcome } from '../messages/message-store.ts'
import type { EventName } from '../operations/events.ts'
import { Delivery } from './delivery.ts'
import type { Mail } from './mailer.ts'

const secondMs = 1_000

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 2, 1) }))
afterEach(() => void vi.useRealTimers())

const sleep = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => resolve())
  })
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

type Reply = Outcome | 'held'
const away: Outcome = { kind: 'away', reason: 'ECONNREFUSED' }
const later: Outcome = { kind: 'deferred', reason: '451 later' }

/** A delivery with the real store, in memory, and a mail server that gives these answers and then takes every mail. */
async function makeDelivery(answers: Reply[] = []) {
  const store = await memoryStore()
  const start = Date.now()
  const attempts: string[] = []
  const events: EventName[] = []
  const lines: string[] = []
  const held: string[] = []
  const delivery = new Delivery({
    store,
    compose: async ({ name }: Message) => {
      if (name === 'cannot be composed') throw new Error('no such language')
      return { subject: name } as Mail
    },
    mailer: {
      async send({ subject: name }) {
        attempts.push(`${name} at ${(Date.now() - start) / secondMs} s`)
        if (name === 'makes the mailer fail') throw new Error('a fault in the program')
        const answer = answers.shift() ?? { kind: 'sent' }
        return answer === 'held' ? new Promise(() => held.push(name)) : answer
      },
    },
    log: (event, line) => {
      events.push(event)
      lines.push(line)
    },
    sleep,
    now: () => performance.now(),
    random: () => 0.5,
  })
  return {
    delivery,
    store,
    attempts,
    held,
    eventNames: () => events,
    lines,
    async keep(...names: string[]) {
      for (const name of names) await store.keep(submission({ name }))
    },
    states: async () => Object.fromEntries((await store.list()).map(({ name, state }) => [name, state])),
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Nr. ${index + 1}`)

test('six at a time that are new, three that failed before, and no more', async () => {
  const { delivery, keep, held } = await makeDelivery([...Array(10).fill(later), ...Array(20).fill('held')])
  await keep(...numbered(10))
  delivery.start()
  await pass(secondMs)
  await keep(...numbered(20).slice(10))
  await pass(2 * secondMs)
  const old = new Set(numbered(10))
  expect(held).toHaveLength(9)
  expect(held.filter((name) => old.has(name))).toHaveLength(3)
})

test('what is new is sent at once when it is notified, and within half a minute when it is not', async () => {
  const { delivery, keep, attempts } = await makeDelivery()
  delivery.start()
  await pass(0)
  await keep('notified')
  delivery.notify()
  await pass(0)
  await keep('found')
  await pass(30 * secondMs)
  expect(attempts).toEqual(['notified at 0 s', 'found at 30 s'])
})

test('while the mail server is away, one mail probes it after pauses that grow to a minute; then all go out; the log has one line for each', async () => {
  const { delivery, keep, attempts, eventNames, lines } = await makeDelivery(Array(9).fill(away))
  await keep('a')
  delivery.start()
  await pass(10 * secondMs)
  // It is not sent, so it does not show that the mail server is back.
  await keep('cannot be composed')
  await pass(390 * secondMs)
  expect(attempts).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243].map((seconds) => `a at ${seconds} s`))
  expect(eventNames()).toEqual(['mail_unreachable', 'mail_refused', 'mail_reachable', 'mail_sent'])
  expect(lines[0]).toContain('ECONNREFUSED')
  await keep('b', 'c')
  delivery.notify()
  await pass(0)
  expect(attempts.slice(-2)).toEqual(['b at 400 s', 'c at 400 s'])
})

test('once the store is back, what comes is sent at once; the log has one line for the outage', async () => {
  const { delivery, store, keep, attempts, eventNames } = await makeDelivery()
  vi.spyOn(store, 'claim').mockRejectedValueOnce(new Error('disk full')).mockRejectedValueOnce(new Error('disk full'))
  delivery.start()
  await pass(3 * secondMs)
  await keep('a')
  delivery.notify()
  await pass(0)
  expect(attempts).toEqual(['a at 3 s'])
  expect(eventNames()).toEqual(['delivery_waits', 'mail_sent'])
})

test('a message that the program itself fails at is seen and keeps nobody waiting, nor does an address that is refused', async () => {
  const { delivery, keep, states, store, eventNames } = await makeDelivery([{ kind: 'sent', rejectedRecipients: 1 }])
  await keep('cannot be composed', 'makes the mailer fail', 'another')
  delivery.start()
  await pass(0)
  // A mailer that throws may have sent the mail already, so the outcome is unknown.
  const expected = { 'cannot be composed': 'refused', 'makes the mailer fail': 'unknown', another: 'delivered' }
  expect(await states()).toEqual(expected)
  expect(eventNames()).toContain('mail_partly_refused')
  expect((await store.list('refused'))[0]?.reason).toBe('The mail cannot be composed: no such language')
})

test('a stop waits for the mail under way, eleven minutes at most', async () => {
  const { delivery, keep } = await makeDelivery(['held'])
  await keep('a')
  delivery.start()
  await pass(0)
  const ends: string[] = []
  void delivery.stop().then((end) => ends.push(end))
  await pass(11 * 60 * secondMs - 1)
  expect(ends).toEqual([])
  await pass(1)
  expect(ends).toEqual(['gave up'])
})
