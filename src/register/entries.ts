import { type Act, type CorrectionEntry, type Entry, type EntryInEffect, type LineEntry, takesTwo } from './acts.ts'
import { foldBatch, namedBatches } from './batch.ts'
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

/** The public register of specimens and entries in effect: `GrowingRegister`. */
export function registerOf(specimens: Specimens, entries: EntryInEffect[]): Register {
  const growing = new GrowingRegister(specimens)
  for (const entry of entries) growing.add(entry)
  return growing.register
}

/**
 * The public register: it follows from the specimens and the entries in effect alone, days to come included. What was corrected stands
 * in its last wording, at the place of the first. An entry costs what its own certificate costs, however many there are.
 */
export class GrowingRegister {
  /** The entries about each certificate. */
  readonly #about = new Map<string, EntryInEffect[]>()
  readonly #decided = new Map<string, BatchDecision[]>()
  readonly #changed = new Set<string>()
  #register: Register

  constructor({ certificates, batches }: Specimens) {
    this.#register = makeRegister([...certificates], [...batches])
  }

  /** @param effect without an id, it is a line of a table that nobody has entered */
  add(effect: EntryInEffect): void {
    const { entry } = effect
    const number = isLine(entry) ? entry.number : entry.entry === 'corrected' ? this.#numberOf(entry) : undefined
    if (number === undefined) return
    const own = this.about(number)
    if (own.push(effect) === 1) this.#about.set(number, own)
    this.#changed.add(number)
  }

  /** The entries about a certificate, the earliest first. */
  about(number: string): EntryInEffect[] {
    return this.#about.get(number) ?? []
  }

  /** The register as it is now; another object after each change, of which only what has changed is made anew. */
  get register(): Register {
    if (this.#changed.size === 0) return this.#register
    for (const number of this.#changed) this.#renew(number)
    this.#changed.clear()
    this.#register = { ...this.#register, certificates: [...this.#register.byNumber.values()] }
    return this.#register
  }

  #numberOf({ of, line }: CorrectionEntry): string | undefined {
    const isOriginal = ({ id }: EntryInEffect) => id === of
    return line?.number ?? this.#about.entries().find(([, entries]) => entries.some(isOriginal))?.[0]
  }

  #renew(number: string): void {
    const { byNumber, batches, named } = this.#register
    const { certificate, decided } = certificateOf(this.about(number))
    if (!certificate) return
    const before = byNumber.get(number)
    byNumber.set(number, certificate)
    const byBatch = (all: BatchDecision[] = []) => Map.groupBy(all, ({ batch }) => foldBatch(batch))
    replace(batches, number, byBatch(this.#decided.get(number)), byBatch(decided))
    this.#decided.set(number, decided)
    const byName = (one?: Certificate) =>
      new Map(one?.decisions.flatMap((each) => namedBatches(each.batches)).map((batch) => [batch, [one]]))
    replace(named, number, byName(before), byName(certificate))
  }
}

/** Replaces what lists have of a certificate, each in the order of the numbers. */
function replace<Item extends { number: string }>(
  lists: Map<string, Item[]>,
  number: string,
  before: Map<string, Item[]>,
  now: Map<string, Item[]>,
): void {
  for (const key of new Set([...before.keys(), ...now.keys()])) {
    const others = (lists.get(key) ?? []).filter((item) => item.number !== number)
    // A spread would leave room for sixteen more in each.
    const all = others.concat(now.get(key) ?? []).sort((one, other) => (one.number < other.number ? -1 : 1))
    if (all.length > 0) lists.set(key, all)
    else lists.delete(key)
  }
}

/** A certificate with its decisions, and those on its batches, of the entries about it. */
function certificateOf(entries: EntryInEffect[]): { certificate?: Certificate; decided: BatchDecision[] } {
  const corrections = new Map<string, { line: LineEntry | null; at: number }>()
  for (const { entry, at } of entries) if (entry.entry === 'corrected') corrections.set(entry.of, { ...entry, at })
  let certificate: Certificate | undefined
  const decided: BatchDecision[] = []
  for (const { id, at, entry: first } of entries) {
    if (!isLine(first)) continue
    const corrected = corrections.get(id)
    const entry = corrected ? corrected.line : first
    const made = id && { id, at, ...(corrected && { corrected: new Date(corrected.at) }) }
    const line = { ...lineOf(entry ?? first), ...(made || {}) }
    const table = tableOf(first)
    if (table === 'certificates') certificate = { ...line, decisions: [], annulled: [] } as never
    else if (table === 'decisions') certificate?.[entry ? 'decisions' : 'annulled']?.push(line as Decision)
    else if (entry) decided.push(line as BatchDecision)
  }
  if (certificate) sortDecisions(certificate.decisions)
  return { ...(certificate && { certificate }), decided }
}
