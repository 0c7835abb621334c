import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { dayMs } from '../../shared/durations.ts'
import { keepRetention } from './retention.ts'
import { connectionTo } from './sqlite/connection.ts'
import { sqliteDatabase } from './sqlite/sqlite-database.ts'
import { Store } from './store.ts'

/** A store with one message. */
async function makeStore() {
  const start = Date.UTC(2026, 2, 1)
  let now = start
  const store = await Store.open(sqliteDatabase(connectionTo(new DatabaseSync(':memory:')), { now: () => now }))
  await store.keep({ name: 'Marie', email: 'marie@example.org', message: 'Hello', language: 'en', website: '' })
  return {
    /** Runs a process for some hourly checks. @param days how old the message is at each @returns whether it is left */
    async isLeftAfter(days: number[]) {
      const ending = new AbortController()
      const setClock = async () => {
        const age = days.shift()
        if (age === undefined) ending.abort()
        else now = start + age * dayMs
      }
      await setClock()
      await keepRetention({ store, retentionDays: 30, log: () => {}, sleep: setClock }, ending.signal)
      return (await store.list()).length === 1
    },
  }
}
const tooOldFor = (checks: number) => Array<number>(checks).fill(31)

test('a server that is restarted goes on counting the hours, and no restart counts as one', async () => {
  const store = await makeStore()
  expect(await store.isLeftAfter(tooOldFor(20))).toBe(true)
  for (let restart = 0; restart < 30; restart++) expect(await store.isLeftAfter(tooOldFor(1))).toBe(true)
  expect(await store.isLeftAfter(tooOldFor(5))).toBe(true)
  expect(await store.isLeftAfter(tooOldFor(2))).toBe(false)
})

test('a clock that leaps to and fro erases nothing: each time that it is right, the count begins anew', async () => {
  const store = await makeStore()
  expect(await store.isLeftAfter([...tooOldFor(20), 1, ...tooOldFor(24), 1, ...tooOldFor(3)])).toBe(true)
  expect(await store.isLeftAfter([...tooOldFor(25)])).toBe(false)
})
