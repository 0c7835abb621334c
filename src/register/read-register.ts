import { readFileSync } from 'node:fs'
import { attempt, ContentError, type Problem } from '../shared/problem.ts'
import type { LineEntry } from './acts.ts'
import { type Beside, checkEntries } from './check-entries.ts'
import { columnsOf, type RegisterWords, type TableName, tableNames, wrongIn } from './columns.ts'
import { normaliseDay } from './day.ts'
import { entryOf, tableOf } from './entries.ts'
import { openTable, problemAt } from './read-table.ts'

/** What each table says; nothing if there is no such file. */
export type RegisterSources = Partial<Record<TableName, string>>

/** Reads the three tables of a folder. */
export const readRegisterFiles = (folder: string): RegisterSources =>
  Object.fromEntries(tableNames.map((table) => [table, readText(`${folder}/${table}.csv`)]))

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Reads and checks the specimens below content/.
 * @param today ISO 8601, in the site's time zone
 * @throws ContentError with all problems, each with its line and column
 */
export function readSpecimens(contentFolder: string, words: RegisterWords, today: string): LineEntry[] {
  const sources = readRegisterFiles(`${contentFolder}/register`)
  const lines = readLines(sources, words)
  const [first] = lines
  // A file that is gone would lift each suspension.
  if (first?.entry.entry === 'certificate' && !sources.decisions?.trim())
    throw new ContentError([problemAt('decisions', 1, 'register_decisions')])
  const problems = checkLines(lines, {
    register: { certificates: [], byNumber: new Map() },
    about: () => [],
    find: () => undefined,
    words,
    today,
    hasSpecimens: true,
  })
  if (problems.length > 0) throw new ContentError(problems)
  return lines.map(({ entry }) => entry)
}

/** A line of a table, with its number. */
export type ReadLine = { line: number; entry: LineEntry }

/**
 * Reads the lines of the tables, certificates first.
 * @throws ContentError with what is no line; what is wrong in lines is found by `checkLines`
 */
export function readLines(sources: RegisterSources, words: RegisterWords): ReadLine[] {
  const problems: Problem[] = []
  const lines = tableNames.flatMap(
    (table) => attempt(() => readTable(table, sources[table] ?? '', words, problems), problems) ?? [],
  )
  if (problems.length > 0) throw new ContentError(problems)
  return lines
}

function readTable(table: TableName, source: string, words: RegisterWords, problems: Problem[]): ReadLine[] {
  const { names, rows } = openTable(table, source)
  const columns = columnsOf(table)
  const all = columns.map(([name]) => name)
  const named = names.filter(Boolean)
  const wrong = [
    ...named.filter((name) => !all.includes(name)),
    ...columns.flatMap(([name, { mayBeMissing }]) => (named.includes(name) || mayBeMissing ? [] : [name])),
    ...named.filter((name, index) => named.indexOf(name) !== index),
  ]
  for (const name of wrong) problems.push(problemAt(table, 1, 'register_columns', '', { name, names: all.join(', ') }))
  if (wrong.length > 0) return []
  const days = columns.flatMap(([name, { normalise }]) => (normalise === normaliseDay ? [names.indexOf(name)] : []))
  const [, choice] = columns.find(([name]) => name === 'decision') ?? []
  const lines: ReadLine[] = []
  for (const { line, cells, values } of rows) {
    // The others in this file were read, and some of them wrongly.
    if (days.some((index) => monthFirst.test(cells[index] ?? '')))
      throw new ContentError([problemAt(table, 1, 'register_month')])
    if (cells.some((cell, index) => cell && !names[index])) problems.push(problemAt(table, line, 'register_cells'))
    const { decision: name = '' } = values as Record<string, string>
    const code = choice && wrongIn(choice, name, words)
    if (code) problems.push(problemAt(table, line, code, 'decision', { name, names: choice.choices?.join(', ') ?? '' }))
    lines.push({ line, entry: entryOf(table, values as Record<string, string>) })
  }
  return lines
}

/** A day that can only be read with the month first. */
const monthFirst = /^(?:0?[1-9]|1[0-2])[/.-](?:1[3-9]|2\d|3[01])[/.-]\d{4}$/

/** What is wrong in lines, in themselves and beside what is in effect, table by table. */
export function checkLines(lines: ReadLine[], beside: Beside): Problem[] {
  const found = checkEntries(
    lines.map(({ entry }) => entry),
    beside,
  )
  return found
    .toSorted((one, other) => (one.entry ?? 0) - (other.entry ?? 0))
    .map(({ entry: index = 0, field, code, values }) => {
      const { line, entry } = lines[index] as ReadLine
      return problemAt(tableOf(entry), line, code, field, values)
    })
}
