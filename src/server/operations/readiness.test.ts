import { expect, test, vi } from 'vitest'
import { type Backlog, type MessageStore, StoreError } from '../messages/message-store.ts'
import type { EventName } from './events.ts'
import { idleMeter } from './meter.ts'
import { Readiness } from './readiness.ts'
import { refusalMs, StoreHealth } from './store-health.ts'

const nothing: Backlog = { waiting: 0, unknown: 0, refused: 0, oldestMs: undefined }

/** A store that does what the test says, and how ready the instance is with it. */
function makeInstance({ hasMail = true }: { hasMail?: boolean } = {}) {
  let time = 0
  const now = () => time
  const events: EventName[] = []
  const failures: string[] = []
  const answers = {
    check: async () => {},
    keep: async (): ReturnType<MessageStore['keep']> => ({ kind: 'kept', id: 'a' }),
    backlog: nothing,
    checks: 0,
  }
  const store = {
    place: 'a test',
    checkWritable: async () => {
      answers.checks++
      await answers.check()
    },
    keep: async () => answers.keep(),
    backlog: async () => answers.backlog,
  } as unknown as MessageStore
  const meter = { ...idleMeter, storeFailure: (operation: string) => void failures.push(operation) }
  const health = new StoreHealth(store, { log: (event) => void events.push(event), meter, now })
  const readiness = new Readiness({ health, hasMail, now })
  const keep = () => health.store.keep({} as never, '')
  return {
    readiness,
    health,
    answers,
    events,
    failures,
    keep,
    pass: (ms: number) => {
      time += ms
    },
  }
}

const fail = async (): Promise<never> => {
  throw new StoreError('The disk of db.example.org is full.')
}

test('an instance is ready when its store can be written to', async () => {
  const { readiness } = makeInstance()
  expect(await readiness.report()).toEqual({
    status: 'ready',
    instance: 'serving',
    store: 'writable',
    mail: 'nothing waits',
    waiting: 0,
    unknown: 0,
    refused: 0,
    oldestWaitingSeconds: null,
  })
})

test('messages that wait are shown, and make nobody unready', async () => {
  const { readiness, answers } = makeInstance()
  answers.backlog = { ...nothing, waiting: 3, oldestMs: 60_000 }
  expect(await readiness.report()).toMatchObject({
    status: 'ready',
    mail: 'waiting',
    waiting: 3,
    oldestWaitingSeconds: 60,
  })
})

test.each(['unknown', 'refused'] as const)('so are those that are %s, which need somebody', async (state) => {
  const { readiness, answers } = makeInstance()
  answers.backlog = { ...nothing, [state]: 2 }
  expect(await readiness.report()).toMatchObject({ status: 'ready', mail: 'needs attention', waiting: 0, [state]: 2 })
})

test('without a mail server they wait for the operator, which is no fault', async () => {
  const { readiness } = makeInstance({ hasMail: false })
  expect(await readiness.report()).toMatchObject({ status: 'ready', mail: 'not set up' })
})

test('a store that cannot be written to makes it unready, in words that name nothing', async () => {
  const { readiness, answers } = makeInstance()
  answers.check = fail
  const report = await readiness.report()
  expect(report).toMatchObject({ status: 'unready', store: 'cannot be written to', mail: 'cannot be told' })
  expect(report).toMatchObject({ waiting: null, unknown: null, refused: null, oldestWaitingSeconds: null })
  expect(JSON.stringify(report)).not.toContain('example')
})

test('a store that does not answer makes it unready, and nobody waits for it', async () => {
  vi.useFakeTimers()
  try {
    const { readiness, answers } = makeInstance()
    answers.check = () => new Promise(() => undefined)
    const report = readiness.report()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await report).toMatchObject({ status: 'unready', store: 'does not answer' })
  } finally {
    vi.useRealTimers()
  }
})

test('a message that could not be kept counts for a while, or until another one is', async () => {
  const { readiness, answers, keep, pass } = makeInstance()
  const { keep: succeed } = answers
  answers.keep = fail
  await keep().catch(() => undefined)
  expect(await readiness.report()).toMatchObject({ status: 'unready', store: 'could not keep a message' })
  pass(refusalMs)
  expect(await readiness.report()).toMatchObject({ status: 'ready' })
  await keep().catch(() => undefined)
  answers.keep = succeed
  await keep()
  expect(await readiness.report()).toMatchObject({ status: 'ready' })
})

test('an instance that was told to stop is unready, though it still serves', async () => {
  const { readiness } = makeInstance()
  readiness.stop()
  expect(await readiness.report()).toMatchObject({ status: 'unready', instance: 'stopping', store: 'writable' })
})

test('however many ask, the store is written to once a second', async () => {
  const { readiness, answers, pass } = makeInstance()
  await Promise.all(Array.from({ length: 50 }, () => readiness.report()))
  pass(999)
  await readiness.report()
  expect(answers.checks).toBe(1)
  pass(1)
  await readiness.report()
  expect(answers.checks).toBe(2)
})

test('the log says once that the store fails and once that it is back; each failure is counted', async () => {
  vi.useFakeTimers()
  try {
    const { answers, events, failures, keep } = makeInstance()
    answers.keep = fail
    answers.check = fail
    for (let times = 0; times < 3; times++) await keep().catch(() => undefined)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(events).toEqual(['store_unavailable'])
    expect(failures).toEqual(['keep', 'keep', 'keep', 'checkWritable'])
    // Nobody sends or asks anything: it is tried again all the same.
    answers.check = async () => {}
    await vi.advanceTimersByTimeAsync(5_000)
    expect(events).toEqual(['store_unavailable', 'store_available'])
  } finally {
    vi.useRealTimers()
  }
})
