import { expect, test } from 'vitest'
import { decided, granted, letIn, openActStore, sequenceOf } from '../../tests/support/office.ts'
import { sqliteStores } from '../../tests/support/test-stores.ts'
import { mailEntries, type RecordMail, watchActs } from './keep-record.ts'

/** Lets a loop wait so many times, and then ends it. */
function turns(count: number) {
  const ended = new AbortController()
  let left = count
  const sleep = async () => {
    left--
    if (left === 0) ended.abort()
  }
  return { sleep, signal: ended.signal }
}

test('each entry in effect is mailed in its order, at least once, and what waits for a second person is not', async () => {
  await using stores = await sqliteStores()
  const database = await stores.openDatabase()
  const store = openActStore(database)
  const [ana, luis] = [await letIn(store, 'Ana'), await letIn(store, 'Luis')]
  const proposed = sequenceOf(await ana.propose(granted({ from: '2026-01-01' })))
  const mails: RecordMail[] = []
  const outcomes = ['sent', 'away', 'unknown']
  const send = async (mail: RecordMail) => {
    mails.push(mail)
    return { kind: outcomes.shift() ?? 'sent', reason: 'none' }
  }
  const logged: string[] = []
  const parts = { database, store, describe: () => 'what', send, log: (line: string) => void logged.push(line) }
  const run = async (count: number) => {
    const { sleep, signal } = turns(count)
    await mailEntries({ ...parts, sleep }, signal)
    return mails.splice(0).map(({ sequence, mayBeRepeat }) => `${sequence}${mayBeRepeat ? ' again' : ''}`)
  }
  expect(await run(3)).toEqual(['1', '2', '2', '2 again', '3', '4'])
  expect(logged).toHaveLength(2)
  expect(await run(1)).toEqual([])
  const agreed = sequenceOf(await luis.agree(proposed))
  const suspended = sequenceOf(await luis.decide(decided('suspended', '26-0001-9', '2026-02-23')))
  expect(await run(1)).toEqual([`${agreed}`, `${suspended}`])
})

test('acts that are not as they were recorded are reported in the log and by mail', async () => {
  await using stores = await sqliteStores()
  const database = await stores.openDatabase()
  const store = openActStore(database)
  await letIn(store, 'Ana')
  const mails: RecordMail[] = []
  const logged: string[] = []
  const check = async () => {
    const { sleep, signal } = turns(1)
    const send = async (mail: RecordMail) => {
      mails.push(mail)
      return { kind: 'sent' }
    }
    await watchActs({ database, store, describe: () => '', send, log: (line) => void logged.push(line), sleep }, signal)
    return [logged.length, mails.length]
  }
  expect(await check()).toEqual([0, 0])
  await database.transaction(async (query) => {
    await query('DROP TRIGGER register_acts_update')
    await query('UPDATE register_acts SET at = at + 1 WHERE sequence = 1', [])
  })
  expect(await check()).toEqual([1, 1])
  expect(logged[0]).toContain('ALARM: the register is not as it was recorded. Act 1')
  expect(mails[0]?.text).toContain('Act 1: it is not as it was recorded.')
})
