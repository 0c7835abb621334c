import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { submission } from '../../../tests/support/test-stores.ts'
import { withTables } from '../../database/open-database.ts'
import { connectionTo } from '../../database/sqlite/connection.ts'
import { sqliteDatabase } from '../../database/sqlite/sqlite-database.ts'
import { dayMs } from '../../shared/durations.ts'
import { eraseExpired } from './retention.ts'
import { Store } from './store.ts'

// A clock that leaps, and restarts that would count as hours: src/simulation.

test('a server that is restarted goes on counting the hours in which a message was too old', async () => {
  let now = Date.now()
  const store = new Store(
    await withTables(sqliteDatabase(connectionTo(new DatabaseSync(':memory:')), { now: () => now })),
  )
  await store.keep(submission())
  now += 31 * dayMs
  /** Runs a process for some hourly checks, of which the first counts no hour. @returns how many messages are left */
  const leftAfter = async (checks: number) => {
    const ending = new AbortController()
    const sleep = async () => void (--checks === 0 && ending.abort())
    await eraseExpired({ store, retentionDays: 30, log: () => {}, sleep }, ending.signal)
    return (await store.list()).length
  }
  expect(await leftAfter(20)).toBe(1)
  expect(await leftAfter(5)).toBe(1)
  expect(await leftAfter(2)).toBe(0)
})
