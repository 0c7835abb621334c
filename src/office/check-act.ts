import { type Act, type ActProblem, type Entry, type RecordedAct, takesTwo } from '../register/acts.ts'
import { isTooFarAhead } from '../register/check-decisions.ts'
import { checkEntries } from '../register/check-entries.ts'
import type { RegisterWords } from '../register/columns.ts'
import { spoiledBy } from '../register/spoiled-cells.ts'
import type { ProblemCode } from '../shared/problem.ts'
import type { Ledger } from './ledger.ts'

/** Why an act is not recorded, although its fields are right. The answer to a hand-made request, mostly. */
export type Forbidden =
  | 'not_in' // The person is not there, was removed, or has not added a device.
  | 'own_proposal' // Who proposed something cannot agree to it or decline it; nobody else can take it back.
  | 'takes_two' // An act of one person for what takes two; or one for two with nothing that takes two.
  | 'no_invitation' // A device without an invitation, with one that was used or has expired, or that somebody has already.
  | 'signature' // Another key, another act, another origin, or no user verification.
  | 'malformed' // No act at all.

export type NotRecorded =
  | { kind: 'wrong'; problems: ActProblem[] }
  /** A colleague did something about this certificate, or this proposal, since the form was shown. Nothing is recorded. */
  | { kind: 'overtaken'; by: RecordedAct[] }
  | { kind: 'forbidden'; reason: Forbidden }

/** @property today by the database's clock, in the site's time zone, ISO 8601 */
export type Rules = { words: RegisterWords; today: string }

export const maxNameLength = 100

/** Why a person's act may not be recorded beside those of a ledger; nothing if it may. */
export function checkAct(act: Act, ledger: Ledger, rules: Rules): NotRecorded | undefined {
  const reason = findForbidden(act, ledger, rules)
  if (reason) return { kind: 'forbidden', reason }
  if (act.person === null) return undefined
  const isAnswer = 'proposal' in act
  const waiting = isAnswer ? ledger.proposals.get(act.proposal)?.entries : undefined
  const entries = isAnswer ? (waiting ?? []).map(([, entry]) => entry) : act.entries
  const by =
    isAnswer && !waiting
      ? ledger.since(act.proposal, [{ entry: 'removed', person: proposerOf(act.proposal, ledger) }], act.proposal)
      : ledger.since(act.seen, entries, isAnswer ? act.proposal : undefined)
  if (by.length > 0) return { kind: 'overtaken', by }
  const problems = findProblems(act, entries, ledger, rules)
  return problems.length > 0 ? { kind: 'wrong', problems } : undefined
}

const proposerOf = (proposal: number, { acts }: Ledger) => acts[proposal - 1]?.act.person ?? ''

/** Whether an entry takes two people now: the first person has nobody to ask who else is let in. */
export const asksTwo = (entry: Entry, { isFirstAlone }: Ledger) =>
  takesTwo(entry) && !(entry.entry === 'person' && isFirstAlone)

/** Whether a batch is to be accepted, by somebody who was not in the plant. */
export const asksAbsent = (entries: Entry[]) =>
  entries.some((entry) => (entry.entry === 'corrected' ? entry.line : entry)?.entry === 'accepted')

function findForbidden(act: Act, ledger: Ledger, { today }: Rules): Forbidden | undefined {
  if (act.person === null || act.seen > ledger.last.sequence) return 'malformed'
  const person = ledger.people.get(act.person)
  const isIn = person !== undefined && person.devices.length > 0
  if ('proposal' in act) {
    const proposed = ledger.acts[act.proposal - 1]
    if (!isIn) return 'not_in'
    if (proposed?.hash !== act.hash || proposed.act.act !== 'propose' || act.seen < act.proposal) return 'malformed'
    return (proposed.act.person === act.person) === (act.act === 'take_back') ? undefined : 'own_proposal'
  }
  const { entries } = act
  const device = entries.find((entry) => entry.entry === 'device')
  if (device) {
    const isKnown = ledger.devices.some(({ credential, key }) => credential === device.credential || key === device.key)
    const isOwn = device.person === act.person && person?.isInvited && entries.length === 1 && act.act === 'decide'
    return isOwn && !isKnown ? undefined : 'no_invitation'
  }
  if (!isIn) return 'not_in'
  if (entries.some((entry) => asksTwo(entry, ledger)) !== (act.act === 'propose')) return 'takes_two'
  const numbers = entries.flatMap((entry) => (entry.entry === 'certificate' ? entry.number : []))
  // One that a colleague has taken since the form was shown is no fault.
  const isNext =
    numbers.every((number) => number === ledger.nextNumber(today)) || ledger.since(act.seen, entries).length > 0
  return numbers.length > 1 || !isNext ? 'malformed' : undefined
}

function findProblems(act: Act, entries: Entry[], ledger: Ledger, rules: Rules): ActProblem[] {
  if (act.act === 'take_back') return []
  if (act.act === 'decline') return act.why.trim() ? [] : [{ field: 'why', code: 'empty' }]
  const problems = [...checkEntries(entries, { ...ledger.beside, ...rules }), ...checkPeople(entries, ledger)]
  if (act.act === 'agree' && asksAbsent(entries) && !act.absent) problems.push({ field: 'absent', code: 'empty' })
  for (const [place, entry] of entries.entries())
    if (problems.length === 0 && !takesTwo(entry) && 'day' in entry && isTooFarAhead(entry.day, rules.today))
      problems.push({ entry: place, field: 'day', code: 'register_ahead' })
  return problems
}

function checkPeople(entries: Entry[], { people }: Ledger): ActProblem[] {
  return entries.flatMap((entry, place): ActProblem[] => {
    const report = (field: string, code: ProblemCode, name = '') => [{ entry: place, field, code, values: { name } }]
    if (entry.entry === 'removed')
      return people.get(entry.person)?.isRemoved === false ? [] : report('person', 'unknown')
    if (entry.entry !== 'person') return []
    const name = entry.name.trim()
    const namesakes = [...people.values()].filter((other) => other.name === name && other.id !== entry.person)
    if (!name || name.length > maxNameLength) return report('name', 'empty')
    const spoilt = spoiledBy(name)
    if (spoilt) return report('name', spoilt, name)
    return namesakes.length > 0 ? report('name', 'twice', name) : []
  })
}
