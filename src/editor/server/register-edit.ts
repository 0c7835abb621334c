import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { attempt } from '../../content/problem.ts'
import type { YamlFile } from '../../content/read/yaml-file.ts'
import { delimiterOf, parseRows, spell } from '../../content/register/read-register.ts'
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
  const rows = new Map<string, { cells: string[]; line?: number }>()
  for (const { record: cells, info } of lines) {
    const number = readNumber(cells[names.indexOf('number')] ?? '')
    // A number that is wrong, or there twice, is no name.
    rows.set(number && !rows.has(number) ? number : `row-${rows.size + 1}`, { cells, line: info.lines })
  }
  return { names, rows }
}

/** The register as a tree: the cells of each certificate, by its number. */
export function parseRegister(source: string): YamlFile | undefined {
  const table = readTable(source)
  if (!table) return undefined
  const { names, rows } = table
  const treeOf = (cells: string[]) =>
    Object.fromEntries(registerColumns.map((column) => [column, spell(column, cells[names.indexOf(column)] ?? '')]))
  const tree = Object.fromEntries([...rows].map(([key, { cells }]) => [key, treeOf(cells)]))
  return { tree, placeholders: [], notes: {} }
}

/** The name of what is at a line and in a column, or of the whole register. */
export function nameOfCell(source: string, line: number | undefined, column: string): string {
  const [key] = [...(readTable(source)?.rows ?? [])].find(([, row]) => row.line === line) ?? []
  return key ? within(`${registerFile}#`, key, ...(column ? [column] : [])) : registerFile
}

/**
 * Replaces a cell or a certificate, and writes the file as the library does, with the separator and the mark that it has. What
 * says the same as in the last commit is written as it is there.
 * @param value nothing removes the certificate
 * @param published what the file says in the last commit; without a path, the whole file becomes that
 */
export function replaceCell(source: string, path: KeyPath, value: TextTree | null, published = ''): string {
  const [key, column = ''] = path.map(String)
  const table = readTable(source)
  if (key === undefined || !table) return published
  const { names, rows } = table
  const { cells } = rows.get(key) ?? { cells: names.map(() => '') }
  rows.set(key, { cells })
  if (value === null) rows.delete(key)
  else
    for (const [name, cell] of Object.entries(isBranch(value) ? value : { [column]: value })) {
      const at = names.indexOf(name)
      cells[at < 0 ? names.push(name) - 1 : at] = String(cell)
    }
  const lines = [names, ...[...rows.values()].map((row) => row.cells)]
  const written = stringify(lines, { delimiter: delimiterOf(source || ';'), bom: source.startsWith('\uFEFF') })
  const isAsPublished = published && isDeepStrictEqual(parseRegister(written)?.tree, parseRegister(published)?.tree)
  return isAsPublished ? published : written
}
