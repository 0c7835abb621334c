import { type Act, type Entry, type EntryInEffect, type LineEntry, takesTwo } from './acts.ts'
import type { Line, TableName } from './columns.ts'
import {
  type BatchDecision,
  type Certificate,
  type Decision,
  makeRegister,
  type Register,
  sortDecisions,
} from './register.ts'

/** The certificates and batches of content/register: those of the year 00. */
export type Specimens = { certificates: Certificate[]; batches: BatchDecision[] }

/**
 * The entries that an act brings into effect.
 * @param proposed the act that is agreed to, if one is
 */
export function inEffect(
  { sequence, at, act }: { sequence: number; at: number; act: Act },
  proposed?: { sequence: number; act: Act },
): EntryInEffect[] {
  const source = act.act === 'agree' ? proposed : { sequence, act }
  if (!source || !('entries' in source.act)) return []
  const isWhole = source.act.act !== 'propose'
  return source.act.entries.flatMap((entry, index) =>
    isWhole || takesTwo(entry) === (act.act === 'agree')
      ? { id: `${source.sequence}.${index + 1}`, sequence, at, entry }
      : [],
  )
}

/** Whether an entry is a line of the register's tables. */
export const isLine = (entry: Entry): entry is LineEntry => 'number' in entry

/** The table whose line an entry is. */
export const tableOf = ({ entry }: LineEntry): TableName =>
  entry === 'certificate' ? 'certificates' : entry === 'accepted' || entry === 'refused' ? 'batches' : 'decisions'

/** An entry as the line of its table. */
export function lineOf(entry: LineEntry): Line<TableName> {
  const { entry: decision, ...cells } = entry
  return (decision === 'certificate' ? cells : { ...cells, decision }) as Line<TableName>
}

/** A line of a table as an entry. */
export function entryOf(table: TableName, { decision, ...cells }: { decision?: string }): LineEntry {
  return { ...cells, entry: table === 'certificates' ? 'certificate' : decision } as LineEntry
}

/**
 * The public register: it follows from the specimens and the entries in effect alone, days to come included. What was corrected stands
 * in its last wording, at the place of the first.
 * @param entries without an id, they are lines of tables that nobody has entered
 */
export function registerOf(specimens: Specimens, entries: EntryInEffect[]): Register {
  const corrections = new Map<string, { line: LineEntry | null; at: number }>()
  for (const { entry, at } of entries) if (entry.entry === 'corrected') corrections.set(entry.of, { ...entry, at })
  const certificates = new Map<string, Certificate>()
  for (const each of specimens.certificates) certificates.set(each.number, { ...each, decisions: [...each.decisions] })
  const batches = [...specimens.batches]
  for (const { id, at, entry: first } of entries) {
    if (!isLine(first)) continue
    const corrected = corrections.get(id)
    const entry = corrected ? corrected.line : first
    const made = id && { id, at: new Date(at), ...(corrected && { corrected: new Date(corrected.at) }) }
    const line = { ...lineOf(entry ?? first), ...(made || {}) }
    const table = tableOf(first)
    const certificate = certificates.get(first.number)
    if (table === 'certificates') certificates.set(first.number, { ...line, decisions: [], annulled: [] } as never)
    else if (table === 'decisions') certificate?.[entry ? 'decisions' : 'annulled']?.push(line as Decision)
    else if (entry) batches.push(line as BatchDecision)
  }
  for (const { decisions } of certificates.values()) sortDecisions(decisions)
  return makeRegister([...certificates.values()], batches)
}
