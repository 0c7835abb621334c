import { readFileSync } from 'node:fs'
import { memoizeAlike } from '../shared/memoize.ts'
import { ContentError, type Problem, type ProblemCode } from '../shared/problem.ts'
import { foldBatch, namedBatches } from './batch.ts'
import { checkDecisions } from './check-decisions.ts'
import { columnsOf, type Line, type RegisterWords, type TableName, tableNames, tables, wrongIn } from './columns.ts'
import { isDay } from './day.ts'
import { correctNumber } from './number.ts'
import { fileOf, keyOf, openTable, problemAt } from './read-table.ts'
import { type BatchDecision, type Certificate, type Decision, type Register, sortDecisions } from './register.ts'

/** What each table says; nothing if there is no such file. */
export type RegisterSources = Partial<Record<TableName, string>>

/** Reads the three tables of a folder. */
export const readSources = (folder: string): RegisterSources =>
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
 * Reads the register below content/.
 * @param today ISO 8601, in the site's time zone
 * @throws ContentError with all problems
 */
export const readRegister = (contentFolder: string, words: RegisterWords, today: string): Register =>
  parseRegister(readSources(`${contentFolder}/register`), words, today)

/**
 * Reads and checks the register. Without any certificate, it is empty.
 * @throws ContentError with all problems, each with its line, and the path of its cell: `26-0041-4.until`
 */
export function parseRegister(sources: RegisterSources, words: RegisterWords, today: string): Register {
  const problems: Problem[] = []
  const register: Register = { certificates: [], byNumber: new Map(), batches: new Map(), named: new Map() }
  const { certificates, byNumber, batches, named } = register
  const lines = new Map<string | Decision, number>()
  const readLines = <Table extends TableName>(table: Table, take: Take<Table>) =>
    readTable(table, sources[table] ?? '', { words, problems, take })

  readLines('certificates', (values, line, report) => {
    const { number, from, until } = values
    if (isDay(from) && from > until) report('until', 'register_until')
    const isTwice = byNumber.has(number)
    if (isTwice) for (const each of [lines.get(number) ?? line, line]) report('number', 'twice', each)
    else lines.set(number, line)
    const certificate: Certificate = { ...values, decisions: [] }
    if (!isTwice) byNumber.set(number, certificate)
    certificates.push(certificate)
    return !isTwice
  })
  // A file that is gone would lift each suspension.
  if (certificates.length > 0 && !sources.decisions?.trim())
    problems.push(problemAt('decisions', 1, 'register_decisions'))
  readLines('decisions', (values, line, report) => {
    const certificate = byNumber.get(values.number)
    const decisions = certificate?.decisions
    if (!decisions) report('number', 'unknown')
    const decision = { ...values, number: certificate?.number ?? values.number } as Decision
    decisions?.push(decision)
    lines.set(decision, line)
    for (const batch of certificate ? namedBatches(values.batches) : [])
      named.set(batch, [...new Set(named.get(batch)).add(certificate as Certificate)])
    return true
  })
  readLines('batches', (values, _line, report) => {
    const folded = foldBatch(values.batch)
    const certificate = byNumber.get(values.number)
    if (!certificate) report('number', 'unknown')
    const other = batches.get(folded)
    const isTwice = other !== undefined && [other].flat().some(({ number }) => number === values.number)
    if (isTwice) report('batch', 'twice')
    // There may be half a million: what several say alike is stored once.
    values.number = certificate?.number ?? values.number
    if (values.batch === folded) values.batch = folded
    const decision = values as BatchDecision
    // Plants may count their batches alike.
    if (Array.isArray(other)) other.push(decision)
    else batches.set(folded, other === undefined ? decision : [other, decision])
    return !isTwice
  })
  for (const { decisions } of certificates) sortDecisions(decisions)
  const isMadeBefore = (one: Decision, other: Decision) => (lines.get(one) ?? 0) < (lines.get(other) ?? 0)
  // A decision that cannot be read would make others look wrong.
  if (problems.length === 0)
    for (const certificate of certificates) {
      for (const [decision, column, code] of checkDecisions(certificate, byNumber, today, isMadeBefore)) {
        const values = { name: decision[column] }
        problems.push(
          problemAt('decisions', lines.get(decision) ?? 1, code, `${keyOf('decisions', decision)}.${column}`, values),
        )
      }
    }
  if (problems.length > 0) throw new ContentError(problems)
  return register
}

/** Takes a line that was read, and reports what is wrong beside others. @returns whether it is the only one with its key */
type Take<Table extends TableName> = (
  values: Line<Table>,
  line: number,
  report: (column: keyof Line<Table>, code: ProblemCode, line?: number) => void,
) => boolean

type Reading<Table extends TableName> = { words: RegisterWords; problems: Problem[]; take: Take<Table> }

/** Reads and checks the lines of a table. */
function readTable<Table extends TableName>(table: Table, source: string, reading: Reading<Table>): void {
  try {
    readRows(table, source, reading)
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    reading.problems.push(...error.problems)
  }
}

function readRows<Table extends TableName>(
  table: Table,
  source: string,
  { words, problems, take }: Reading<Table>,
): void {
  const { names, rows } = openTable(table, source)
  const all = Object.keys(tables[table])
  const named = names.filter(Boolean)
  const repeated = named.filter((name, index) => named.indexOf(name) !== index)
  const missing = columnsOf(table).flatMap(([name, { mayBeMissing }]) =>
    named.includes(name) || mayBeMissing ? [] : [name],
  )
  const wrong = [...named.filter((name) => !all.includes(name)), ...missing, ...repeated]
  for (const name of wrong) problems.push(problemAt(table, 1, 'register_columns', '', { name, names: all.join(', ') }))
  if (wrong.length > 0) return
  const columns = columnsOf(table).map(([name, column]) => ({
    name,
    column,
    index: names.indexOf(name),
    check: memoizeAlike((value) => wrongIn(column, value, words)),
  }))
  let isMonthFirst = false
  let count = 0
  for (const { line, cells, values } of rows) {
    count++
    const found: { name: string; code: ProblemCode; at: number }[] = []
    for (const { name, index, check } of columns) {
      const code = check(values[name as keyof Line<Table>])
      if (code) found.push({ name, code, at: line })
      if (code === 'date' && monthFirst.test(cells[index] ?? '')) isMonthFirst = true
    }
    const isNumberRight = !found.some(({ name }) => name === 'number')
    const isOnly = take(values, line, (name, code, at = line) => {
      // What is wrong in itself is not compared with anything else.
      if (!found.some((other) => other.name === name && other.at === at)) found.push({ name: String(name), code, at })
    })
    if (cells.some((cell, index) => cell && !names[index])) found.push({ name: '', code: 'register_cells', at: line })
    for (const { name, code, at } of found) {
      const key = (isNumberRight && isOnly) || at !== line ? keyOf(table, values) : `row-${count}`
      const { column, index } = columns.find((each) => each.name === name) ?? {}
      const cell = cells[index ?? -1] ?? ''
      const written = { name: cell, right: correctNumber(cell) ?? '', names: column?.choices?.join(', ') ?? '' }
      problems.push(problemAt(table, at, code, [key, name].filter(Boolean).join('.'), written))
    }
  }
  if (!isMonthFirst) return
  // The others in this file were read, and some of them wrongly.
  const others = problems.filter(({ file, code }) => file !== fileOf(table) || code !== 'date')
  problems.splice(0, problems.length, ...others, problemAt(table, 1, 'register_month'))
}

/** A day that can only be read with the month first. */
const monthFirst = /^(?:0?[1-9]|1[0-2])[/.-](?:1[3-9]|2\d|3[01])[/.-]\d{4}$/
