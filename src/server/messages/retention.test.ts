import { expect, test } from 'vitest'
import { keepRetention } from './retention.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Plays so many hours. @param leaps by how much the store's clock is set in which hour */
async function play(hours: number, leaps: Record<number, number> = {}) {
  const ending = new AbortController()
  const purges: { hour: number; before: Date }[] = []
  const events: string[] = []
  let hour = 0
  let now = Date.UTC(2026, 2, 1)
  await keepRetention(
    {
      store: {
        now: async () => now,
        async purge(before) {
          purges.push({ hour, before })
          return { erased: 2, undelivered: 1 }
        },
      },
      retentionDays: 30,
      log: (event) => void events.push(event),
      monotonic: () => hour * hourMs,
      async sleep() {
        hour++
        now += hourMs + (leaps[hour] ?? 0)
        if (hour > hours) ending.abort()
      },
    },
    ending.signal,
  )
  return { hours: purges.map(({ hour }) => hour), before: purges[0]?.before, events }
}

test('erases what is older than that many days, each hour from the second day on', async () => {
  const { hours, before, events } = await play(26)
  expect(hours).toEqual([24, 25, 26])
  expect(before).toEqual(new Date(Date.UTC(2026, 2, 1) + dayMs - 30 * dayMs))
  expect(events).toEqual(Array(3).fill('messages_expired'))
})

test.each([400 * dayMs, -400 * dayMs, hourMs])(
  'a clock that is set by %i ms erases nothing within a day',
  async (ms) => {
    const { hours, events } = await play(56, { 10: ms, 30: -ms })
    expect(hours).toEqual([54, 55, 56])
    expect(events.slice(0, 2)).toEqual(['clock_set', 'clock_set'])
  },
)

test('a clock that is set right in small steps is trusted', async () => {
  const { hours } = await play(24, { 3: 60_000, 9: -90_000, 20: 120_000 })
  expect(hours).toEqual([24])
})
