import { expect, test } from 'vitest'
import { granted, letIn, openActStore } from '../../tests/support/office.ts'
import { sqliteStores } from '../../tests/support/test-stores.ts'
import { readLines } from '../register/read-register.ts'
import type { ActStore, Recorded } from './act-store.ts'
import { exportTables, importActs, planImport } from './import-tables.ts'

const today = '2026-03-01'
const certificates = `number;holder;plant;oval;town;country;covers;from;until
26-0041-4;Cárnicas Ejemplo;Matadero;FR 00.000.000;Valencia;ES;sheep cutting;2026-01-12;11/01/2027
26-0042-2;;Sala;ES 00.1/X;Sagunt;ES;cutting;2026-01-12;2027-01-11
`
const decisions = `number;day;decision;reason;batches;replaced_by
26-0041-4;2026-02-01;suspended;administrative;A1,A2;
26-0041-4;2026-02-01;lifted;;;
`
const batches = 'number;batch;decision;day\n26-0041-4;26031201;accepted;2026-02-13\n'

async function importTables(
  store: ActStore,
  sources: Partial<Record<'certificates' | 'decisions' | 'batches', string>>,
) {
  const plan = planImport(readLines(sources, store.words), await store.read(), { words: store.words, today })
  if (plan.problems.length === 0)
    await store.recordForOperator(() => ({ acts: importActs(plan.fresh), result: undefined }))
  const problems = plan.problems.map(({ line, key, code }) => `${line} ${key} ${code}`)
  return { fresh: plan.fresh.length, known: plan.known, problems }
}

test('tables are imported once, all or nothing; what contradicts an entry is refused, and an export can be imported elsewhere', async () => {
  await using stores = await sqliteStores()
  const store = openActStore(await stores.openDatabase())
  expect(await importTables(store, { certificates, decisions, batches })).toEqual({ fresh: 5, known: 0, problems: [] })
  expect(await importTables(store, { certificates, decisions, batches })).toEqual({ fresh: 0, known: 5, problems: [] })
  // A part of them, and one more.
  const more = `${decisions}26-0042-2;2026-02-20;withdrawn;;;\n`
  expect(await importTables(store, { decisions: more })).toEqual({ fresh: 1, known: 2, problems: [] })

  const before = (await store.read()).last.sequence
  for (const [sources, problem] of [
    [{ certificates: certificates.replace('Sala', 'Otra') }, '3 number register_contradicts'],
    [{ batches: batches.replace('accepted', 'refused') }, '2 number register_contradicts'],
    [{ decisions: decisions.replace('A1,A2', 'A1') }, '2 number register_contradicts'],
    [{ decisions: `${decisions}26-0042-2;2026-02-25;suspended;;;\n` }, '4 decision register_after_end'],
    [{ batches: `${batches}00-0001-X;7;accepted;2026-02-13\n` }, '3 number register_contradicts'],
  ] as const)
    expect((await importTables(store, sources)).problems).toEqual([problem])
  expect((await store.read()).last.sequence).toBe(before)

  // What nobody has agreed to yet keeps its number.
  const ana = await letIn(store, 'Ana')
  const proposed = ((await ana.propose(granted())) as Recorded).act.act
  expect(JSON.stringify(proposed)).toContain('26-0043-0')
  const taken = certificates.replace('26-0042-2;;Sala', '26-0043-0;;Sala')
  expect((await importTables(store, { certificates: taken })).problems).toEqual(['3 number register_contradicts'])

  await using others = await sqliteStores()
  const copy = openActStore(await others.openDatabase())
  const tables = exportTables(await store.read())
  expect((await importTables(copy, tables)).problems).toEqual([])
  expect(exportTables(await copy.read())).toEqual(tables)
})
