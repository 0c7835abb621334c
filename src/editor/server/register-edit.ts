import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { attempt } from '../../content/problem.ts'
import type { YamlFile } from '../../content/read/yaml-file.ts'
import { readTable } from '../../content/register/read-register.ts'
import { isBranch, type KeyPath, type TextTree } from '../../content/text-tree.ts'
import { readNumber } from '../../shared/register/number.ts'
import { registerFile, within } from '../content-paths.ts'

/** The register's table with its rows by number, right or wrong: the check reports what is wrong. Nothing if it is no table. */
function readRows(source: string) {
  const table = attempt(() => readTable(source), [])
  if (!table) return undefined
  const rows = new Map<string, (typeof table.rows)[number]>()
  for (const row of table.rows) {
    const number = readNumber(row.certificate.number)
    // A number that is wrong, or there twice, is no name.
    rows.set(number && !rows.has(number) ? number : `row-${rows.size + 1}`, row)
  }
  return { ...table, rows }
}

/** The register as a tree: the cells of each certificate, by its number. */
export function parseRegister(source: string): YamlFile | undefined {
  const rows = readRows(source)?.rows
  if (!rows) return undefined
  const tree = Object.fromEntries([...rows].map(([key, { certificate }]) => [key, certificate]))
  return { tree, placeholders: [], notes: {} }
}

/** The name of what is at a line and in a column, or of the whole register. */
export function nameOfCell(source: string, line: number | undefined, column: string): string {
  const [key] = [...(readRows(source)?.rows ?? [])].find(([, row]) => row.line === line) ?? []
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
  const table = readRows(source)
  if (key === undefined || !table) return published
  const { names, rows, delimiter } = table
  const lines = new Map([...rows].map(([key, { cells }]) => [key, cells]))
  const cells = lines.get(key) ?? names.map(() => '')
  lines.set(key, cells)
  if (value === null) lines.delete(key)
  else
    for (const [name, cell] of Object.entries(isBranch(value) ? value : { [column]: value })) {
      const at = names.indexOf(name)
      cells[at < 0 ? names.push(name) - 1 : at] = String(cell)
    }
  const written = stringify([names, ...lines.values()], { delimiter, bom: source.startsWith('\uFEFF') })
  const isAsPublished = published && isDeepStrictEqual(parseRegister(written)?.tree, parseRegister(published)?.tree)
  return isAsPublished ? published : written
}
