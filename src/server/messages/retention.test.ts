import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { dayMs, keepRetention } from './retention.ts'
import { connectionTo } from './sqlite/connection.ts'
import { sqliteDatabase } from './sqlite/sqlite-database.ts'
import { Store } from './store.ts'

// That a wrong clock erases nothing within a day, and that what is old is erased: src/simulation/rules/kept.ts.

test('a server that is restarted goes on counting the hours, and no restart counts as one', async () => {
  let now = Date.UTC(2026, 2, 1)
  const store = await Store.open(sqliteDatabase(connectionTo(new DatabaseSync(':memory:')), { now: () => now }))
  await store.keep({ name: 'Marie', email: 'marie@example.org', message: 'Hello', language: 'en', website: '' })
  now += 31 * dayMs
  /** Runs a process for some hourly checks. @returns how many messages are left */
  const messagesAfter = async (checks: number) => {
    const ending = new AbortController()
    const sleep = async () => {
      if (--checks === 0) ending.abort()
    }
    await keepRetention({ store, retentionDays: 30, log: () => {}, sleep }, ending.signal)
    return (await store.list()).length
  }
  expect(await messagesAfter(20)).toBe(1)
  for (let restart = 0; restart < 30; restart++) expect(await messagesAfter(1)).toBe(1)
  expect(await messagesAfter(5)).toBe(1)
  expect(await messagesAfter(2)).toBe(0)
})
