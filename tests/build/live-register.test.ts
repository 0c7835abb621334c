import { rmSync, writeFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { readBuiltSite } from '../../src/server/built-site.ts'
import { LiveRegister } from '../../src/server/register/live-register.ts'
import { serveRegister } from '../../src/server/register/serve-register.ts'
import { certificate, decision, writeTable } from '../support/register.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const site = await readBuiltSite()

test('what is right in the files is shown without a restart; what is wrong, unfinished or gone changes nothing, and is reported', async () => {
  using folder = temporaryFolder()
  const file = (table: string) => `${folder.path}/${table}.csv`
  const one = certificate('260001', { from: '2020-01-01', until: '2099-12-31' })
  const withdrawal = { ...decision('2026-03-01', 'withdrawn'), number: one.number }
  const reported: string[] = []
  const register = new LiveRegister(folder.path, site, (event) => void reported.push(event))
  const serve = serveRegister(site, register.current)
  const stateShown = () => /data-state="([\w-]+)"/.exec(String(serve({ url: `/registro/${one.number}` })?.body))?.[1]
  const status = () => serve({ url: '/registro' })?.status
  writeFileSync(file('certificates'), 'number;holder\n')
  await register.load()
  expect([status(), register.problem]).toEqual([503, expect.stringContaining('certificates.csv, line 1')])

  using _ = { [Symbol.dispose]: () => ended.abort() }
  const ended = new AbortController()
  void register.watch(ended.signal)
  const until = (isRight: () => boolean) => vi.waitFor(() => expect(isRight()).toBe(true), { timeout: 20_000 })
  const refused = { number: one.number, batch: '1', decision: 'refused', day: '2026-03-01' }
  const writeRight = (...decisions: (typeof withdrawal)[]) => {
    writeFileSync(file('certificates'), writeTable('certificates', [one]))
    writeFileSync(file('decisions'), writeTable('decisions', decisions))
    writeFileSync(file('batches'), writeTable('batches', [refused]))
  }
  writeRight()
  await until(() => stateShown() === 'in-force')
  expect([status(), register.problem]).toEqual([200, undefined])

  const stopped = { ...withdrawal, decision: 'stopped' } as never
  // Each is found before the next one spoils more.
  for (const [table, spoil] of [
    ['batches', rmSync],
    ['decisions', (path: string) => writeFileSync(path, writeTable('decisions', [stopped]))],
    ['decisions', (path: string) => writeFileSync(path, '')],
    ['certificates', rmSync],
  ] as const) {
    const before = reported.length
    spoil(file(table))
    await until(() => reported.length > before)
    expect([reported.at(-1), stateShown()]).toEqual(['register_wrong', 'in-force'])
    expect(register.problem).toMatch(/\.csv/)
  }
  writeRight(withdrawal)
  const changedAt = Date.now()
  await until(() => stateShown() === 'withdrawn')
  expect(Date.now() - changedAt).toBeLessThan(10_000)
  expect(register.problem).toBeUndefined()
}, 60_000)
