import type { ProblemCode } from '../shared/problem.ts'
import type { ActProblem, Entry, EntryInEffect, LineEntry } from './acts.ts'
import { foldBatch } from './batch.ts'
import { checkDecisions } from './check-decisions.ts'
import { columnsOf, type RegisterWords, wrongIn } from './columns.ts'
import { certificateOf, isLine, lineOf, tableOf } from './entries.ts'
import { correctNumber } from './number.ts'
import { type Certificate, type Decision, isSpecimen, type Register } from './register.ts'

/**
 * What entries are checked beside.
 * @property about the entries in effect about a certificate
 * @property find an entry in effect by its id
 * @property today ISO 8601, in the site's time zone
 * @property hasSpecimens whether entries may be those of specimens: in content/register
 */
export type Beside = {
  register: Register
  about(number: string): EntryInEffect[]
  find(id: string): EntryInEffect | undefined
  words: RegisterWords
  today: string
  hasSpecimens?: boolean
}

/** What is wrong in new lines and corrections of the register: in themselves, among each other, and beside what is in effect. */
export function checkEntries(entries: Entry[], beside: Beside): ActProblem[] {
  const { register, words, today } = beside
  const problems: ActProblem[] = []
  /** What changes certificates, by their numbers, as if it were in effect: the id of each is its place. */
  const changes = new Map<string, EntryInEffect[]>()
  const batches = new Set<string>()
  /** The place of what is new, by the id of what it says or corrects; and of the first entry about each certificate, by its number. */
  const places = new Map<string, number>()

  for (const [place, entry] of entries.entries()) {
    const report = (field: string, code: ProblemCode, name = '') =>
      problems.push({ entry: place, field, code, values: { name } })
    if (isLine(entry)) checkLine(entry, place)
    else if (entry.entry === 'corrected') {
      const { of, line, why } = entry
      const original = beside.find(of)?.entry
      if (why.trim() === '') report('why', 'empty')
      if (!original || !isLine(original)) report('of', 'unknown', of)
      else if (line && (line.number !== original.number || tableOf(line) !== tableOf(original)))
        report('number', 'register_contradicts', line.number)
      else if (line) checkLine(line, place, of)
      else if (tableOf(original) === 'certificates') report('line', 'needed')
      else change(original.number, place, entry)
    }
  }
  // An invalid entry would make valid ones look wrong.
  if (problems.length > 0) return problems
  const changed = new Map<string, Certificate>()
  for (const [number, made] of changes) {
    const certificate = certificateOf([...beside.about(number), ...made])
    if (certificate) changed.set(number, certificate)
  }
  const byNumber = { get: (number: string) => changed.get(number) ?? register.byNumber.get(number) }
  const placeOf = ({ id = '' }: Decision) => places.get(id)
  const isMadeBefore = (one: Decision, other: Decision) => (placeOf(one) ?? -1) < (placeOf(other) ?? -1)
  for (const [number, certificate] of changed) {
    const first = places.get(number)
    for (const [decision, field, code] of checkDecisions(certificate, byNumber, today, isMadeBefore)) {
      const place = placeOf(decision)
      const values = { name: decision[field] }
      if (place !== undefined) problems.push({ entry: place, field, code, values })
      // A successor was looked at when its decision was made.
      else if (first !== undefined && field !== 'replaced_by')
        problems.push({ entry: first, field: entries[first]?.entry === 'certificate' ? 'from' : 'day', code, values })
    }
  }
  return problems

  /** @param corrected the id of the entry whose wording this is to be */
  function checkLine(entry: LineEntry, place: number, corrected?: string): void {
    const report = (field: string, code: ProblemCode, values: Record<string, string> = {}) =>
      problems.push({ entry: place, field, code, values })
    const table = tableOf(entry)
    const line = lineOf(entry) as Record<string, string>
    const before = problems.length
    for (const [name, column] of columnsOf(table)) {
      const cell = line[name] ?? ''
      const code = wrongIn(column, cell, words)
      if (code)
        report(name, code, { name: cell, right: correctNumber(cell) ?? '', names: column.choices?.join(', ') ?? '' })
    }
    const { number } = entry
    const isKnown = register.byNumber.has(number) || changes.has(number)
    const isReserved = isSpecimen(number) && !beside.hasSpecimens
    if (entry.entry === 'certificate') {
      const first = places.get(number) ?? place
      if (corrected || !isKnown) change(number, place, entries[place] as Entry)
      places.set(number, first)
      // An invalid entry is not compared with others.
      if (problems.length > before) return
      if (entry.from > entry.until) report('until', 'register_until')
      if (isReserved) report('number', 'register_contradicts', { name: number })
      if (!isKnown || corrected) return
      for (const each of new Set([first, place]))
        problems.push({ entry: each, field: 'number', code: 'twice', values: { name: number } })
    } else if (problems.length > before) return
    else if (isReserved || !isKnown) report('number', 'unknown', { name: number })
    else if (table === 'decisions') change(number, place, entries[place] as Entry)
    else {
      const folded = foldBatch((line as { batch: string }).batch)
      const other = register.byNumber.get(number)?.batches.get(folded)
      if ((other && other.id !== corrected) || batches.has(`${number} ${folded}`))
        report('batch', 'twice', { name: line.batch ?? '' })
      batches.add(`${number} ${folded}`)
    }
  }

  function change(number: string, place: number, entry: Entry): void {
    const id = String(place)
    places.set(entry.entry === 'corrected' ? entry.of : id, place)
    if (!places.has(number)) places.set(number, place)
    const made = changes.get(number) ?? []
    if (made.push({ id, sequence: 0, at: 0, entry }) === 1) changes.set(number, made)
  }
}
