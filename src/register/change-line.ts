import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { attempt } from '../shared/problem.ts'
import type { Certificate } from '../shared/register-page.ts'
import { readTable } from './read-register.ts'

/** The certificates by their numbers, right or wrong. Nothing if the source is no table. */
export function parseRegister(source: string): Record<string, Certificate> | undefined {
  const table = attempt(() => readTable(source), [])
  return table && Object.fromEntries(table.rows.map(({ key, certificate }) => [key, certificate]))
}

/**
 * Replaces a cell or a certificate, and writes the file as the library does, with the separator and the mark that it has. What
 * says the same as in the last commit is written as it is there.
 * @param path the certificate, and the column
 * @param value the text of a cell, or the texts of a certificate by their columns; nothing removes the certificate
 * @param published what the file says in the last commit; without a path, the whole file becomes that
 */
export function replaceCell(
  source: string,
  path: (string | number)[],
  value: string | object | null,
  published = '',
): string {
  const [key, column = ''] = path.map(String)
  const table = attempt(() => readTable(source), [])
  if (key === undefined || !table) return published
  const { names, rows, delimiter } = table
  const lines = new Map(rows.map(({ key, cells }) => [key, cells]))
  const cells = lines.get(key) ?? names.map(() => '')
  lines.set(key, cells)
  if (value === null) lines.delete(key)
  else
    for (const [name, cell] of Object.entries(typeof value === 'object' ? value : { [column]: value })) {
      const at = names.indexOf(name)
      cells[at < 0 ? names.push(name) - 1 : at] = String(cell)
    }
  const written = stringify([names, ...lines.values()], { delimiter, bom: source.startsWith('\uFEFF') })
  const isAsPublished = published && isDeepStrictEqual(parseRegister(written), parseRegister(published))
  return isAsPublished ? published : written
}
