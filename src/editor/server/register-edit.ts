import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { attempt } from '../../content/problem.ts'
import type { YamlFile } from '../../content/read/yaml-file.ts'
import { readTable } from '../../content/register/read-register.ts'
import { isBranch, type KeyPath, type TextTree } from '../../content/text-tree.ts'

/** The register as a tree: the cells of each certificate by its number, right or wrong. Nothing if it is no table. */
export function parseRegister(source: string): YamlFile | undefined {
  const table = attempt(() => readTable(source), [])
  const tree = table && Object.fromEntries(table.rows.map(({ key, certificate }) => [key, certificate]))
  return tree && { tree, placeholders: [], notes: {} }
}

/**
 * Replaces a cell or a certificate, and writes the file as the library does, with the separator and the mark that it has. What
 * says the same as in the last commit is written as it is there.
 * @param value nothing removes the certificate
 * @param published what the file says in the last commit; without a path, the whole file becomes that
 */
export function replaceCell(source: string, path: KeyPath, value: TextTree | null, published = ''): string {
  const [key, column = ''] = path.map(String)
  const table = attempt(() => readTable(source), [])
  if (key === undefined || !table) return published
  const { names, rows, delimiter } = table
  const lines = new Map(rows.map(({ key, cells }) => [key, cells]))
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
