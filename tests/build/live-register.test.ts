import { rmSync } from 'node:fs'
import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { type Database, StoreError } from '../../src/database/database.ts'
import { LiveRegister } from '../../src/server/register/live-register.ts'
import { serveRegister } from '../../src/server/register/serve-register.ts'
import { dayMs } from '../../src/shared/durations.ts'
import { byTwo, decided, grant, granted, letIn, openActStore, sequenceOf } from '../support/office.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { sqliteStores } from '../support/test-stores.ts'
import { site } from './register-server.ts'

/** A site that follows a database, with what it reports. */
function follow(database: Database, now: () => number, dataDir = '/nowhere') {
  const reported: string[] = []
  const register = new LiveRegister(site, database, dataDir, (event) => void reported.push(event))
  const serve = serveRegister(site, register.current, () => new Date(now()))
  const page = (url: string) => {
    const { status, body } = serve({ url }) ?? {}
    return { status, document: parse(String(body)), text: String(body) }
  }
  const stateOf = (number: string) =>
    page(`/en/register/${number}`).document.querySelector('[data-state]')?.getAttribute('data-state')
  return { register, reported, page, stateOf }
}

test('entries are shown as soon as they are in effect; a correction shows what is right, when it was corrected, and again in the feed', async () => {
  await using stores = await sqliteStores()
  const database = await stores.openDatabase()
  const store = openActStore(database)
  const { register, page, stateOf } = follow(database, () => stores.now)
  await register.update()
  const [ana, luis] = [await letIn(store, 'Ana'), await letIn(store, 'Luis')]
  const proposed = sequenceOf(await ana.propose(granted({ from: '2026-01-01', plant: 'Matadero Nuevo' })))
  const number = '26-0001-9'
  await register.update()
  expect(page(`/en/register/${number}`).status).toBe(404)
  sequenceOf(await luis.agree(proposed))
  await register.update()
  expect([stateOf(number), register.lastEntry]).toEqual(['in-force', 6])
  expect(page('/en/register?q=nuevo').text).toContain(number)
  // Late, and to come.
  const suspended = sequenceOf(await ana.decide(decided('suspended', number, '2026-02-20', { batches: 'A1' })))
  sequenceOf(await ana.decide(decided('ended', number, '2026-03-10')))
  await register.update()
  expect(stateOf(number)).toBe('suspended')
  const newest = () => {
    const entry = parse(page('/en/register/changes.atom').text).querySelector('entry')
    return ['id', 'updated', 'summary'].map((name) => entry?.querySelector(name)?.text)
  }
  const id = expect.stringContaining(`${number}#${suspended}.1`)
  expect(newest()).toEqual([id, '2026-03-01T09:00:00.000Z', expect.stringContaining('20 February')])
  await stores.setClock(stores.now + 2 * dayMs)
  const right = decided('suspended', number, '2026-02-19', { batches: 'A2' })
  const correction = { entry: 'corrected', of: `${suspended}.1`, line: right, why: 'A slip.' } as const
  await byTwo(ana, luis, correction as never)
  await register.update()
  const summary = expect.stringMatching(/19 February.*A2.*Corrected on 3 March 2026/)
  expect(newest()).toEqual([id, '2026-03-03T09:00:00.000Z', summary])
  expect(page(`/en/register/${number}`).text).toContain('Corrected on 3 March 2026')
  expect(page(`/c/${number}.json`).text).toContain('"corrected": "2026-03-03T09:00:00.000Z"')
  expect(page('/en/register').text).toContain('3 March 2026')
  await byTwo(ana, luis, { ...correction, line: null })
  await register.update()
  expect(stateOf(number)).toBe('in-force')
  expect(page(`/en/register/${number}`).text).toContain('“Suspended” of 20 February 2026 was entered by mistake')
  await stores.setClock(stores.now + 8 * dayMs)
  expect(stateOf(number)).toBe('ended')
})

test('while the database is away what was shown stays; one that ends earlier, or says otherwise, is not taken over', async () => {
  await using stores = await sqliteStores()
  const whole = await stores.openDatabase()
  const store = openActStore(whole)
  const [ana, luis] = [await letIn(store, 'Ana'), await letIn(store, 'Luis')]
  await grant(store, ana, luis)
  let database: Database | undefined
  const away: Database['transaction'] = () => Promise.reject(new StoreError('away'))
  const switched: Database = { ...whole, transaction: (work) => (database?.transaction ?? away)(work) }
  using folder = temporaryFolder()
  const { register, reported, page, stateOf } = follow(switched, () => stores.now, folder.path)
  await register.update()
  expect([page('/en/register').status, register.lastEntry, reported]).toEqual([503, undefined, []])
  database = whole
  await register.update()
  expect([stateOf('26-0001-9'), reported]).toEqual(['in-force', ['register_read']])
  database = undefined
  await register.update()
  expect([stateOf('26-0001-9'), register.lastEntry]).toEqual(['in-force', 6])

  await using others = await sqliteStores()
  database = await others.openDatabase()
  await register.update()
  await register.update()
  expect([stateOf('26-0001-9'), register.isContradicted, reported.slice(1)]).toEqual([
    'in-force',
    true,
    ['register_contradicted'],
  ])
  const [eva, joan] = await (async (store) => [await letIn(store, 'Eva'), await letIn(store, 'Joan')])(
    openActStore(database),
  )
  await byTwo(eva, joan, granted())
  sequenceOf(await joan.decide(decided('withdrawn', '26-0001-9', '2026-03-01')))
  await register.update()
  expect([stateOf('26-0001-9'), register.isContradicted]).toEqual(['in-force', true])
  const restarted = follow(database, () => stores.now, folder.path)
  await restarted.register.update()
  expect([restarted.page('/en/register').status, restarted.register.isContradicted]).toEqual([503, true])
  rmSync(`${folder.path}/register-shown`)
  await restarted.register.update()
  expect([restarted.stateOf('26-0001-9'), restarted.register.isContradicted]).toEqual(['withdrawn', false])
  database = whole
  sequenceOf(await ana.decide(decided('suspended', '26-0001-9', '2026-03-01')))
  await register.update()
  expect([stateOf('26-0001-9'), register.isContradicted, register.lastEntry]).toEqual(['suspended', false, 7])
})
