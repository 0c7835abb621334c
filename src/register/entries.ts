import {
  type Act,
  type BatchEntry,
  type CorrectionEntry,
  type Entry,
  type EntryInEffect,
  type LineEntry,
  takesTwo,
} from './acts.ts'
import { foldBatch, namedBatches } from './batch.ts'
import type { Line, TableName } from './columns.ts'
import { type BatchDecision, type Certificate, type Decision, type Register, sortDecisions } from './register.ts'

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
export function entryOf(
  table: TableName,
  { decision, ...cells }: Partial<Line<TableName>> & { decision?: string },
): LineEntry {
  return { ...cells, entry: table === 'certificates' ? 'certificate' : decision } as LineEntry
}

/** The public register of specimens and entries in effect: `GrowingRegister`. */
export function registerOf(specimens: LineEntry[], entries: EntryInEffect[] = []): Register {
  const growing = new GrowingRegister(specimens)
  for (const entry of entries) growing.add(entry)
  return growing.register
}

/**
 * The public register: it follows from the specimens and the entries in effect alone, days to come included. What was corrected stands
 * in its last wording, at the place of the first. An entry costs what its own certificate costs, however many there are.
 */
export class GrowingRegister {
  /** What each certificate follows from. */
  readonly #about = new Map<string, EntryInEffect[]>()
  readonly #changed = new Set<string>()
  #register: Register = { certificates: [], byNumber: new Map() }

  /** @param specimens the lines of content/register, which nobody has entered: they have no id */
  constructor(specimens: LineEntry[]) {
    for (const entry of specimens) this.add({ id: '', sequence: 0, at: 0, entry })
  }

  add(effect: EntryInEffect): void {
    const { entry } = effect
    const number = isLine(entry) ? entry.number : entry.entry === 'corrected' ? this.#numberOf(entry) : undefined
    if (number === undefined) return
    const own = this.#about.get(number) ?? []
    if (own.push(effect) === 1) this.#about.set(number, own)
    this.#changed.add(number)
  }

  /** The entries about a certificate, the earliest first. */
  about(number: string): EntryInEffect[] {
    return (this.#about.get(number) ?? []).filter(({ id }) => id)
  }

  /** The register as it is now; another object after each change, of which only what has changed is made anew. */
  get register(): Register {
    const { byNumber } = this.#register
    for (const number of this.#changed) {
      const certificate = certificateOf(this.#about.get(number) ?? [])
      if (certificate) byNumber.set(number, certificate)
    }
    if (this.#changed.size > 0) this.#register = { byNumber, certificates: [...byNumber.values()] }
    this.#changed.clear()
    return this.#register
  }

  #numberOf({ of, line }: CorrectionEntry): string | undefined {
    const isOriginal = ({ id }: EntryInEffect) => id === of
    return line?.number ?? this.#about.entries().find(([, entries]) => entries.some(isOriginal))?.[0]
  }
}

/** What the entries about a certificate say of it; nothing if it was not granted. */
export function certificateOf(entries: EntryInEffect[]): Certificate | undefined {
  const corrections = new Map<string, { line: LineEntry | null; corrected: Date }>()
  for (const { entry, at } of entries)
    if (entry.entry === 'corrected') corrections.set(entry.of, { line: entry.line, corrected: new Date(at) })
  let certificate: Certificate | undefined
  for (const effect of entries) {
    const { id, at, entry: first } = effect
    if (!isLine(first)) continue
    const correction = corrections.get(id)
    const entry = correction ? correction.line : first
    const corrected = correction && { corrected: correction.corrected }
    const line = { ...lineOf(entry ?? first), ...(id && { id, at }), ...corrected }
    if (first.entry === 'certificate')
      certificate = { ...(line as Line<'certificates'>), decisions: [], annulled: [], batches: new Map() }
    else if (tableOf(first) === 'decisions') {
      const named = namedBatches((line as Decision).batches)
      certificate?.[entry ? 'decisions' : 'annulled'].push({ ...(line as Decision), named })
    } else if (entry) {
      const decided = (corrected ? { ...effect, entry, ...corrected } : effect) as BatchDecision
      certificate?.batches.set(foldBatch((entry as BatchEntry).batch), decided)
    }
  }
  if (certificate) sortDecisions(certificate.decisions)
  return certificate
}
