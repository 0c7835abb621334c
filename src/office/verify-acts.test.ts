import { afterAll, beforeAll, expect, test } from 'vitest'
import { byTwo, decided, grant, letIn, openActStore } from '../../tests/support/office.ts'
import { sqliteStores } from '../../tests/support/test-stores.ts'
import { type ActRow, chainHash } from '../register/act-rows.ts'
import { canonical } from '../register/acts.ts'
import { readActs, verifyActs } from './verify-acts.ts'

let rows: ActRow[]
let stores: Awaited<ReturnType<typeof sqliteStores>>
let ana: string
beforeAll(async () => {
  stores = await sqliteStores()
  const database = await stores.openDatabase()
  const store = openActStore(database)
  const [first, luis] = [await letIn(store, 'Ana'), await letIn(store, 'Luis')]
  ana = first.id
  await grant(store, first, luis)
  await luis.decide(decided('suspended', '26-0001-9', '2026-02-23'))
  await byTwo(first, luis, decided('lifted', '26-0001-9', '2026-03-01'))
  rows = await readActs(database)
})
afterAll(() => stores[Symbol.asyncDispose]())

type Changeable = { person: string; entries: Record<string, string>[] }
const at = (all: ActRow[], sequence: number) => all[sequence - 1] as ActRow
function changeAct(row: ActRow, change: (act: Changeable) => void): void {
  const act = JSON.parse(row.act)
  change(act)
  row.act = canonical(act)
}
const agreements = [6, 9]

/** What somebody may do who can write to the database. */
const changes = {
  'an entry changed': (all: ActRow[]) =>
    changeAct(at(all, 7), ({ entries }) => Object.assign(entries[0] ?? {}, { day: '2026-03-02' })),
  'an entry taken out': (all: ActRow[]) => void all.splice(6, 1),
  'two signatures swapped': (all: ActRow[]) => {
    const [one, other] = agreements.map((sequence) => at(all, sequence)) as [ActRow, ActRow]
    ;[one.assertion, other.assertion] = [other.assertion, one.assertion]
  },
  'a signature taken off': (all: ActRow[]) => {
    const act = canonical({ ...JSON.parse(at(all, 7).act), seen: undefined, person: null, act: 'operator' })
    Object.assign(at(all, 7), { kind: 'operator', person: null, assertion: null, act })
  },
  'one device for two people': (all: ActRow[]) => {
    const { credential, key } = JSON.parse(at(all, 2).act).entries[0]
    changeAct(at(all, 4), ({ entries: [entry] }) => Object.assign(entry ?? {}, { credential, key }))
  },
  'one person in place of two': (all: ActRow[]) => {
    for (const row of agreements.map((sequence) => at(all, sequence))) {
      row.person = ana
      changeAct(row, (act) => Object.assign(act, { person: ana }))
    }
  },
  'other columns': (all: ActRow[]) => Object.assign(at(all, 6), { person: ana }),
  'no JSON': (all: ActRow[]) => Object.assign(at(all, 7), { act: '{' }),
}

async function faultsAfter(change: (rows: ActRow[]) => void, isRechained = false): Promise<string[]> {
  const all = structuredClone(rows)
  change(all)
  for (const [index, row] of isRechained ? all.entries() : []) {
    Object.assign(row, { sequence: index + 1, previous: all[index - 1]?.hash ?? '' })
    row.hash = chainHash(row)
  }
  return (await verifyActs(all)).map(({ sequence, fault }) => `${sequence} ${fault}`)
}

// Acts that are as they were recorded have no fault: acts.test.ts.
test.for([
  ['an entry changed', '7 it is not as it was recorded', '7 it is not signed by this person'],
  ['an entry taken out', '8 an act before it is missing', '8 it answers something else than was proposed'],
  ['two signatures swapped', '6 it is not as it was recorded', '9 it is not signed by this person'],
  ['a signature taken off', '7 it is not as it was recorded', '9 it answers something else than was proposed'],
  ['one device for two people', '4 it is not as it was recorded', '4 the device belongs to another person'],
  ['one person in place of two', '6 it is not as it was recorded', '6 one person has done what takes two'],
  ['other columns', '6 its columns do not say what it says', '6 its columns do not say what it says'],
  ['no JSON', '7 it is not as it was recorded', '7 it cannot be read'],
] as const)('%s: %s; and if the chain was made anew: %s', async ([what, fault, rechained]) => {
  expect(await faultsAfter(changes[what])).toContain(fault)
  expect(await faultsAfter(changes[what], true)).toContain(rechained)
})
