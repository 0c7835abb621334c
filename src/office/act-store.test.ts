import { randomUUID } from 'node:crypto'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { makePasskey } from '../../tests/support/authenticator.ts'
import { byTwo, clerk, decided, grant, granted, letIn, openActStore, sequenceOf } from '../../tests/support/office.ts'
import { postgresStores, sqliteStores } from '../../tests/support/test-stores.ts'
import type { Entry } from '../register/acts.ts'
import { dayMs } from '../shared/durations.ts'
import type { NotRecorded, Recorded } from './act-store.ts'

// What no sequence of acts leads to: acts.test.ts. The signatures and the chain: verify-acts.test.ts. What a colleague has done
// meanwhile, and what is sent twice: tests/build/office.test.ts.

const kinds = [
  ['SQLite', () => sqliteStores(true)],
  ['PostgreSQL', () => postgresStores(inject('postgres'))],
] as const

const batch = (number: string, name: string, entry: 'accepted' | 'refused' = 'accepted'): Entry => ({
  entry,
  number,
  batch: name,
  day: '2026-03-01',
})
const forbidden = (reason: string) => ({ kind: 'forbidden', reason })
const problemsOf = (result: Recorded | NotRecorded) =>
  result.kind === 'wrong' ? result.problems.map(({ field, code }) => `${field} ${code}`) : [result.kind]

/** An office of two people, with a certificate in force. */
async function openOffice(makeStores: (typeof kinds)[number][1] = () => sqliteStores()) {
  const stores = await makeStores()
  onTestFinished(() => stores[Symbol.asyncDispose]())
  const database = await stores.openDatabase()
  const store = openActStore(database)
  const [ana, luis] = [await letIn(store, 'Ana'), await letIn(store, 'Luis')]
  const number = await grant(store, ana, luis)
  const register = async () => (await store.read()).register
  return { stores, database, store, ana, luis, number, register }
}

describe.each(kinds)('%s', (kind, makeStores) => {
  test('an answer by hand is another person’s, to a proposal of whom it says; acts are never changed or removed, whatever statement tries', async () => {
    const { database, store, ana, luis, number } = await openOffice(makeStores)
    const waiting = sequenceOf(await ana.propose(batch(number, 'L1')))
    const insert = (person: string, by: string | null) => {
      const values = [waiting + 1, randomUUID(), 'agree', person, waiting, by, randomUUID(), randomUUID()]
      const columns = 'sequence, id, at, kind, person, proposal, proposed_by, act, assertion, previous, hash'
      const sql = `INSERT INTO register_acts (${columns}) VALUES ($1, $2, 0, $3, $4, $5, $6, '{}', '{}', $7, $8)`
      return database.transaction((query) => query(sql, values))
    }
    for (const [person, by] of [
      [ana.id, ana.id],
      [luis.id, luis.id],
      [luis.id, null],
      [ana.id, luis.id],
    ] as const)
      await expect(insert(person, by), `${person === ana.id}`).rejects.toThrow(/constraint|data/i)
    await insert(luis.id, ana.id)

    const { acts } = await store.read()
    const columns = 'sequence, id, at, kind, act, previous, hash'
    const replace = (sequence: number, id: string, previous: string) =>
      `INSERT OR REPLACE INTO register_acts (${columns}) VALUES (${sequence}, '${id}', 0, 'operator', '{}', '${previous}', '${id}')`
    const statements = [
      'UPDATE register_acts SET at = 0',
      'DELETE FROM register_acts WHERE sequence = 1',
      `UPDATE register_numbers SET number = '26-0002-7' WHERE number = '${number}'`,
      'DELETE FROM register_numbers',
      ...(kind === 'SQLite'
        ? [replace(1, 'x', 'x'), replace(99, acts[0]?.act.id ?? '', 'y'), replace(99, 'z', '')]
        : [
            // Otherwise the numbers' trigger would stop it, too.
            'ALTER TABLE register_numbers DISABLE TRIGGER USER; TRUNCATE register_acts CASCADE',
            'TRUNCATE register_numbers',
          ]),
    ]
    for (const sql of statements)
      await expect(
        database.transaction((query) => query(sql)),
        sql,
      ).rejects.toThrow(/never/)
    expect((await openActStore(database).read()).acts).toHaveLength(acts.length)
  })

  test('two processes share the acts, and give a number once', async () => {
    const { stores, ana, luis } = await openOffice(makeStores)
    const other = openActStore(await stores.openDatabase())
    const eva = await letIn(other, 'Eva')
    const results = await Promise.all([ana.propose(granted()), eva.propose(granted()), luis.propose(granted())])
    const numbers = results.flatMap((result) => {
      if (result.kind !== 'recorded') return []
      const [entry] = 'entries' in result.act.act ? result.act.act.entries : []
      return entry?.entry === 'certificate' ? entry.number : []
    })
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toContain('26-0002-7')
    for (const result of results) expect(['recorded', 'overtaken']).toContain(result.kind)
  })
})

test('an act is signed by a device of the person, for this act, with a finger, a face or a code', async () => {
  const { store, ana, luis, number } = await openOffice()
  const { last } = await store.read()
  const prepare = async (entry: Entry) => {
    const act = { id: randomUUID(), person: ana.id, seen: last.sequence, act: 'decide', entries: [entry] }
    const prepared = await store.prepare(act)
    return prepared.kind === 'ready' ? prepared.act : expect.unreachable(JSON.stringify(prepared))
  }
  const act = await prepare(decided('suspended', number, '2026-02-23'))
  const other = await prepare(decided('withdrawn', number, '2026-02-23'))
  const elsewhere = makePasskey('http://evil.example')
  const changed = { ...act, entries: [decided('suspended', number, '2026-02-24')] }
  for (const [signed, assertion, reason] of [
    [act, luis.passkey.confirm(act), 'not_in'],
    [act, ana.passkey.confirm(other), 'signature'],
    [act, ana.passkey.confirm(act, 0x01), 'signature'],
    [act, { ...elsewhere.confirm(act), credential: ana.passkey.device.credential }, 'signature'],
    [changed, ana.passkey.confirm(act), 'signature'],
    [{ ...act, more: 1 }, ana.passkey.confirm(act), 'malformed'],
  ] as const)
    expect(await store.record(signed, assertion)).toEqual(forbidden(reason))
  sequenceOf(await store.record(act, ana.passkey.confirm(act)))
})

// Each rule: src/register/read-register.test.ts.
test('rules are checked at the field, with what is in effect at that moment; a mistake has a way back, which takes two', async () => {
  const { store, ana, luis, number, register } = await openOffice()
  expect(problemsOf(await ana.propose(granted({ oval: '12345' })))).toEqual(['oval register_oval'])
  expect(problemsOf(await ana.propose(decided('replaced', number, '2026-03-01')))).toEqual([
    'replaced_by register_successor',
  ])
  expect(problemsOf(await ana.decide(decided('suspended', '00-0001-X', '2026-03-01')))).toEqual(['number unknown'])
  const second = sequenceOf(await ana.propose(batch(number, 'lote 1')))
  expect(problemsOf(await luis.agree(second, {}))).toEqual(['absent empty'])
  await byTwo(ana, luis, batch(number, 'L1'))
  expect(problemsOf(await luis.agree(second))).toEqual(['batch twice'])
  sequenceOf(await ana.takeBack(second))
  expect(await luis.agree(second)).toMatchObject({ kind: 'overtaken', by: [{ act: { act: 'take_back' } }] })
  sequenceOf(await ana.decide(decided('withdrawn', number, '2026-03-01')))
  expect(problemsOf(await ana.decide(decided('suspended', number, '2026-03-01')))).toEqual([
    'decision register_after_end',
  ])
  const { entries } = await store.read()
  const correction = { entry: 'corrected', of: entries.at(-1)?.id ?? '', line: null, why: '' } as const
  expect(problemsOf(await ana.propose(correction))).toEqual(['why empty'])
  await byTwo(ana, luis, { ...correction, why: 'Another certificate was meant.' })
  expect((await register()).byNumber.get(number)).toMatchObject({ decisions: [], annulled: [{}] })
})

test('an invitation lets one device in, once, for a day; a removed person does nothing more, and nobody becomes two', async () => {
  const { stores, store, ana, luis, number } = await openOffice()
  const eva = { entry: 'person', person: randomUUID(), name: 'Eva' } as const
  expect(await ana.decide(eva)).toEqual(forbidden('takes_two'))
  const proposed = sequenceOf(await ana.propose(eva))
  expect(await store.invite(eva.person)).toBeUndefined()
  sequenceOf(await luis.agree(proposed))
  const secret = (await store.invite(eva.person)) ?? ''
  await stores.setClock(stores.now + dayMs + 1)
  expect(await store.invited(secret)).toBeUndefined()
  const fresh = (await store.invite(eva.person)) ?? ''
  expect(await store.invited(fresh)).toMatchObject({ name: 'Eva', devices: [] })
  const one = clerk(store, eva.person)
  const enter = (device: object, invitation: string) =>
    one.does({ act: 'decide', entries: [{ entry: 'device', person: one.id, ...device } as Entry] }, invitation)
  const { device } = one.passkey
  expect(await enter(device, secret)).toEqual(forbidden('no_invitation'))
  expect(await enter({ ...device, key: ana.passkey.device.key }, fresh)).toEqual(forbidden('no_invitation'))
  expect(await one.decide(decided('suspended', number, '2026-03-01'))).toEqual(forbidden('not_in'))
  sequenceOf(await enter(device, fresh))
  expect(await enter(makePasskey().device, fresh)).toEqual(forbidden('no_invitation'))
  sequenceOf(await one.decide(decided('suspended', number, '2026-03-01')))
  const waiting = sequenceOf(await one.propose(decided('lifted', number, '2026-03-02')))
  sequenceOf(await ana.decide({ entry: 'removed', person: one.id }))
  expect(await one.decide(decided('withdrawn', number, '2026-03-01'))).toEqual(forbidden('not_in'))
  // What they proposed would have one person's signature who is still there.
  expect((await store.read()).proposals.has(waiting)).toBe(false)
  expect(await ana.agree(waiting)).toMatchObject({ kind: 'overtaken', by: [{ act: { person: ana.id } }] })
  expect((await store.read()).people.get(one.id)).toMatchObject({ name: 'Eva', devices: [], isRemoved: true })
  // Whoever removes the only colleague still lets nobody in: the operator does.
  sequenceOf(await ana.decide({ entry: 'removed', person: luis.id }))
  expect(await ana.decide({ ...eva, person: randomUUID(), name: 'Joan' })).toEqual(forbidden('takes_two'))
  await letIn(store, 'Joan')
  expect((await store.read()).present.map(({ name }) => name)).toEqual(['Ana', 'Joan'])
})
