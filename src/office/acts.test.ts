import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Clerk, decided, granted, letIn, openActStore, specimens } from '../../tests/support/office.ts'
import { sqliteStores } from '../../tests/support/test-stores.ts'
import { canonical, type Entry, type EntryInEffect, type RecordedAct, takesTwo } from '../register/acts.ts'
import { addDays } from '../register/day.ts'
import { isLine, registerOf } from '../register/entries.ts'
import { stateOn } from '../register/state.ts'
import type { ActStore } from './act-store.ts'
import { readActs, verifyActs } from './verify-acts.ts'

const today = '2026-03-01'

/** What somebody tries; the numbers choose among what there is at that moment. */
const tries = fc.oneof(
  fc.record({ does: fc.constant('grant' as const) }),
  fc.record({
    does: fc.constantFrom(
      'suspended' as const,
      'lifted' as const,
      'withdrawn' as const,
      'ended' as const,
      'replaced' as const,
    ),
    certificate: fc.nat(3),
    successor: fc.nat(3),
    days: fc.integer({ min: -20, max: 40 }),
  }),
  fc.record({
    does: fc.constantFrom('accepted' as const, 'refused' as const),
    certificate: fc.nat(3),
    batch: fc.nat(3),
  }),
  fc.record({ does: fc.constant('correct' as const), entry: fc.nat(9), isAnnulled: fc.boolean() }),
  fc.record({ does: fc.constantFrom('agree' as const, 'decline' as const, 'take_back' as const), proposal: fc.nat(4) }),
  fc.record({ does: fc.constantFrom('remove' as const), whom: fc.nat(2) }),
)
const steps = fc.array(fc.record({ who: fc.nat(2), process: fc.nat(1), what: tries }), { minLength: 5, maxLength: 25 })

type Step = { who: number; process: number; what: typeof tries extends fc.Arbitrary<infer What> ? What : never }

async function take(step: Step, clerks: Clerk[], store: ActStore) {
  const { what, who } = step
  const clerk = clerks[who] as Clerk
  const { register, entries, acts } = await store.read()
  const numbers = register.certificates.slice(1).map(({ number }) => number)
  const number = (index: number) => numbers[index % Math.max(1, numbers.length)] ?? '26-0001-9'
  const make = (entry: Entry) => (takesTwo(entry) ? clerk.propose(entry) : clerk.decide(entry))
  switch (what.does) {
    case 'grant':
      return make(granted({ from: '2026-02-01' }))
    case 'accepted':
    case 'refused':
      return make({ entry: what.does, number: number(what.certificate), batch: `B${what.batch}`, day: today })
    case 'correct': {
      const lines = entries.filter(({ entry }) => isLine(entry))
      const chosen = lines[what.entry % Math.max(1, lines.length)]
      if (!chosen || !isLine(chosen.entry)) return undefined
      const line = what.isAnnulled ? null : chosen.entry
      return make({ entry: 'corrected', of: chosen.id, line, why: 'A slip.' })
    }
    case 'remove':
      return make({ entry: 'removed', person: clerks[what.whom]?.id ?? '' })
    case 'agree':
    case 'decline':
    case 'take_back': {
      // Also one that was answered, or is none: whatever a hand-made request names.
      const proposals = acts.filter(({ act }) => act.act === 'propose')
      const sequence = proposals[what.proposal % Math.max(1, proposals.length)]?.sequence ?? 1
      return what.does === 'take_back' ? clerk.takeBack(sequence) : clerk[what.does](sequence)
    }
    default: {
      const replaced_by = what.does === 'replaced' ? number(what.successor) : ''
      return make(decided(what.does, number(what.certificate), addDays(today, what.days), { replaced_by }))
    }
  }
}

/** What is in effect, worked out again from the log alone. */
function entriesBySignatures(acts: RecordedAct[]): Map<string, Set<string>> {
  const signers = new Map<string, Set<string>>()
  for (const { sequence, act } of acts) {
    const source = act.act === 'agree' ? acts[act.proposal - 1] : { sequence, act }
    if (!source || !('entries' in source.act)) continue
    for (const index of source.act.entries.keys()) {
      const id = `${source.sequence}.${index + 1}`
      signers.set(id, (signers.get(id) ?? new Set()).add(String(act.person)))
    }
  }
  return signers
}

const days = Array.from({ length: 13 }, (_, index) => addDays(today, index * 5 - 20))
/** What the public sees on each day. */
const seen = (entries: EntryInEffect[]) => {
  const { certificates } = registerOf(specimens, entries)
  return [
    certificates.map((each) => [each.number, each.plant, ...days.map((day) => stateOn(each, day))]),
    certificates.flatMap(({ batches }) => Array.from(batches.values(), ({ entry }) => entry)),
  ]
}

test('no sequence of acts shows a yes with one signature, loses an entry, or changes what an earlier one said', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      await using stores = await sqliteStores()
      const processes = [openActStore(await stores.openDatabase()), openActStore(await stores.openDatabase())] as const
      const people = [
        await letIn(processes[0], 'Ana'),
        await letIn(processes[1], 'Luis'),
        await letIn(processes[0], 'Eva'),
      ]
      let before = (await processes[0].read()).acts.map(canonical)
      for (const step of sequence) {
        const store = processes[step.process as 0 | 1]
        const entriesBefore = [...(await store.read()).entries]
        const publicBefore = canonical(seen(entriesBefore))
        const result = await take(
          step,
          people.map((person) => person.at(store)),
          store,
        )
        const { acts, entries, people: known } = await store.read()
        // The log only grows, by one act if something was recorded.
        const now = acts.map(canonical)
        expect(now.slice(0, before.length)).toEqual(before)
        expect(now.length - before.length).toBe(result?.kind === 'recorded' ? 1 : 0)
        before = now
        expect(entries.slice(0, entriesBefore.length)).toEqual(entriesBefore)
        // What waits shows nothing.
        if (entries.length === entriesBefore.length) expect(canonical(seen(entries))).toBe(publicBefore)
        const signers = entriesBySignatures(acts)
        for (const { id, entry, sequence } of entries)
          if (takesTwo(entry) && acts[sequence - 1]?.act.person !== null)
            expect([id, signers.get(id)?.size]).toEqual([id, 2])
        for (const person of known.values()) if (person.isRemoved) expect(person.devices).toEqual([])
      }
      const [one, other] = await Promise.all(processes.map((store) => store.read()))
      expect(other?.acts).toEqual(one?.acts)
      expect(canonical(seen(other?.entries ?? []))).toBe(canonical(seen(one?.entries ?? [])))
      // What grew with each entry is what follows from all of them.
      expect(one?.register).toEqual(registerOf(specimens, one?.entries ?? []))
      // A number names one certificate.
      const numbers = (one?.acts ?? []).flatMap(({ act }) =>
        'entries' in act ? act.entries.flatMap((entry) => (entry.entry === 'certificate' ? entry.number : [])) : [],
      )
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(await verifyActs(await readActs(await stores.openDatabase()))).toEqual([])
    }),
    { numRuns: Number(process.env.ACT_RUNS ?? 10) },
  )
})
