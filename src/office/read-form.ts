import { randomUUID } from 'node:crypto'
import { type Entry, type LineEntry, takesTwo } from '../register/acts.ts'
import { columnsOf, type DecisionKind, decisionKinds, outcomes } from '../register/columns.ts'
import { readDay } from '../register/day.ts'
import { isLine, tableOf } from '../register/entries.ts'
import type { Ledger } from './ledger.ts'
import { type Fields, fieldOf, valuesOf } from './scene.ts'

/** What is signed, without who does it and what was seen. */
export type Draft =
  | { act: 'propose' | 'decide'; entries: Entry[] }
  | { act: 'agree'; proposal: number; hash: string; absent?: true }
  | { act: 'decline'; proposal: number; hash: string; why: string }
  | { act: 'take_back'; proposal: number; hash: string }

/** An act of entries: one that takes two is proposed, all others are decided at once. */
export const actOf = (entries: Entry[], isAlone = false): Draft => ({
  act: entries.some((entry) => takesTwo(entry) && !(isAlone && entry.entry === 'person')) ? 'propose' : 'decide',
  entries,
})

type LineKind = LineEntry['entry']
const lineKinds: readonly string[] = ['certificate', ...decisionKinds, ...outcomes]

/** What a decision on a certificate has a use for. */
const decisionFields: Record<DecisionKind, string[]> = {
  suspended: ['day', 'reason', 'batches'],
  lifted: ['day'],
  withdrawn: ['day', 'reason', 'batches'],
  ended: ['day'],
  replaced: ['day', 'replaced_by'],
}

/** The fields of the form with which an entry is made: the columns of its table, without the number and what it has no use for. */
export function formFields(kind: LineKind): string[] {
  const used = decisionFields[kind as DecisionKind]
  const names = columnsOf(tableOf({ entry: kind } as LineEntry)).map(([name]) => name)
  return names.filter((name) => name !== 'number' && (used?.includes(name) ?? true))
}

const days = ['day', 'from', 'until']

/** Days are read in the ways that people write them; ticks of a list are one cell. */
function cell(fields: Fields, name: string): string {
  const typed = fieldOf(fields, name).trim()
  if (days.includes(name)) return readDay(typed)
  if (name === 'covers') return valuesOf(fields, name).join(' ')
  if (name === 'batches') return [...valuesOf(fields, 'batches_known'), typed].filter(Boolean).join(', ')
  return typed
}

/** Reads the form of an entry; nothing if it is of none. What it has no use for was left from another, and is not read. */
export function readLine(kind: string, fields: Fields): LineEntry | undefined {
  if (!lineKinds.includes(kind)) return undefined
  const entry = { entry: kind } as LineEntry
  const used = ['number', ...formFields(entry.entry)]
  const names = columnsOf(tableOf(entry)).flatMap(([name]) => (name === 'decision' ? [] : name))
  const cells = names.map((name) => [name, used.includes(name) ? cell(fields, name) : ''])
  return { ...entry, ...Object.fromEntries(cells) }
}

/** The correction of an entry. */
export function readCorrection(of: string, fields: Fields, ledger: Ledger): Entry | undefined {
  const was = ledger.find(of)?.entry
  if (!was || !isLine(was)) return undefined
  const line = fieldOf(fields, 'annul')
    ? null
    : (readLine(fieldOf(fields, 'decision') || was.entry, { ...fields, number: was.number }) ?? was)
  return { entry: 'corrected', of, line, why: fieldOf(fields, 'why').trim() }
}

/** An answer to a proposal. */
export function readAnswer(act: string, fields: Fields): Draft | undefined {
  const answered = { proposal: Number(fieldOf(fields, 'proposal')), hash: fieldOf(fields, 'hash') }
  if (act === 'agree') return { act, ...answered, ...(fieldOf(fields, 'absent') && { absent: true as const }) }
  if (act === 'decline') return { act, ...answered, why: fieldOf(fields, 'why').trim() }
  return act === 'take_back' ? { act, ...answered } : undefined
}

/** A person to be let in: again, if somebody had the name. */
export function readPerson(fields: Fields, { people }: Ledger): Entry {
  const name = fieldOf(fields, 'name').trim().replace(/\s+/g, ' ')
  const known = [...people.values()].find((person) => person.name === name && person.isRemoved)
  return { entry: 'person', person: known?.id ?? randomUUID(), name }
}

/** As people write a day: 23/11/2026. */
export const typedDay = (day: string) => day.split('-').reverse().join('/')

/** An entry as the fields of the form that makes it. */
export const fieldsOf = (entry: LineEntry): Fields =>
  Object.fromEntries(
    Object.entries({ ...entry, decision: entry.entry }).map(([name, value]) => [
      name,
      days.includes(name) ? typedDay(value) : name === 'covers' ? value.split(' ') : value,
    ]),
  )
