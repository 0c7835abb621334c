import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Backlog } from '../messages/message-store.ts'
import { Readiness } from './readiness.ts'

const nothing: Backlog = { waiting: 0, unknown: 0, refused: 0, oldestMs: undefined }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An instance with a store that does what the test sets. */
function makeInstance({ hasMail = true } = {}) {
  const store = { location: 'a test', checkWritable: async () => {}, backlog: async () => nothing }
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const readiness = new Readiness({ store, hasMail, log: () => {}, now: Date.now, sleep })
  void readiness.watch(new AbortController().signal)
  return { readiness, store }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Lets the next check begin, and end unless the store does not answer. */
const check = () => pass(5_000)

// A store that fails, and works again: tests/messages/store-faults.test.ts and database-away.test.ts.

test('a store that can be written to makes it ready, whatever is in it', async () => {
  for (const [changes, mail, hasMail = true] of [
    [{}, 'nothing waits'],
    [{ waiting: 3, oldestMs: 60_000 }, 'waiting'],
    [{ unknown: 2 }, 'needs attention'],
    [{ refused: 2 }, 'needs attention'],
    [{ waiting: 3 }, 'not set up', false],
  ] as [Partial<Backlog>, string, boolean?][]) {
    const { readiness, store } = makeInstance({ hasMail })
    const { oldestMs, ...counts } = { ...nothing, ...changes }
    store.backlog = async () => ({ ...counts, oldestMs })
    await check()
    const oldestWaitingSeconds = oldestMs === undefined ? null : 60
    const ready = { status: 'ready', instance: 'serving', store: 'writable' }
    expect(readiness.report()).toEqual({ ...ready, mail, ...counts, oldestWaitingSeconds })
  }
})

test('a store that does not answer within two seconds makes it unready, until it does', async () => {
  const { readiness, store } = makeInstance()
  const disk = Promise.withResolvers<Backlog>()
  store.backlog = () => disk.promise
  await check()
  await pass(1_999)
  expect(readiness.report()).toMatchObject({ status: 'ready' })
  await pass(1)
  expect(readiness.report()).toMatchObject({ status: 'unready', store: 'does not answer' })
  disk.resolve(nothing)
  await check()
  expect(readiness.report()).toMatchObject({ status: 'ready' })
})
