import type { BatchEntry, LineEntry } from '../../src/register/acts.ts'
import { foldBatch, namedBatches } from '../../src/register/batch.ts'
import { columnsOf, type Line, type TableName } from '../../src/register/columns.ts'
import { entryOf } from '../../src/register/entries.ts'
import { numberOf } from '../../src/register/number.ts'
import type { LoadedRegister } from '../../src/register/pages.ts'
import type { Certificate, Decision } from '../../src/register/register.ts'
import { certificateIndexer, type SearchWords } from '../../src/register/search.ts'
import { eachLanguage, type Language } from '../../src/shared/languages.ts'

type BatchLine = Line<'batches'>

/** A register in memory, as the server has read it. */
export function loadedRegister(
  certificates: Certificate[],
  words: Record<Language, SearchWords[Language]>,
  batches: BatchLine[] = [],
): LoadedRegister {
  const byNumber = new Map(certificates.map((each) => [each.number, each]))
  for (const line of batches) {
    const entry = entryOf('batches', line) as BatchEntry
    byNumber.get(line.number)?.batches.set(foldBatch(line.batch), { id: '', entry })
  }
  return { register: { certificates, byNumber }, index: certificateIndexer(words)(certificates) }
}

/** Certificates, with their decisions and batches, as entries. */
export const entriesOf = (certificates: Certificate[]): LineEntry[] =>
  certificates.flatMap(({ decisions, annulled: _, batches, ...line }) => [
    entryOf('certificates', line),
    ...decisions.map(({ named: _, ...decision }) =>
      entryOf('decisions', Object.assign(decision, { number: line.number })),
    ),
    ...Array.from(batches.values(), ({ entry }) => entry),
  ])

/** No words for what people search for. */
export const noWords = eachLanguage(() => ({ covers: {}, everyday: {} }))

const emptyLine = <Table extends TableName>(table: Table) =>
  Object.fromEntries(columnsOf(table).map(([name]) => [name, ''])) as Line<Table>

const plant = { plant: 'Matadero Ñandú', oval: 'ES 1', town: 'València', country: 'ES', covers: 'sheep cutting' }
const days = { from: '2026-03-12', until: '2027-03-11' }

/** @param six the digits of its number */
export function certificate(six: string, others: Partial<Certificate> = {}): Certificate {
  const nothing = { decisions: [], annulled: [], batches: new Map() }
  return { ...emptyLine('certificates'), ...nothing, ...plant, ...days, number: numberOf(six), ...others }
}

export const decision = (day: string, kind: Decision['decision'], others: Partial<Decision> = {}): Decision => ({
  ...emptyLine('decisions'),
  day,
  decision: kind,
  named: namedBatches(others.batches ?? ''),
  ...others,
})
