import { CsvError, parse } from 'csv-parse/sync'
import { ContentError, type Problem, type ProblemCode } from '../shared/problem.ts'
import { columnsOf, type Line, type TableName } from './columns.ts'

/** A line as it is read: its cells as they are written, by the names of the first line; and what they say, in its one spelling. */
type Row<Table extends TableName> = { line: number; cells: string[]; values: Line<Table> }

/** The names in the first line, and each of the other lines. */
type OpenTable<Table extends TableName> = { names: string[]; rows: Row<Table>[] }

export const tableFile = (table: TableName) => `content/register/${table}.csv`

export const problemAt = (
  table: TableName,
  line: number,
  code: ProblemCode,
  key = '',
  values: Problem['values'] = {},
): Problem => ({ file: tableFile(table), key, code, line, values })

/**
 * Reads a table whatever its cells say: semicolons, commas or tabs, also named by a first line `sep=;`, a byte order mark, any
 * line ends, days as 2026-03-12 or 12/3/2026, line breaks between quotation marks, empty columns and lines at the end.
 * @throws ContentError if the file is in another encoding, or quotation marks do not match
 */
export function openTable<Table extends TableName>(table: Table, source: string): OpenTable<Table> {
  checkEncoding(table, source)
  const [separatorLine = '', named] = /^\uFEFF?sep=(.)(?:\r\n?|\n|$)/i.exec(source) ?? []
  const text = source.slice(separatorLine.length)
  const [firstLine = ''] = text.trim().split(/[\r\n]/, 1)
  const delimiter = named ?? ['\t', ';', ','].find((sign) => firstLine.includes(sign)) ?? ';'
  const [first, ...records] = readRecords(table, text, delimiter, separatorLine ? 1 : 0)
  const columns = columnsOf(table)
  const names = first?.cells.map((name) => name.toLowerCase()) ?? columns.map(([name]) => name)
  const rows = records.map(({ cells, line }): Row<Table> => {
    const values = columns.map(([name, { normalise }]) => {
      const cell = cells[names.indexOf(name)] ?? ''
      return [name, (cell && normalise?.(cell)) ?? cell]
    })
    return { line, cells, values: Object.fromEntries(values) }
  })
  return { names, rows }
}

/** What is not UTF-8 is read as \uFFFD. In UTF-16, each Latin letter has a zero byte beside it. */
function checkEncoding(table: TableName, source: string): void {
  const at = source.search(/[\0\uFFFD]/)
  if (at < 0) return
  const line = source.slice(0, at).split(/\r\n?|\n/).length
  throw new ContentError([problemAt(table, line, source.includes('\0') ? 'register_utf16' : 'encoding')])
}

/** The cells of each line that has any, with the number of that line. If a quoted cell spans several lines, it is the number of the last. */
function readRecords(table: TableName, source: string, delimiter: string, linesBefore: number) {
  try {
    const parsed: unknown = parse(source.replace(/^\uFEFF/, ''), {
      delimiter,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
      cast: stripEnds,
    })
    // The types do not know what `info` adds.
    return (parsed as { record: string[]; info: { lines: number } }[]).flatMap(({ record, info }) =>
      record.some(Boolean) ? { cells: record, line: linesBefore + info.lines } : [],
    )
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = linesBefore + Number(error.lines ?? 1)
    throw new ContentError([problemAt(table, line, 'register_csv', '', { reason: error.message })])
  }
}

/** A cell without spaces and invisible characters at its ends. */
function stripEnds(cell: string): string {
  return cell.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')
}
