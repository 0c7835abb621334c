import { expect, onTestFinished, test, vi } from 'vitest'
import { type Backlog, type MessageStore, StoreError } from '../messages/message-store.ts'
import type { EventName } from './events.ts'
import { idleMeter } from './meter.ts'
import { Readiness } from './readiness.ts'
import { refusalMs, StoreHealth } from './store-health.ts'

const nothing: Backlog = { waiting: 0, unknown: 0, refused: 0, oldestMs: undefined }

/** A store that does what the test says, and the readiness of an instance that uses it. */
function makeInstance({ hasMail = true } = {}) {
  let time = 0
  const now = () => time
  const events: EventName[] = []
  const failures: string[] = []
  const answers = {
    open: async () => {},
    check: async () => {},
    keep: async (): ReturnType<MessageStore['keep']> => ({ kind: 'kept', id: 'a' }),
    backlog: nothing,
    checks: 0,
  }
  const store = {
    checkWritable: async () => {
      answers.checks++
      await answers.check()
    },
    keep: async () => answers.keep(),
    backlog: async () => answers.backlog,
  } as unknown as MessageStore
  const meter = { ...idleMeter, storeFailure: (operation: string) => void failures.push(operation) }
  const health = new StoreHealth(
    'a test',
    async () => {
      await answers.open()
      return store
    },
    { log: (event) => void events.push(event), meter, now },
  )
  const readiness = new Readiness({ health, hasMail, now })
  const keep = () => health.store.keep({} as never)
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

test('while one check is under way no other begins, however often somebody asks', async () => {
  const { readiness, answers, pass } = makeInstance()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const disk = Promise.withResolvers<void>()
  answers.check = () => disk.promise
  for (let asked = 0; asked < 5; asked++) {
    const report = readiness.report()
    await vi.advanceTimersByTimeAsync(2_000)
    pass(2_000)
    expect(await report).toMatchObject({ status: 'unready', store: 'does not answer' })
  }
  expect(answers.checks).toBe(1)
  disk.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(await readiness.report()).toMatchObject({ status: 'ready', store: 'writable' })
})

test.each<[backlog: Partial<Backlog>, mail: string, hasMail?: boolean]>([
  [{}, 'nothing waits'],
  [{ waiting: 3, oldestMs: 60_000 }, 'waiting'],
  [{ unknown: 2 }, 'needs attention'],
  [{ refused: 2 }, 'needs attention'],
  [{ waiting: 3 }, 'not set up', false],
])(
  'a store that can be written to makes it ready, whatever is in it: %j, %s',
  async (backlog, mail, hasMail = true) => {
    const { readiness, answers } = makeInstance({ hasMail })
    answers.backlog = { ...nothing, ...backlog }
    const { oldestMs, ...counts } = answers.backlog
    expect(await readiness.report()).toEqual({
      status: 'ready',
      instance: 'serving',
      store: 'writable',
      mail,
      ...counts,
      oldestWaitingSeconds: oldestMs === undefined ? null : 60,
    })
  },
)

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
    // The store is checked again by a timer, without any message or question.
    answers.check = async () => {}
    await vi.advanceTimersByTimeAsync(5_000)
    expect(events).toEqual(['store_unavailable', 'store_available'])
  } finally {
    vi.useRealTimers()
  }
})

test('a store that cannot be opened at the start is opened again until it can', async () => {
  vi.useFakeTimers()
  try {
    const { answers, events, readiness } = makeInstance()
    answers.open = fail
    expect((await readiness.report()).store).toBe('cannot be written to')
    answers.open = async () => {}
    await vi.advanceTimersByTimeAsync(5_000)
    expect(events).toEqual(['store_unavailable', 'store_available'])
  } finally {
    vi.useRealTimers()
  }
})
