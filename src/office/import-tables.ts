import { randomUUID } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import { type Act, canonical, type LineEntry } from '../register/acts.ts'
import { foldBatch } from '../register/batch.ts'
import { columnsOf, type Line, type TableName, tableNames } from '../register/columns.ts'
import { entryOf, isLine, tableOf } from '../register/entries.ts'
import { checkLines, type ReadLine } from '../register/read-register.ts'
import { problemAt } from '../register/read-table.ts'
import { isSpecimen } from '../register/register.ts'
import type { Problem } from '../shared/problem.ts'
import type { Rules } from './check-act.ts'
import type { Ledger } from './ledger.ts'
import { mostBatches } from './pasted-batches.ts'

/** @property fresh the lines that the register does not have, @property known how many it has, in this wording or an earlier one */
export type ImportPlan = { fresh: ReadLine[]; known: number; problems: Problem[] }

/** What an import of tables would do. One that contradicts an entry is a problem; with any problem, nothing is to be added. */
export function planImport(lines: ReadLine[], ledger: Ledger, rules: Rules): ImportPlan {
  const { register, numbers, entries } = ledger
  const wordings = new Set<string>()
  const add = (entry: LineEntry | null) => entry && wordings.add(canonical(entry))
  for (const { entry } of entries) {
    if (isLine(entry)) add(entry)
    else if (entry.entry === 'corrected') add(entry.line)
  }
  const now = linesOf(register).map(({ entry }) => entry)
  now.forEach(add)
  const keys = new Set(now.map(keyOf))
  const fresh = lines.filter(({ entry }) => !wordings.has(canonical(entry)))
  const contradicted = fresh.filter(
    ({ entry }) =>
      keys.has(keyOf(entry)) ||
      isSpecimen(entry.number) ||
      (entry.entry === 'certificate' && numbers.has(entry.number)),
  )
  const problems = contradicted.map(({ line, entry }) =>
    problemAt(tableOf(entry), line, 'register_contradicts', 'number', { name: entry.number }),
  )
  const known = lines.length - fresh.length
  return { fresh, known, problems: problems.length > 0 ? problems : checkLines(fresh, { ...ledger.beside, ...rules }) }
}

/** What is known of a line: there is no other one beside it. */
function keyOf(entry: LineEntry): string {
  if (entry.entry === 'certificate') return entry.number
  return 'batch' in entry ? `${entry.number} ${foldBatch(entry.batch)}` : `${entry.number} ${entry.day} ${entry.entry}`
}

/** The acts of an import: the operator's, signed by nobody. */
export function importActs(lines: ReadLine[]): Extract<Act, { person: null }>[] {
  const parts = Array.from({ length: Math.ceil(lines.length / mostBatches) }, (_, index) =>
    lines.slice(index * mostBatches, (index + 1) * mostBatches),
  )
  return parts.map((part) => ({
    id: randomUUID(),
    person: null,
    act: 'operator',
    entries: part.map(({ entry }) => entry),
  }))
}

/** The lines that a register has now, with the ids of their entries. */
const linesOf = ({ certificates }: Ledger['register']): { id: string | undefined; entry: LineEntry }[] =>
  certificates.flatMap((certificate) => [
    lineIn('certificates', certificate),
    ...certificate.decisions.map((decision) => lineIn('decisions', decision)),
    ...certificate.batches.values(),
  ])

function lineIn<Table extends TableName>(table: Table, line: Line<Table> & { id?: string }) {
  const cells = columnsOf(table).map(([name]) => [name, line[name as keyof Line<Table>]])
  return { id: line.id, entry: entryOf(table, Object.fromEntries(cells)) }
}

/** The three tables of the register without its specimens, each in the order in which its lines were made, to be imported again. */
export function exportTables({ register, entries }: Ledger): Record<TableName, string> {
  const now = new Map(linesOf(register).map(({ id, entry }) => [id, entry]))
  const lines = entries.flatMap(({ id }) => now.get(id) ?? [])
  const tables = tableNames.map((table) => {
    const own = lines.filter((line) => tableOf(line) === table)
    const rows = own.map(({ entry, ...cells }) => ({ ...cells, decision: entry }))
    const columns = columnsOf(table).map(([name]) => name)
    // Without a byte order mark, Excel would not read it as UTF-8.
    return [table, stringify(rows, { bom: true, header: true, columns, delimiter: ';' })]
  })
  return Object.fromEntries(tables)
}
