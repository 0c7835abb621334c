import { afterEach, expect, test, vi } from 'vitest'
import { type MessageStore, type StoredMessage, StoreError } from '../store/message-store.ts'
import { DeliveryLoop } from './delivery-loop.ts'
import type { SendOutcome } from './mailer.ts'

afterEach(() => {
  vi.useRealTimers()
})

const start = new Date('2026-03-01T09:00:00Z')
const secondMs = 1_000

/** A store that holds ids alone, and a mail server that answers as told: what is tested is the loop between them. */
function makeLoop(ids: string[], answers: (SendOutcome | 'pending')[]) {
  vi.useFakeTimers({ now: start })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const due = new Map(ids.map((id) => [id, 0]))
  const attempts = new Map<string, number>()
  const sent: string[] = []
  const events: string[] = []
  /** How often each will fail before it works again. */
  const failures = { claimDue: 0, markDelivered: 0 }
  const fail = (method: keyof typeof failures) => {
    if (failures[method]-- > 0) throw new StoreError('disk full')
  }
  const store: Pick<MessageStore, 'claimDue' | 'markDelivered' | 'postpone' | 'refuse'> = {
    async claimDue(at, leaseMs) {
      fail('claimDue')
      const [id] = [...due].filter(([, time]) => time <= at.getTime()).sort(([, a], [, b]) => a - b)[0] ?? []
      if (!id) return undefined
      due.set(id, at.getTime() + leaseMs)
      attempts.set(id, (attempts.get(id) ?? 0) + 1)
      return { id, attempts: attempts.get(id) } as StoredMessage
    },
    async markDelivered(id) {
      fail('markDelivered')
      due.delete(id)
      events.push(`${id} delivered`)
    },
    async postpone(id, _reason, until) {
      due.set(id, until.getTime())
      events.push(`${id} postponed`)
    },
    async refuse(id, reason) {
      due.delete(id)
      events.push(`${id} refused: ${reason}`)
    },
  }
  const mailer = {
    async send({ messageId }: { messageId: string }): Promise<SendOutcome> {
      sent.push(`${messageId} at ${(Date.now() - start.getTime()) / secondMs} s`)
      const answer = answers.shift() ?? { kind: 'sent' }
      return answer === 'pending' ? new Promise(() => undefined) : answer
    },
  }
  const log: string[] = []
  const loop = new DeliveryLoop({
    store,
    mailer,
    compose: async ({ id }) => ({ messageId: id }) as never,
    now: () => new Date(),
    log: (_event, line) => log.push(line),
  })
  return { loop, due, sent, events, failures, log, stop: () => loop.stop() }
}

const reason = '451 later'

test('delivers what waits, one after the other, without a pause', async () => {
  const { loop, sent, events, stop } = makeLoop(['a', 'b', 'c'], [])
  loop.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual(['a at 0 s', 'b at 0 s', 'c at 0 s'])
  expect(events).toEqual(['a delivered', 'b delivered', 'c delivered'])
  await stop()
})

test('never has two mails under way', async () => {
  const { loop, sent } = makeLoop(['a', 'b'], ['pending'])
  loop.start()
  await vi.advanceTimersByTimeAsync(60 * secondMs)
  expect(sent).toEqual(['a at 0 s'])
})

test('what is new is delivered at once when it says so, and soon when it does not', async () => {
  const { loop, due, sent, stop } = makeLoop([], [])
  loop.start()
  await vi.advanceTimersByTimeAsync(0)
  due.set('told', 0)
  loop.wake()
  await vi.advanceTimersByTimeAsync(0)
  due.set('found', 0)
  await vi.advanceTimersByTimeAsync(secondMs)
  expect(sent).toEqual(['told at 0 s', 'found at 1 s'])
  await stop()
})

test('while the mail server is away, the pauses grow to a minute; then everything is delivered', async () => {
  const away: SendOutcome = { kind: 'unreachable', reason: 'ECONNREFUSED' }
  const { loop, sent, events, log, stop } = makeLoop(['a'], Array(9).fill(away))
  loop.start()
  await vi.advanceTimersByTimeAsync(300 * secondMs)
  expect(sent).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243].map((seconds) => `a at ${seconds} s`))
  expect(events.at(-1)).toBe('a delivered')
  // Said once, not at each attempt.
  expect(log.filter((line) => line.includes('cannot be used'))).toHaveLength(1)
  expect(log.filter((line) => line.includes('can be used again'))).toHaveLength(1)
  await stop()
})

test('a new message does not hurry a server that is away, and no message blocks the others', async () => {
  const away: SendOutcome = { kind: 'unreachable', reason: 'timeout' }
  const { loop, due, sent, stop } = makeLoop(['a'], [away, away])
  loop.start()
  await vi.advanceTimersByTimeAsync(0)
  due.set('b', 0)
  loop.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual(['a at 0 s'])
  await vi.advanceTimersByTimeAsync(10 * secondMs)
  expect(sent).toEqual(['a at 0 s', 'b at 1 s', 'a at 3 s', 'b at 3 s'])
  await stop()
})

test('a mail that is refused for now is tried again later and later; the others go on meanwhile', async () => {
  const later: SendOutcome = { kind: 'deferred', reason }
  const { loop, sent, events, stop } = makeLoop(['a', 'b'], [later, { kind: 'sent' }, later, later])
  loop.start()
  await vi.advanceTimersByTimeAsync(60 * secondMs)
  expect(sent).toEqual(['a at 0 s', 'b at 0 s', 'a at 2 s', 'a at 6 s', 'a at 14 s'])
  expect(events).toEqual(['a postponed', 'b delivered', 'a postponed', 'a postponed', 'a delivered'])
  await stop()
})

test('a mail that is refused for good is not tried again, and keeps the reason', async () => {
  const { loop, sent, events, stop } = makeLoop(['a'], [{ kind: 'refused', reason: '550 no' }])
  loop.start()
  await vi.advanceTimersByTimeAsync(3_600 * secondMs)
  expect(sent).toEqual(['a at 0 s'])
  expect(events).toEqual(['a refused: 550 no'])
  await stop()
})

test('a store that fails is asked again, and nothing is lost', async () => {
  const { loop, failures, sent, stop } = makeLoop(['a'], [])
  failures.claimDue = 2
  loop.start()
  await vi.advanceTimersByTimeAsync(10 * secondMs)
  expect(sent).toEqual(['a at 3 s'])
  await stop()
})

test('a mail that is sent is not sent again because the store cannot note it', async () => {
  const { loop, failures, sent, events, stop } = makeLoop(['a', 'b'], [])
  failures.markDelivered = 6
  loop.start()
  await vi.advanceTimersByTimeAsync(62 * secondMs)
  expect([sent, events]).toEqual([['a at 0 s'], []])
  await vi.advanceTimersByTimeAsync(60 * secondMs)
  expect(sent).toEqual(['a at 0 s', 'b at 63 s'])
  expect(events).toEqual(['a delivered', 'b delivered'])
  await stop()
})

test('stopping waits for the mail under way, and begins no other', async () => {
  const { loop, sent, events, due } = makeLoop(['a', 'b'], [])
  loop.start()
  await loop.stop()
  expect(sent).toEqual(['a at 0 s'])
  expect(events).toEqual(['a delivered'])
  expect([...due.keys()]).toEqual(['b'])
})

test('the log says which message, and nothing that the server or the visitor said', async () => {
  const { loop, log, stop } = makeLoop(
    ['a', 'b'],
    [
      { kind: 'refused', reason: '550 marie@example.org says hello' },
      { kind: 'deferred', reason: '451 marie@example.org' },
    ],
  )
  loop.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(log).toEqual([
    'Message a refused: the mail server does not take it, and it is not tried again.',
    'Message b deferred: the mail server does not take it now.',
  ])
  await stop()
})
