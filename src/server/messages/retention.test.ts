import { expect, test } from 'vitest'
import { keepRetention } from './retention.ts'

/**
 * Plays checks, an hour apart.
 * @param expired the messages that are too old at each check
 * @param stored what earlier processes have noted of them
 * @returns what is erased at which
 */
async function play(expired: string[][], stored = new Map<string, number>()) {
  const ending = new AbortController()
  const erased: [number, string[]][] = []
  const events: string[] = []
  let hour = 0
  await keepRetention(
    {
      store: {
        async expired() {
          const ids = expired[hour] ?? []
          for (const id of stored.keys()) if (!ids.includes(id)) stored.delete(id)
          return ids.map((id) => ({ id, state: 'delivered', overdueHours: stored.get(id) ?? 0 }))
        },
        async noteOverdue(hours) {
          for (const [id, count] of hours) stored.set(id, count)
        },
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
  return { erased, events, stored }
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

test('a server that is restarted goes on counting, and no restart counts as an hour', async () => {
  const { stored } = await play(Array(20).fill(['old']))
  for (let restart = 0; restart < 30; restart++) expect((await play([['old']], stored)).erased).toEqual([])
  expect((await play(Array(6).fill(['old']), stored)).erased).toEqual([[5, ['old']]])
})
