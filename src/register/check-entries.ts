import type { ProblemCode } from '../shared/problem.ts'
import type { ActProblem, Entry, EntryInEffect, LineEntry } from './acts.ts'
import { foldBatch } from './batch.ts'
import { checkDecisions } from './check-decisions.ts'
import { columnsOf, type RegisterWords, wrongIn } from './columns.ts'
import { isLine, lineOf, tableOf } from './entries.ts'
import { correctNumber } from './number.ts'
import { type Certificate, type Decision, isSpecimen, type Register, sortDecisions } from './register.ts'

/**
 * What entries are checked beside.
 * @property find an entry in effect by its id
 * @property today ISO 8601, in the site's time zone
 * @property hasSpecimens whether entries may be those of specimens: in content/register
 */
export type Beside = {
  register: Register
  find(id: string): EntryInEffect | undefined
  words: RegisterWords
  today: string
  hasSpecimens?: boolean
}

/** What is wrong in new lines and corrections of the register: in themselves, among each other, and beside what is in effect. */
export function checkEntries(entries: Entry[], beside: Beside): ActProblem[] {
  const { register, words, today } = beside
  const problems: ActProblem[] = []
  /** The certificates that change. */
  const changed = new Map<string, Certificate>()
  const byNumber = { get: (number: string) => changed.get(number) ?? register.byNumber.get(number) }
  const batches = new Set<string>()
  /** The places of the new decisions, and of the first entry about each certificate. */
  const places = new Map<Decision | string, number>()

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
      else change(original.number, place, (certificate) => remove(certificate, of))
    }
  }
  // An invalid entry would make valid ones look wrong.
  if (problems.length > 0) return problems
  for (const certificate of changed.values()) {
    const first = places.get(certificate.number)
    const isMadeBefore = (one: Decision, other: Decision) => (places.get(one) ?? -1) < (places.get(other) ?? -1)
    for (const [decision, field, code] of checkDecisions(certificate, byNumber, today, isMadeBefore)) {
      const place = places.get(decision)
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
    const known = byNumber.get(number)
    const isReserved = isSpecimen(number) && !beside.hasSpecimens
    if (entry.entry === 'certificate') {
      const first = places.get(number)
      places.set(number, first ?? place)
      if (corrected || !known)
        changed.set(number, { ...(known ?? nothing), ...entry, decisions: [...(known?.decisions ?? [])] })
      // An invalid entry is not compared with others.
      if (problems.length > before) return
      if (entry.from > entry.until) report('until', 'register_until')
      if (isReserved) report('number', 'register_contradicts', { name: number })
      if (!known || corrected) return
      for (const each of new Set([first ?? place, place]))
        problems.push({ entry: each, field: 'number', code: 'twice', values: { name: number } })
    } else if (problems.length > before) return
    else if (isReserved || !known) report('number', 'unknown', { name: number })
    else if (table === 'decisions') {
      const decision = line as unknown as Decision
      places.set(decision, place)
      change(number, place, (certificate) => {
        if (corrected) remove(certificate, corrected, decision)
        else certificate.decisions.push(decision)
        sortDecisions(certificate.decisions)
      })
    } else {
      const folded = foldBatch((line as { batch: string }).batch)
      const other = known.batches.get(folded)
      if ((other && other.id !== corrected) || batches.has(`${number} ${folded}`))
        report('batch', 'twice', { name: line.batch ?? '' })
      batches.add(`${number} ${folded}`)
    }
  }

  function change(number: string, place: number, work: (certificate: Certificate) => void): void {
    const certificate = byNumber.get(number) as Certificate
    const own = changed.get(number) ?? { ...certificate, decisions: [...certificate.decisions] }
    changed.set(number, own)
    if (!places.has(number)) places.set(number, place)
    work(own)
  }
}

const nothing = { annulled: [], batches: new Map() }

function remove({ decisions }: Certificate, id: string, ...by: Decision[]): void {
  const index = decisions.findIndex((decision) => decision.id === id)
  decisions.splice(index < 0 ? decisions.length : index, index < 0 ? 0 : 1, ...by)
}
