import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Clerk, decided, grant, granted, letIn, openActStore, specimens } from '../../tests/support/office.ts'
import { sqliteStores } from '../../tests/support/test-stores.ts'
import { canonical, type Entry, type RecordedAct, takesTwo } from '../register/acts.ts'
import { addDays } from '../register/day.ts'
import { isLine, registerOf } from '../register/entries.ts'
import type { ActStore } from './act-store.ts'
import { readActs, verifyActs } from './verify-acts.ts'

const today = '2026-03-01'

const decisions = ['suspended', 'lifted', 'withdrawn', 'ended', 'replaced'] as const
const answers = ['agree', 'decline', 'takeBack'] as const
const tries = ['grant', 'accepted', 'correct', 'remove', ...decisions, ...answers, ...answers] as const

/** What somebody tries, at one of two processes; the numbers choose among what there is at that moment. */
const steps = fc.array(
  fc.record({
    who: fc.nat(2),
    process: fc.nat(1),
    does: fc.constantFrom(...tries),
    which: fc.nat(9),
    other: fc.nat(3),
    days: fc.integer({ min: -20, max: 40 }),
    /** What takes two is decided alone, or what takes one is proposed. */
    isAgainstRules: fc.nat(3).map((chance) => chance === 0),
  }),
  { minLength: 5, maxLength: 25 },
)
type Step = typeof steps extends fc.Arbitrary<(infer Each)[]> ? Each : never

async function take({ who, does, which, other, days, isAgainstRules }: Step, clerks: Clerk[], store: ActStore) {
  const clerk = clerks[who] as Clerk
  const { register, entries, acts } = await store.read()
  const chosen = <Item>(all: Item[], index = which) => all[index % Math.max(1, all.length)]
  const numbers = register.certificates.slice(1).map(({ number }) => number)
  const number = chosen(numbers) ?? '26-0001-9'
  const make = (...made: Entry[]) =>
    made.some(takesTwo) === isAgainstRules ? clerk.decide(...made) : clerk.propose(...made)
  switch (does) {
    case 'grant':
      return make(granted({ from: '2026-02-01' }))
    case 'accepted': {
      const line = { number, day: today }
      return make({ ...line, entry: does, batch: `A${other}` }, { ...line, entry: 'refused', batch: `R${other}` })
    }
    case 'correct': {
      const line = chosen(entries.filter(({ entry }) => isLine(entry)))
      if (!line || !isLine(line.entry)) return undefined
      return make({ entry: 'corrected', of: line.id, line: other % 2 ? null : line.entry, why: 'A slip.' })
    }
    case 'remove':
      return make({ entry: 'removed', person: chosen(clerks)?.id ?? '' })
    case 'agree':
    case 'decline':
    case 'takeBack':
      // Also one that was answered, or is none: whatever a hand-made request names.
      return clerk[does](acts.filter(({ act }) => act.act === 'propose').at(-1 - other)?.sequence ?? 1)
    default: {
      const replaced_by = does === 'replaced' ? (chosen(numbers, other) ?? '') : ''
      return make(decided(does, number, addDays(today, days), { replaced_by }))
    }
  }
}

/** What is in effect by the log alone: what takes one at once, and what takes two once it was agreed to. */
function inEffectBy(acts: RecordedAct[]): string[] {
  const agreed = acts.flatMap(({ act }) => (act.act === 'agree' ? act.proposal : []))
  return acts.flatMap(({ sequence, act }) =>
    ('entries' in act ? act.entries : []).flatMap((entry, index) =>
      act.person === null || agreed.includes(sequence) || !takesTwo(entry) ? `${sequence}.${index + 1}` : [],
    ),
  )
}

test('no sequence of acts shows a yes with one signature, loses an entry, or changes what an earlier one said', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      await using stores = await sqliteStores()
      const processes = [openActStore(await stores.openDatabase()), openActStore(await stores.openDatabase())] as const
      const [ana, luis] = [await letIn(processes[0], 'Ana'), await letIn(processes[1], 'Luis')]
      const people = [ana, luis, await letIn(processes[0], 'Eva')]
      await grant(processes[0], ana, luis)
      let before = (await processes[0].read()).acts.map(canonical)
      for (const step of sequence) {
        const store = processes[step.process as 0 | 1]
        const entriesBefore = [...(await store.read()).entries]
        const clerks = people.map((person) => person.at(store))
        const result = await take(step, clerks, store)
        const { acts, entries, people: known } = await store.read()
        // The log only grows, by one act if something was recorded.
        const now = acts.map(canonical)
        expect(now.slice(0, before.length)).toEqual(before)
        expect(now.length - before.length).toBe(result?.kind === 'recorded' ? 1 : 0)
        before = now
        // What is shown follows from the entries.
        expect(entries.slice(0, entriesBefore.length)).toEqual(entriesBefore)
        for (const person of known.values()) if (person.isRemoved) expect(person.devices).toEqual([])
      }
      const [one, other] = [await processes[0].read(), await processes[1].read()]
      expect(other.acts).toEqual(one.acts)
      expect(other.register).toEqual(one.register)
      // What grew with each entry is what follows from all of them.
      expect(one.register).toEqual(registerOf(specimens, one.entries))
      expect(one.entries.map(({ id }) => id).sort()).toEqual(inEffectBy(one.acts).sort())
      // A proposal has one answer, and only what takes it back is the proposer's.
      const answers = one.acts.flatMap(({ act }) => ('proposal' in act ? act : []))
      expect(new Set(answers.map(({ proposal }) => proposal)).size).toBe(answers.length)
      for (const { act, proposal, person } of answers)
        expect([act, one.acts[proposal - 1]?.act.person === person]).toEqual([act, act === 'take_back'])
      // A number names one certificate.
      const numbers = one.acts.flatMap(({ act }) =>
        'entries' in act ? act.entries.flatMap((entry) => (entry.entry === 'certificate' ? entry.number : [])) : [],
      )
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(await verifyActs(await readActs(await stores.openDatabase()))).toEqual([])
    }),
    { numRuns: Number(process.env.ACT_RUNS ?? 15) },
  )
})
