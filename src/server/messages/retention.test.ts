import { expect, test } from 'vitest'
import { keepRetention } from './retention.ts'

/** Plays checks, an hour apart. @param expired the messages that are too old at each check @returns what is erased at which */
async function play(expired: string[][]) {
  const ending = new AbortController()
  const erased: [number, string[]][] = []
  const events: string[] = []
  let hour = 0
  await keepRetention(
    {
      store: {
        expired: async () => (expired[hour] ?? []).map((id) => ({ id, state: 'delivered' })),
        async erase(ids) {
          erased.push([hour, ids])
          return ids.length
        },
      },
      retentionDays: 30,
      log: (event) => void events.push(event),
      async sleep() {
        if (++hour === expired.length) ending.abort()
      },
    },
    ending.signal,
  )
  return { erased, events }
}

test('erases what has been too old for a day', async () => {
  const { erased, events } = await play([...Array(3).fill(['old']), ...Array(23).fill(['old', 'later'])])
  expect(erased).toEqual([
    [24, ['old']],
    [25, ['old']],
  ])
  expect(events).toEqual(['messages_expired', 'messages_expired'])
})

test('a clock that leaps, to and fro, erases nothing within a day', async () => {
  const wrong = (hours: number) => Array(hours).fill(['recent'])
  const { erased } = await play([...wrong(20), [], ...wrong(24), [], ...wrong(3)])
  expect(erased).toEqual([])
})
