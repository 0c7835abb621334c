import { expect, test } from 'vitest'
import { memoryStore, submission } from '../../../tests/support/test-stores.ts'
import { dayMs } from '../../shared/durations.ts'
import { eraseExpired } from './retention.ts'

// A clock that leaps, and restarts that would count as hours: src/simulation.

test('a server that is restarted goes on counting the hours in which a message was too old', async () => {
  let now = Date.now()
  const store = await memoryStore(() => now)
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
