import { expect, onTestFinished, test } from 'vitest'
import { decided, granted, letIn, openActStore, sequenceOf } from '../../tests/support/office.ts'
import { sqliteStores } from '../../tests/support/test-stores.ts'
import { mailEntries, type RecordMail, watchActs } from './keep-record.ts'

/** An office whose mail server answers with these outcomes, and then takes everything. */
async function makeOffice(...outcomes: string[]) {
  const stores = await sqliteStores()
  onTestFinished(() => stores[Symbol.asyncDispose]())
  const database = await stores.openDatabase()
  const store = openActStore(database)
  const [mails, logged]: [RecordMail[], string[]] = [[], []]
  const send = async (mail: RecordMail) => {
    mails.push(mail)
    return { kind: outcomes.shift() ?? 'sent', reason: 'none' }
  }
  const parts = { database, store, describe: () => 'what', send, log: (line: string) => void logged.push(line) }
  /** Lets a loop wait so many times, and then ends it. @returns what was mailed */
  async function run(loop: typeof mailEntries | typeof watchActs, waits: number) {
    const ended = new AbortController()
    const sleep = async () => void (--waits === 0 && ended.abort())
    await loop({ ...parts, sleep }, ended.signal)
    return mails.splice(0)
  }
  return { database, store, logged, run }
}

test('each entry in effect is mailed in its order, at least once, and what waits for a second person is not', async () => {
  const { store, logged, run } = await makeOffice('sent', 'away', 'unknown')
  const mailed = async (waits: number) =>
    (await run(mailEntries, waits)).map(({ sequence, mayBeRepeat }) => `${sequence}${mayBeRepeat ? ' again' : ''}`)
  const [ana, luis] = [await letIn(store, 'Ana'), await letIn(store, 'Luis')]
  const proposed = sequenceOf(await ana.propose(granted({ from: '2026-01-01' })))
  expect(await mailed(3)).toEqual(['1', '2', '2', '2 again', '3', '4'])
  expect(logged).toHaveLength(2)
  expect(await mailed(1)).toEqual([])
  const agreed = sequenceOf(await luis.agree(proposed))
  const suspended = sequenceOf(await luis.decide(decided('suspended', '26-0001-9', '2026-02-23')))
  expect(await mailed(1)).toEqual([`${agreed}`, `${suspended}`])
})

test('acts that are not as they were recorded are reported in the log and by mail', async () => {
  const { database, store, logged, run } = await makeOffice()
  await letIn(store, 'Ana')
  expect([await run(watchActs, 1), logged]).toEqual([[], []])
  await database.transaction(async (query) => {
    await query('DROP TRIGGER register_acts_update')
    await query('UPDATE register_acts SET at = at + 1 WHERE sequence = 1', [])
  })
  const mails = await run(watchActs, 1)
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('Act 1: it is not as it was recorded.')])
  expect(logged).toEqual([expect.stringContaining('ALARM: the register is not as it was recorded. Act 1')])
})
