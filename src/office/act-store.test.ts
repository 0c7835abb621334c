import { randomUUID } from 'node:crypto'
import { test as base, describe, expect, inject } from 'vitest'
import { makePasskey } from '../../tests/support/authenticator.ts'
import {
  byTwo,
  type Clerk,
  clerk,
  decided,
  grant,
  granted,
  letIn,
  openActStore,
  sequenceOf,
} from '../../tests/support/office.ts'
import { postgresStores, sqliteStores, type TestStores } from '../../tests/support/test-stores.ts'
import type { Database } from '../database/database.ts'
import type { Entry } from '../register/acts.ts'
import { dayMs } from '../shared/durations.ts'
import type { ActStore, NotRecorded, Recorded } from './act-store.ts'

const kinds = [
  ['SQLite', () => sqliteStores()],
  ['PostgreSQL', () => postgresStores(inject('postgres'))],
] as const

const batch = (number: string, name: string, entry: 'accepted' | 'refused' = 'accepted'): Entry => ({
  entry,
  number,
  batch: name,
  day: '2026-03-01',
})
const forbidden = (reason: string) => ({ kind: 'forbidden', reason })

// What no sequence of acts leads to: src/office/acts.test.ts. The signatures and the chain: src/register/verify.test.ts.
describe.each(kinds)('%s', (kind, makeStores) => {
  type Fixtures = { stores: TestStores; database: Database; store: ActStore; ana: Clerk; luis: Clerk; number: string }
  const test = base.extend<Fixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that are needed from the pattern.
    stores: async ({}, use) => {
      await using stores = await makeStores()
      await use(stores)
    },
    database: async ({ stores }, use) => use(await stores.openDatabase()),
    store: async ({ database }, use) => use(openActStore(database)),
    ana: async ({ store }, use) => use(await letIn(store, 'Ana')),
    luis: async ({ store, ana: _ }, use) => use(await letIn(store, 'Luis')),
    /** Of a certificate in force. */
    number: async ({ store, ana, luis }, use) => use(await grant(store, ana, luis)),
  })

  test('what takes two is shown once another person has agreed, and what takes one at once', async ({
    store,
    ana,
    luis,
    number,
  }) => {
    const { register } = await store.read()
    expect([number, register.certificates.length]).toEqual(['26-0001-9', 2])
    expect(await ana.decide(decided('lifted', number, '2026-03-01'))).toEqual(forbidden('takes_two'))
    sequenceOf(await luis.decide(decided('suspended', number, '2026-02-23', { reason: 'administrative' })))
    const pasted = sequenceOf(await ana.propose(batch(number, 'L1'), batch(number, 'L2', 'refused')))
    const batches = async () => (await store.read()).register.certificates.flatMap(({ batches }) => [...batches.keys()])
    expect(await batches()).toEqual(['2'])
    expect(await luis.agree(pasted, {})).toEqual({ kind: 'wrong', problems: [{ field: 'absent', code: 'empty' }] })
    sequenceOf(await luis.agree(pasted))
    expect((await batches()).sort()).toEqual(['1', '2'])
    const lifting = sequenceOf(await ana.propose(decided('lifted', number, '2026-03-01')))
    expect([...(await store.read()).proposals.keys()]).toEqual([lifting])
    sequenceOf(await luis.decline(lifting))
    expect(await ana.agree(lifting)).toEqual(forbidden('own_proposal'))
    expect((await store.read()).register.byNumber.get(number)?.decisions).toHaveLength(1)
  })

  test('the second is never the first, nobody answers twice, and only the proposer takes back', async ({
    store,
    database,
    ana,
    luis,
    number,
  }) => {
    const proposed = sequenceOf(await ana.propose(batch(number, 'L1')))
    for (const result of [await ana.agree(proposed), await ana.decline(proposed), await luis.takeBack(proposed)])
      expect(result).toEqual(forbidden('own_proposal'))
    const { acts } = await store.read()
    const seen = { act: 'agree', proposal: proposed, hash: acts[proposed - 1]?.hash, absent: true, seen: acts.length }
    sequenceOf(await ana.takeBack(proposed))
    expect(await luis.does(seen as never)).toMatchObject({ kind: 'overtaken', by: [{ act: { act: 'take_back' } }] })
    expect(await luis.agree(proposed)).toMatchObject({ kind: 'overtaken' })
    // By hand, in the database.
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
  })

  test('acts are added and never changed or removed, whatever statement tries', async ({ store, database, number }) => {
    const before = (await store.read()).acts.length
    const columns = 'sequence, id, at, kind, act, previous, hash'
    const replace = (sequence: number, id: string, previous: string) =>
      `INSERT OR REPLACE INTO register_acts (${columns}) VALUES (${sequence}, '${id}', 0, 'operator', '{}', '${previous}', '${id}')`
    const statements = [
      'UPDATE register_acts SET at = 0',
      'DELETE FROM register_acts WHERE sequence = 1',
      `UPDATE register_numbers SET number = '26-0002-7' WHERE number = '${number}'`,
      'DELETE FROM register_numbers',
      ...(kind === 'SQLite'
        ? [replace(1, 'x', 'x'), replace(99, (await store.read()).acts[0]?.act.id ?? '', 'y'), replace(99, 'z', '')]
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
    expect((await openActStore(database).read()).acts).toHaveLength(before)
  })

  test('two processes share the acts: an act is recorded once, and a number given once', async ({
    stores,
    ana,
    luis,
  }) => {
    const other = openActStore(await stores.openDatabase())
    const eva = await letIn(other, 'Eva')
    const results = await Promise.all([ana.propose(granted()), eva.propose(granted()), luis.propose(granted())])
    const numbers = results.flatMap((result) => {
      if (result.kind !== 'recorded') return []
      const [entry] = 'entries' in result.act.act ? result.act.act.entries : []
      return entry?.entry === 'certificate' ? entry.number : []
    })
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toContain('26-0001-9')
    for (const result of results) expect(['recorded', 'overtaken']).toContain(result.kind)
    const seen = (await other.read()).last.sequence
    const act = { id: randomUUID(), person: eva.id, seen, act: 'propose', entries: [granted()] }
    const prepared = await other.prepare(act)
    if (prepared.kind !== 'ready') return expect.unreachable(prepared.kind)
    const assertion = eva.passkey.confirm(prepared.act)
    const again = [await other.record(prepared.act, assertion), await other.record(prepared.act, assertion)]
    expect(again.map(sequenceOf)[0]).toBe(again.map(sequenceOf)[1])
  })

  test('a colleague’s act in the meantime is shown before anything is recorded', async ({
    store,
    ana,
    luis,
    number,
  }) => {
    const { last } = await store.read()
    sequenceOf(await luis.decide(decided('suspended', number, '2026-02-23')))
    const replaced = await ana.does({ act: 'propose', seen: last.sequence, entries: [batch(number, 'L1')] })
    expect(replaced).toMatchObject({ kind: 'overtaken', by: [{ act: { entries: [{ entry: 'suspended' }] } }] })
  })

  test('an act is signed by a device of the person, for this act, with a finger, a face or a code', async ({
    store,
    ana,
    luis,
    number,
  }) => {
    const { last } = await store.read()
    const prepare = async (entry: Entry) => {
      const act = { id: randomUUID(), person: ana.id, seen: last.sequence, act: 'decide', entries: [entry] }
      const prepared = await store.prepare(act)
      return prepared.kind === 'ready' ? prepared.act : expect.unreachable(JSON.stringify(prepared))
    }
    const act = await prepare(decided('suspended', number, '2026-02-23'))
    const other = await prepare(decided('withdrawn', number, '2026-02-23'))
    const elsewhere = makePasskey('http://evil.example')
    const attempts = [
      [luis.passkey.confirm(act), 'not_in'],
      [ana.passkey.confirm(other), 'signature'],
      [ana.passkey.confirm(act, 0x01), 'signature'],
      [{ ...elsewhere.confirm(act), credential: ana.passkey.device.credential }, 'signature'],
    ] as const
    for (const [assertion, reason] of attempts) expect(await store.record(act, assertion)).toEqual(forbidden(reason))
    const changed = { ...act, entries: [decided('suspended', number, '2026-02-24')] }
    expect(await store.record(changed, ana.passkey.confirm(act))).toEqual(forbidden('signature'))
    expect(await store.record({ ...act, more: 1 }, ana.passkey.confirm(act))).toEqual(forbidden('malformed'))
    sequenceOf(await store.record(act, ana.passkey.confirm(act)))
  })

  test('rules are checked at the field, with what is in effect at that moment', async ({
    store,
    ana,
    luis,
    number,
  }) => {
    const problemsOf = (result: Recorded | NotRecorded) =>
      result.kind === 'wrong' ? result.problems.map(({ field, code }) => `${field} ${code}`) : [result.kind]
    const wrong = async (entry: Entry) =>
      problemsOf(await (entry.entry === 'suspended' ? ana.decide : ana.propose)(entry))
    expect(await wrong(granted({ oval: '12345', from: '2026-05-01', until: '2026-04-01' }))).toEqual([
      'oval register_oval',
    ])
    expect(await wrong(granted({ from: '2026-05-01', until: '2026-04-01' }))).toEqual(['until register_until'])
    expect(await wrong(decided('lifted', number, '2026-03-01'))).toEqual(['decision register_not_suspended'])
    expect(await wrong(decided('replaced', number, '2026-03-01'))).toEqual(['replaced_by register_successor'])
    expect(await wrong(decided('suspended', number, '2026-05-01'))).toEqual(['day register_ahead'])
    expect(await wrong(decided('suspended', number, '2025-12-31'))).toEqual(['day register_before'])
    expect(await wrong(decided('suspended', '00-0001-X', '2026-03-01'))).toEqual(['number unknown'])
    expect(await wrong(batch(number, '2,02603E+11'))).toEqual(['batch register_turned'])
    const second = sequenceOf(await ana.propose(batch(number, 'lote 1')))
    await byTwo(ana, luis, batch(number, 'L1'))
    expect(problemsOf(await luis.agree(second))).toEqual(['batch twice'])
    expect(await wrong(batch(number, 'L-1'))).toEqual(['batch twice'])
    sequenceOf(await ana.decide(decided('withdrawn', number, '2026-03-01')))
    expect(await wrong(decided('suspended', number, '2026-03-01'))).toEqual(['decision register_after_end'])
    // A mistake has a way back, which takes two.
    const { entries } = await store.read()
    const correction = { entry: 'corrected', of: entries.at(-1)?.id ?? '', line: null, why: '' } as const
    expect(await wrong(correction)).toEqual(['why empty'])
    await byTwo(ana, luis, { ...correction, why: 'Another certificate was meant.' })
    expect((await store.read()).register.byNumber.get(number)).toMatchObject({ decisions: [], annulled: [{}] })
  })

  test('an invitation lets one device in, once, for a day; a removed person does nothing more', async ({
    stores,
    store,
    ana,
    luis,
    number,
  }) => {
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
    expect(await enter(one.passkey.device, secret)).toEqual(forbidden('no_invitation'))
    expect(await enter({ ...one.passkey.device, key: ana.passkey.device.key }, fresh)).toEqual(
      forbidden('no_invitation'),
    )
    expect(await one.decide(decided('suspended', number, '2026-03-01'))).toEqual(forbidden('not_in'))
    sequenceOf(await enter(one.passkey.device, fresh))
    expect(await enter(makePasskey().device, fresh)).toEqual(forbidden('no_invitation'))
    sequenceOf(await one.decide(decided('suspended', number, '2026-03-01')))
    const waiting = sequenceOf(await one.propose(decided('lifted', number, '2026-03-02')))
    sequenceOf(await ana.decide({ entry: 'removed', person: one.id }))
    expect(await one.decide(decided('withdrawn', number, '2026-03-01'))).toEqual(forbidden('not_in'))
    // What they proposed would have one person's signature who is still there.
    expect((await store.read()).proposals.has(waiting)).toBe(false)
    expect(await ana.agree(waiting)).toMatchObject({ kind: 'overtaken', by: [{ act: { person: ana.id } }] })
    expect((await store.read()).people.get(one.id)).toMatchObject({ name: 'Eva', devices: [], isRemoved: true })
  })

  test('whoever removes the only colleague does not become two people: then the operator lets somebody in', async ({
    store,
    ana,
    luis,
  }) => {
    sequenceOf(await ana.decide({ entry: 'removed', person: luis.id }))
    const eva = { entry: 'person', person: randomUUID(), name: 'Eva' } as const
    expect(await ana.decide(eva)).toEqual(forbidden('takes_two'))
    await letIn(store, 'Eva')
    expect((await store.read()).present.map(({ name }) => name)).toEqual(['Ana', 'Eva'])
  })
})
