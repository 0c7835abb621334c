import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { attempt } from '../../content/problem.ts'
import type { YamlFile } from '../../content/read/yaml-file.ts'
import { delimiterOf, parseRows } from '../../content/register/read-register.ts'
import { isBranch, type KeyPath, type TextTree } from '../../content/text-tree.ts'
import { registerColumns } from '../../shared/register/certificate.ts'
import { readNumber } from '../../shared/register/number.ts'
import { registerFile, within } from '../content-paths.ts'

/** Reads the register's lines as they are, right or wrong: the check reports what is wrong. Nothing if it is no table. */
function readTable(source: string) {
  const filled = attempt(() => parseRows(Buffer.from(source)), [])?.filter(({ record }) => record.some(Boolean))
  if (!filled) return undefined
  const [header, ...lines] = filled
  const names = header?.record ?? [...registerColumns]
  const keys = new Set<string>()
  const rows = lines.map(({ record, info }, index) => {
    const number = readNumber(record[names.indexOf('number')] ?? '')
    // A number that is wrong, or there twice, is no name.
    const key = number && !keys.has(number) ? number : `row-${index + 1}`
    keys.add(key)
    return { key, cells: record, line: info.lines }
  })
  return { names, rows }
}

/** The register as a tree: the cells of each certificate, by its number. */
export function parseRegister(source: string): YamlFile | undefined {
  const table = readTable(source)
  if (!table) return undefined
  const { names, rows } = table
  const shown = [...new Set([...registerColumns, ...names.filter(Boolean)])]
  const cellsOf = (cells: string[]) => Object.fromEntries(shown.map((name) => [name, cells[names.indexOf(name)] ?? '']))
  return { tree: Object.fromEntries(rows.map(({ key, cells }) => [key, cellsOf(cells)])), placeholders: [], notes: {} }
}

/** The name of what is at a line and in a column, or of the whole register. */
export function nameOfCell(source: string, line: number | undefined, column: string): string {
  const row = readTable(source)?.rows.find((each) => each.line === line)
  return row ? within(`${registerFile}#`, row.key, ...(column ? [column] : [])) : registerFile
}

/**
 * Replaces a cell or a certificate, and writes the file as the library does, with the separator and the mark that it has. What
 * says the same as in the last commit is written as it is there.
 * @param value nothing removes the certificate
 * @param published what the file says in the last commit; without a path, the whole file becomes that
 */
export function replaceCell(source: string, path: KeyPath, value: TextTree | null, published = ''): string {
  const [key, column] = path.map(String)
  const table = readTable(source)
  if (key === undefined || !table) return published
  const { names, rows } = table
  const row = rows.find((each) => each.key === key) ?? { key, cells: names.map(() => ''), line: 0 }
  if (value !== null && !rows.includes(row)) rows.push(row)
  for (const [name, cell] of Object.entries(isBranch(value) ? value : column ? { [column]: value } : {})) {
    const at = names.includes(name) ? names.indexOf(name) : names.push(name) - 1
    row.cells[at] = String(cell)
  }
  const lines = rows.filter((each) => value !== null || each !== row).map(({ cells }) => cells)
  const bom = source.startsWith('\uFEFF')
  const written = stringify([names, ...lines], { delimiter: delimiterOf(source || ';'), bom })
  return published && isDeepStrictEqual(parseRegister(written)?.tree, parseRegister(published)?.tree)
    ? published
    : written
}
