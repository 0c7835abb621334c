import { randomUUID } from 'node:crypto'
import type { Entry, LineEntry } from '../register/acts.ts'
import { takesTwo } from '../register/acts.ts'
import {
  columnsOf,
  type DecisionKind,
  decisionKinds,
  type Outcome,
  outcomes,
  type tables,
} from '../register/columns.ts'
import { readDay } from '../register/day.ts'
import { isLine, tableOf } from '../register/entries.ts'
import type { Ledger } from './ledger.ts'

/** The fields of a form as they were typed; of several with one name, all. */
export type Fields = Record<string, string | string[]>

export const fieldOf = (fields: Fields, name: string): string => {
  const value = fields[name] ?? ''
  return Array.isArray(value) ? (value.at(-1) ?? '') : value
}
export const valuesOf = (fields: Fields, name: string): string[] => [fields[name] ?? []].flat()

/** What is signed, without who does it and what was seen. */
export type Draft =
  | { act: 'propose' | 'decide'; entries: Entry[] }
  | { act: 'agree'; proposal: number; hash: string; absent?: true }
  | { act: 'decline'; proposal: number; hash: string; why: string }
  | { act: 'take_back'; proposal: number; hash: string }

/** Days are read in the ways that people write them; ticks of a list are one cell. */
function cell(fields: Fields, name: string): string {
  const typed = fieldOf(fields, name).trim()
  if (['day', 'from', 'until'].includes(name)) return readDay(typed)
  if (name === 'covers') return valuesOf(fields, name).join(' ')
  if (name === 'batches') return [...valuesOf(fields, 'batches_known'), typed].filter(Boolean).join(', ')
  return typed
}

const cells = (table: keyof typeof tables, fields: Fields) =>
  Object.fromEntries(columnsOf(table).flatMap(([name]) => (name === 'decision' ? [] : [[name, cell(fields, name)]])))

/** An act of entries: one that takes two is proposed, all others are decided at once. */
export const actOf = (entries: Entry[], isAlone = false): Draft => ({
  act: entries.some((entry) => takesTwo(entry) && !(isAlone && entry.entry === 'person')) ? 'propose' : 'decide',
  entries,
})

const isOneOf = <Key extends string>(keys: readonly Key[], key: string): key is Key =>
  (keys as readonly string[]).includes(key)

/** Reads the form of a certificate's page, of a new one, or of a correction. @param act the value of the button */
export function readLine(act: string, fields: Fields): LineEntry | undefined {
  if (act === 'certificate') return { entry: 'certificate', ...cells('certificates', fields) } as LineEntry
  if (isOneOf<DecisionKind>(decisionKinds, act)) {
    const { reason = '', batches = '', replaced_by = '', ...line } = cells('decisions', fields)
    // What a decision has no use for was left from another.
    const isSanction = act === 'suspended' || act === 'withdrawn'
    return {
      ...line,
      entry: act,
      reason: isSanction ? reason : '',
      batches: isSanction ? batches : '',
      replaced_by: act === 'replaced' ? replaced_by : '',
    } as LineEntry
  }
  if (isOneOf<Outcome>(outcomes, act)) return { entry: act, ...cells('batches', fields) } as LineEntry
  return undefined
}

/** The correction of an entry. */
export function readCorrection(of: string, fields: Fields, ledger: Ledger): Entry | undefined {
  const was = ledger.find(of)?.entry
  if (!was || !isLine(was)) return undefined
  const why = fieldOf(fields, 'why').trim()
  if (fieldOf(fields, 'annul')) return { entry: 'corrected', of, line: null, why }
  const decision = fieldOf(fields, 'decision') || was.entry
  const line = readLine(tableOf(was) === 'certificates' ? 'certificate' : decision, { ...fields, number: was.number })
  return { entry: 'corrected', of, line: line ?? was, why }
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

/** An entry as the fields of the form that makes it. */
export const fieldsOf = (entry: LineEntry): Fields =>
  Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, name === 'covers' ? value.split(' ') : value]))
