import { expect, test } from 'vitest'
import { keepRetention } from './retention.ts'

test('what was erased is told, and also that it is still in the files', async () => {
  const ending = new AbortController()
  const told: [string, string][] = []
  await keepRetention(
    {
      store: {
        purge: async () => ({ kind: 'purged', erased: 2, undelivered: 1, stillInFiles: 'Another program is reading.' }),
      },
      retentionDays: 30,
      log: (event, message) => void told.push([event, message]),
      sleep: async () => ending.abort(),
    },
    ending.signal,
  )
  expect(told).toEqual([
    ['messages_expired', 'Erased 2 messages older than 30 days, 1 of them undelivered.'],
    ['expiry_failed', 'Another program is reading.'],
  ])
})
