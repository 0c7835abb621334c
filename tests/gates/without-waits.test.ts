import { expect, test } from 'vitest'
import { withoutWaits } from '../../bench/without-waits.ts'

const main = { pid: 1, tid: 1, cat: '', args: {} }

/** Half of the task's 40 ms went by without a processor. */
const task = { ...main, name: 'RunTask', ph: 'X', ts: 1_000, dur: 40_000, tdur: 20_000 } as const
const layout = { ...main, name: 'Layout', ph: 'X', ts: 21_000, dur: 10_000 } as const

// The bench tells by this what a page costs from what the machine does beside it.
test('a task is as long as it had a processor, and what happened in it shrinks with it', () => {
  const { traceEvents } = withoutWaits({ traceEvents: [layout, task] })
  expect(traceEvents.map(({ name, ts, dur }) => [name, ts, dur])).toEqual([
    ['RunTask', 1_000, 20_000],
    ['Layout', 11_000, 5_000],
  ])
})

test('what happens beside a task, after it or in another thread, stays as it was', () => {
  const after = { ...layout, ts: 41_000 }
  const elsewhere = { ...layout, tid: 2 }
  const { traceEvents } = withoutWaits({ traceEvents: [task, elsewhere, after] })
  expect(traceEvents.slice(1)).toEqual([elsewhere, after])
})
