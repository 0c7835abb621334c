import { afterAll, beforeAll, expect, test } from 'vitest'
import { byTwo, decided, grant, letIn, openActStore } from '../../tests/support/office.ts'
import { sqliteStores } from '../../tests/support/test-stores.ts'
import { type ActRow, chainHash } from '../register/act-rows.ts'
import { canonical } from '../register/acts.ts'
import { readActs, verifyActs } from './verify-acts.ts'

let rows: ActRow[]
let stores: Awaited<ReturnType<typeof sqliteStores>>
let people: { ana: string; luis: string }
beforeAll(async () => {
  stores = await sqliteStores()
  const database = await stores.openDatabase()
  const store = openActStore(database)
  const [ana, luis] = [await letIn(store, 'Ana'), await letIn(store, 'Luis')]
  people = { ana: ana.id, luis: luis.id }
  await grant(store, ana, luis)
  await luis.decide(decided('suspended', '26-0001-9', '2026-02-23'))
  await byTwo(ana, luis, decided('lifted', '26-0001-9', '2026-03-01'))
  rows = await readActs(database)
})
afterAll(() => stores[Symbol.asyncDispose]())

/** The acts as somebody left them who can write to the database. */
function tampered(change: (rows: ActRow[]) => void): ActRow[] {
  const copy = structuredClone(rows)
  change(copy)
  return copy
}
/** The same by somebody who makes the chain anew. */
const rechained = (change: (rows: ActRow[]) => void) => (all: ActRow[]) => {
  change(all)
  for (const [index, row] of all.entries()) {
    Object.assign(row, { sequence: index + 1, previous: all[index - 1]?.hash ?? '' })
    row.hash = chainHash(row)
  }
}
const at = (all: ActRow[], sequence: number) => all[sequence - 1] as ActRow
type Changeable = { person: string; entries: Record<string, string>[] }
const changeAct = (row: ActRow, change: (act: Changeable) => void) => {
  const act = JSON.parse(row.act)
  change(act)
  row.act = canonical(act)
}
const faultsOf = async (changed: ActRow[]) =>
  (await verifyActs(changed)).map(({ sequence, fault }) => `${sequence} ${fault}`)

test('acts that are as they were recorded have no fault', async () => {
  expect(rows).toHaveLength(9)
  expect(await faultsOf(rows)).toEqual([])
  expect(await faultsOf([])).toEqual([])
})

const changedDay = (all: ActRow[]) =>
  changeAct(at(all, 7), ({ entries }) => Object.assign(entries[0] ?? {}, { day: '2026-03-02' }))
const takenOut = (all: ActRow[]) => void all.splice(6, 1)
const swapped = (all: ActRow[]) => {
  const [one, other] = [at(all, 6), at(all, 9)]
  ;[one.assertion, other.assertion] = [other.assertion, one.assertion]
}
const unsigned = (all: ActRow[]) =>
  Object.assign(at(all, 7), {
    kind: 'operator',
    person: null,
    assertion: null,
    act: canonical({ ...JSON.parse(at(all, 7).act), seen: undefined, person: null, act: 'operator' }),
  })
const oneDevice = (all: ActRow[]) => {
  const device = JSON.parse(at(all, 2).act).entries[0]
  changeAct(at(all, 4), ({ entries: [entry] }) =>
    Object.assign(entry ?? {}, { credential: device.credential, key: device.key }),
  )
}
const onePerson = (all: ActRow[]) => {
  for (const sequence of [6, 9]) {
    Object.assign(at(all, sequence), { person: people.ana })
    changeAct(at(all, sequence), (act) => Object.assign(act, { person: people.ana }))
  }
}

test.for([
  ['an entry changed', changedDay, ['7 it is not as it was recorded', '7 it is not signed by this person']],
  [
    'an entry changed, and the chain made anew',
    rechained(changedDay),
    ['7 it is not signed by this person', '9 it answers something else than was proposed'],
  ],
  ['an entry taken out', takenOut, ['8 an act before it is missing']],
  [
    'an entry taken out, and the chain made anew',
    rechained(takenOut),
    ['8 it answers something else than was proposed'],
  ],
  [
    'two signatures swapped',
    swapped,
    [
      '6 it is not as it was recorded',
      '6 it is not signed by this person',
      '9 it is not as it was recorded',
      '9 it is not signed by this person',
    ],
  ],
  [
    'a signature taken off, and the chain made anew',
    rechained(unsigned),
    ['9 it answers something else than was proposed'],
  ],
  [
    'one device for two people',
    oneDevice,
    ['4 it is not as it was recorded', '4 the device belongs to another person', '4 it is not signed by this person'],
  ],
  [
    'one person in place of two',
    onePerson,
    ['6 it is not as it was recorded', '6 it is not signed by this person', '6 one person has done what takes two'],
  ],
  [
    'the columns changed',
    (all: ActRow[]) => Object.assign(at(all, 6), { person: people.ana }),
    ['6 its columns do not say what it says'],
  ],
  [
    'no JSON',
    (all: ActRow[]) => Object.assign(at(all, 7), { act: '{' }),
    ['7 it is not as it was recorded', '7 it cannot be read'],
  ],
] as const)('%s is found', async ([, change, faults]) => {
  const found = await faultsOf(tampered(change))
  for (const fault of faults) expect(found).toContain(fault)
})
