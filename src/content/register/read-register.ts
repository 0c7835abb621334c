import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { dayMs } from '../../shared/durations.ts'
import {
  type Certificate,
  dayColumns,
  type RegisterColumn,
  registerColumns,
} from '../../shared/register/certificate.ts'
import { correctNumber, readNumber } from '../../shared/register/number.ts'
import { ContentError, type Problem, type ProblemCode } from '../problem.ts'
import { countryCodes } from '../read/country-codes.ts'
import { spoiledBy } from './spoiled-cells.ts'

/** The keys of content/texts/<language>/register.yml that a line may use. */
export type RegisterWords = { covers: object; reasons: object }

type Row = { record: string[]; info: { lines: number } }
type Line = { line: number; cells: Certificate }
type Wrong = ProblemCode | false
/** What is wrong with a cell in its one spelling. */
type Check = (cell: string, certificate: Certificate) => Wrong

const file = 'content/register.csv'

/** A sanction is decided some days before it begins. A later one is a slip, and would show "in force" until then. */
const sanctionAheadDays = 31

/**
 * Reads the register of certificates as a spreadsheet saves it: semicolons, commas or tabs, a byte order mark, any line ends,
 * days as 2026-03-12 or 12/3/2026, line breaks between quotation marks, empty columns and lines at the end.
 * @param today ISO 8601, in the site's time zone
 * @returns no certificates if there is no file or nothing in it
 * @throws ContentError with the problems, each with its line, and its column as its key
 */
export function readRegister(folder: string, words: RegisterWords, today: string): Certificate[] {
  const path = `${folder}/register.csv`
  const lines = existsSync(path) ? readLines(readFileSync(path)) : []
  const numbers = Map.groupBy(lines, ({ cells }) => readNumber(cells.number))
  const checks = checksOf(words, numbers, today)
  const problems: Problem[] = []
  const certificates = lines.map(({ line, cells }) => {
    const certificate = inEachColumn((column) => spell(column, cells[column]))
    for (const column of registerColumns) {
      const name = cells[column]
      const spoiled = !isDayColumn(column) && spoiledBy(name, column)
      const code = spoiled || checks[column](certificate[column], certificate)
      if (code) problems.push({ file, key: column, code, line, values: { name, right: correctNumber(name) ?? '' } })
    }
    return certificate
  })
  if (problems.length > 0) throw new ContentError(problems)
  return certificates
}

/** The lines that are not empty. */
function readLines(bytes: Buffer): Line[] {
  const [header, ...rows] = parseRows(bytes).filter(({ record }) => record.some(Boolean))
  if (!header) return []
  const names = header.record
  const named = names.filter(Boolean)
  const repeated = named.filter((name, index) => named.indexOf(name) !== index)
  const wrong = new Set(named).symmetricDifference(new Set<string>(registerColumns))
  const problems = [...wrong, ...repeated].map((key) => problemAt(1, 'register_columns', key))
  for (const { record, info } of rows)
    if (record.some((cell, index) => cell && !names[index])) problems.push(problemAt(info.lines, 'register_cells'))
  if (problems.length > 0) throw new ContentError(problems)
  return rows.map(({ record, info }) => ({
    line: info.lines,
    cells: inEachColumn((column) => record[names.indexOf(column)] ?? ''),
  }))
}

/** @throws ContentError if the file is in another encoding, or quotation marks do not match */
export function parseRows(bytes: Buffer): Row[] {
  // Half of the bytes of UTF-16 are zero.
  if (bytes.includes(0)) throw new ContentError([problemAt(1, 'register_utf16')])
  if (!isUtf8(bytes)) {
    const before = bytes.toString().split('\ufffd', 1)[0] ?? ''
    throw new ContentError([problemAt(before.split(/\r\n?|\n/).length, 'encoding')])
  }
  try {
    const rows: unknown = parse(bytes, {
      bom: true,
      delimiter: delimiterOf(bytes.toString()),
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
      cast: (cell) => cell.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, ''),
    })
    // The types do not know what `info` adds.
    return rows as Row[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const problem = problemAt(Number(error.lines ?? 1), 'register_csv')
    throw new ContentError([{ ...problem, values: { reason: error.message } }])
  }
}

/** What stands between the cells, as the first line shows. */
export function delimiterOf(source: string): string {
  const [firstLine = ''] = source.trim().split(/[\r\n]/, 1)
  return ['\t', ';'].find((sign) => firstLine.includes(sign)) ?? ','
}

const problemAt = (line: number, code: ProblemCode, key = ''): Problem => ({ file, key, code, line })

const inEachColumn = (valueIn: (column: RegisterColumn) => string) =>
  Object.fromEntries(registerColumns.map((column) => [column, valueIn(column)])) as Certificate

const isDayColumn = (column: RegisterColumn) => dayColumns.some((each) => each === column)
const keysIn = (cell: string) => cell.split(/\s+/).filter(Boolean)

/** A cell in its one spelling, if it has one. */
export function spell(column: RegisterColumn, cell: string): string {
  if (isDayColumn(column))
    return cell.replace(/^(\d\d?)\/(\d\d?)\/(\d{4})$/, (_, day, month, year) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )
  if (column === 'number' || column === 'replaced_by') return readNumber(cell) ?? cell
  return column === 'covers' || column === 'reason' ? keysIn(cell).join(' ') : cell
}

/** @param numbers the lines of each valid number */
function checksOf(words: RegisterWords, numbers: Map<string | undefined, Line[]>, today: string) {
  const lastSanction = new Date(Date.parse(today) + sanctionAheadDays * dayMs).toISOString().slice(0, 10)
  const isIsoDay = (cell: string) => z.iso.date().safeParse(cell).success
  const day = (cell: string): Wrong =>
    /^\d\d?[/.-]\d\d?[/.-]\d\d$/.test(cell) ? 'register_year' : !isIsoDay(cell) && 'date'
  const dayOrNone = (cell: string) => cell !== '' && day(cell)
  const sanction = (cell: string) => dayOrNone(cell) || (cell > lastSanction && 'register_ahead')
  const filled = (cell: string): Wrong => !cell && 'empty'
  const keysOf = (known: object) => (cell: string) =>
    keysIn(cell).some((key) => !Object.hasOwn(known, key)) && 'register_key'
  const number = (cell: string): Wrong => {
    const lines = numbers.get(cell)
    if (!lines) return correctNumber(cell) ? 'register_number' : 'register_number_form'
    return lines.length > 1 && 'twice'
  }
  const checks: Record<RegisterColumn, Check> = {
    number,
    holder: () => false,
    plant: filled,
    oval: filled,
    town: filled,
    country: (cell) => !countryCodes.includes(cell) && 'country',
    covers: (cell) => filled(cell) || keysOf(words.covers)(cell),
    from: day,
    until: (cell, { from }) => day(cell) || (isIsoDay(from) && from > cell && 'register_until'),
    suspended: sanction,
    withdrawn: sanction,
    ended: dayOrNone,
    replaced_by: (cell) => cell !== '' && !numbers.has(cell) && 'unknown',
    reason: keysOf(words.reasons),
    batches: () => false,
  }
  return checks
}
