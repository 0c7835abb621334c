import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { attempt } from '../shared/problem.ts'
import type { Line, TableName } from './columns.ts'
import { readNumber } from './number.ts'
import type { RegisterSources } from './read-register.ts'
import { keyOf, type OpenTable, openTable, type Row } from './read-table.ts'

type Lines<Table extends TableName> = Omit<OpenTable<Table>, 'rows'> & { lines: Map<string, Row<Table>> }

/** The lines of a table by their keys (`keyOf`), right or wrong, as the check names them. Nothing if it is no table. */
function readLines<Table extends TableName>(table: Table, source: string): Lines<Table> | undefined {
  return attempt(() => {
    const { rows, ...opened } = openTable(table, source)
    const lines = new Map<string, Row<Table>>()
    let count = 0
    for (const row of rows) {
      count++
      const key = keyOf(table, row.values)
      const { number } = row.values as { number: string }
      lines.set(readNumber(number) && !lines.has(key) ? key : `row-${count}`, row)
    }
    return { ...opened, lines }
  }, [])
}

type Tree<Table extends TableName> = Record<string, Line<Table>> | undefined

/** Each table as it was last parsed three times: as it is now, as it was before, and as it is in the last commit. */
const lastParsed = new Map<TableName, { source: string; tree: Tree<TableName> }[]>()

/** What each line of a table says, by its key. Nothing if the source is no table. @returns cached: treat it as read-only */
export function parseTable<Table extends TableName>(table: Table, source: string): Tree<Table> {
  const known = lastParsed.get(table) ?? []
  const last = known.find((each) => each.source === source) ?? { source, tree: parseLines(table, source) }
  lastParsed.set(table, [last, ...known.filter((each) => each !== last)].slice(0, 3))
  return last.tree as Tree<Table>
}

function parseLines<Table extends TableName>(table: Table, source: string): Tree<Table> {
  const read = readLines(table, source)
  return read && Object.fromEntries(Array.from(read.lines, ([key, { values }]) => [key, values]))
}

/** The lines of which one of two tables says something else, by their keys. */
export function changedLines(before: Tree<TableName> = {}, after: Tree<TableName> = {}): string[] {
  const keys = Object.keys({ ...before, ...after })
  return keys.filter((key) => !isDeepStrictEqual(before[key], after[key]))
}

/**
 * Replaces a cell or a line, and writes the table as the library does, with the separator and the mark that it has. What says the
 * same as in the last commit is written as it is there.
 * @param path the line's key, and the column
 * @param value the text of a cell, or the texts of a line by their columns; nothing removes the line
 * @param published what the file says in the last commit; without a path, the whole file becomes that
 */
export function changeLine(
  table: TableName,
  source: string,
  path: (string | number)[],
  value: string | object | null,
  published = '',
): string {
  const [key, column = ''] = path.map(String)
  const read = readLines(table, source)
  if (key === undefined || !read) return published
  const { names, lines, delimiter } = read
  const rows = new Map(Array.from(lines, ([key, { cells }]) => [key, cells]))
  const cells = rows.get(key) ?? names.map(() => '')
  rows.set(key, cells)
  if (value === null) rows.delete(key)
  else
    for (const [name, cell] of Object.entries(typeof value === 'object' ? value : { [column]: value })) {
      const at = names.indexOf(name)
      cells[at < 0 ? names.push(name) - 1 : at] = String(cell)
    }
  const written = stringify([names, ...rows.values()], { delimiter, bom: source.startsWith('\uFEFF') })
  const isAsPublished = published && changedLines(parseTable(table, written), parseTable(table, published)).length === 0
  return isAsPublished ? published : written
}

/** All numbers that tables name, in `certificates` and `decisions`: a number that was published never names another certificate. */
export function usedNumbers({ certificates = '', decisions = '' }: RegisterSources): string[] {
  const lines = [parseTable('certificates', certificates), parseTable('decisions', decisions)]
  return lines.flatMap((table) => Object.values(table ?? {}).map(({ number }) => number))
}
