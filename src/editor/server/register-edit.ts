import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import type { YamlFile } from '../../content/read/yaml-file.ts'
import { isBranch, type KeyPath, type TextTree } from '../../content/text-tree.ts'
import { registerColumns } from '../../shared/register/certificate.ts'
import { readNumber } from '../../shared/register/number.ts'
import { registerFile, within } from '../content-paths.ts'

type Cells = Record<string, string>
/** A line of the register: its cells, where it is in the file, in bytes, and its line number. */
type Row = { key: string; cells: Cells; start: number; end: number; line: number }
/** The types of csv-parse do not know what `info` and `raw` add. */
type CsvRecord = { record: string[]; info: { bytes: number; lines: number }; raw: string }
type Table = { columns: string[]; delimiter: string; rows: Row[] }

/** Reads the register's lines as they are, right or wrong: the check reports what is wrong. Nothing if it is no table. */
function readTable(source: string): Table | undefined {
  const [firstLine = ''] = source.trim().split(/[\r\n]/, 1)
  const delimiter = ['\t', ';', ','].find((sign) => firstLine.includes(sign)) ?? ';'
  try {
    const options = { bom: true, delimiter, info: true, raw: true, relax_column_count: true, trim: true } as const
    const records: unknown = parse(source, { ...options, record_delimiter: ['\r\n', '\n', '\r'] })
    const [header, ...others] = (records as CsvRecord[]).filter(({ record }) => record.some(Boolean))
    const columns = header?.record ?? [...registerColumns]
    const keys = new Set<string>()
    const rows = others.map(({ record, info, raw }, index): Row => {
      const cells = Object.fromEntries(columns.map((column, at) => [column, record[at] ?? '']))
      const number = readNumber(cells.number ?? '')
      // A number that is wrong, or there twice, is no name.
      const key = number && !keys.has(number) ? number : `row-${index + 1}`
      keys.add(key)
      return { key, cells, start: info.bytes - Buffer.byteLength(raw), end: info.bytes, line: info.lines }
    })
    return { columns, delimiter, rows }
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

/** The register as a tree: the cells of each certificate, by its number. */
export function parseRegister(source: string): YamlFile | undefined {
  const table = readTable(source)
  const empty = Object.fromEntries(registerColumns.map((column) => [column, '']))
  const cellsOf = ({ key, cells }: Row) => [key, { ...empty, ...cells }] as const
  return table && { tree: Object.fromEntries(table.rows.map(cellsOf)), placeholders: [], notes: {} }
}

/** The name of what is at a line and in a column, or of the whole register. */
export function nameOfCell(source: string, line: number | undefined, column: string): string {
  const row = readTable(source)?.rows.find((each) => each.line === line)
  return row ? within(`${registerFile}#`, row.key, ...(column ? [column] : [])) : registerFile
}

/**
 * Replaces a cell or a line. Every other line stays as it is, byte for byte, and what says the same as in the last commit is
 * written as it is there.
 * @param value nothing removes the line
 * @param published what the file says in the last commit; without a path, the whole file becomes that
 */
export function replaceCell(source: string, path: KeyPath, value: TextTree | null, published = ''): string {
  const [key, column] = path.map(String)
  const table = readTable(source)
  if (key === undefined || !table) return published
  const { columns, delimiter, rows } = table
  const row = rows.find((each) => each.key === key)
  const cells = column ? { ...row?.cells, [column]: String(value) } : isBranch(value) ? (value as Cells) : undefined
  const write = (lines: string[][]) => stringify(lines, { delimiter })
  const bytes = Buffer.from(source)
  const [before, after] = row
    ? [bytes.subarray(0, row.start).toString(), bytes.subarray(row.end).toString()]
    : [source && !source.endsWith('\n') ? `${source}\n` : source || write([columns]), '']
  if (!cells) return before + after
  const texts = (each: Cells) => write([columns.map((name) => each[name] ?? '')])
  const same = readTable(published)?.rows.find((each) => texts(each.cells) === texts(cells))
  const line = same ? Buffer.from(published).subarray(same.start, same.end).toString() : texts(cells)
  return before + (line.endsWith('\n') || !after ? line : `${line}\n`) + after
}
