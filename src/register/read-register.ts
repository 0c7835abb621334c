import { existsSync, readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { countryCodes } from '../shared/country-codes.ts'
import { dayMs } from '../shared/durations.ts'
import { ContentError, type Problem, type ProblemCode } from '../shared/problem.ts'
import { type Certificate, dayColumns, type RegisterColumn, registerColumns } from '../shared/register-page.ts'
import { correctNumber, readNumber } from './number.ts'
import { spoiledBy } from './spoiled-cells.ts'

/** The keys of content/texts/<language>/register.yml that a line may use. */
export type RegisterWords = { covers: object; reasons: object }

/** A certificate as it was read, and its cells as they are written. Its key is its number, unless that is wrong or there twice. */
type Row = { key: string; line: number; cells: string[]; certificate: Certificate }
type Wrong = ProblemCode | false
type Checks = Partial<Record<RegisterColumn, (cell: string, certificate: Certificate) => Wrong>>

const file = 'content/register.csv'

/** A sanction is decided some days before it begins. A later one is a slip, and would show "in force" until then. */
const sanctionAheadDays = 31

/**
 * Reads the register of certificates as a spreadsheet saves it.
 * @param today ISO 8601, in the site's time zone
 * @returns no certificates if there is no file or nothing in it
 * @throws ContentError with the problems, each with its line, and the path of its cell: `26-0041-4.until`
 */
export function readRegister(folder: string, words: RegisterWords, today: string): Certificate[] {
  const path = `${folder}/register.csv`
  const { names, rows } = readTable(existsSync(path) ? readFileSync(path, 'utf8') : '')
  const named = names.filter(Boolean)
  const repeated = named.filter((name, index) => named.indexOf(name) !== index)
  const wrong = new Set(named).symmetricDifference(new Set<string>(registerColumns))
  const outside = rows.filter(({ cells }) => cells.some((cell, index) => cell && !names[index]))
  const columnProblems = [
    ...[...wrong, ...repeated].map((name) => problemAt(1, 'register_columns', '', { name })),
    ...outside.map(({ line, key }) => problemAt(line, 'register_cells', key)),
  ]
  const numbers = Map.groupBy(rows, ({ certificate }) => readNumber(certificate.number))
  const checks = checksOf(words, numbers, today)
  const check = ({ key, line, cells, certificate }: Row, column: RegisterColumn): Problem[] => {
    const name = cells[names.indexOf(column)] ?? ''
    const spoiled = !isDayColumn(column) && spoiledBy(name, column)
    const code = spoiled || checks[column]?.(certificate[column], certificate)
    return code ? [problemAt(line, code, `${key}.${column}`, { name, right: correctNumber(name) ?? '' })] : []
  }
  const findInCells = () => rows.flatMap((row) => registerColumns.flatMap((column) => check(row, column)))
  const problems = columnProblems.length > 0 ? columnProblems : findInCells()
  if (problems.length > 0) throw new ContentError(problems)
  return rows.map(({ certificate }) => certificate)
}

/**
 * Reads the table whatever its cells say: semicolons, commas or tabs, a byte order mark, any line ends, days as 2026-03-12 or
 * 12/3/2026, line breaks between quotation marks, empty columns and lines at the end.
 * @throws ContentError if the file is in another encoding, or quotation marks do not match
 */
export function readTable(source: string): { names: string[]; rows: Row[]; delimiter: string } {
  // What is not UTF-8 is read as \uFFFD. In UTF-16, each Latin letter has a zero byte beside it.
  const [before = '', ...wrong] = source.split(/[\0\uFFFD]/)
  const encoding = source.includes('\0') ? 'register_utf16' : 'encoding'
  if (wrong.length > 0) throw new ContentError([problemAt(before.split(/\r\n?|\n/).length, encoding)])
  const [firstLine = ''] = source.trim().split(/[\r\n]/, 1)
  const delimiter = ['\t', ';', ','].find((sign) => firstLine.includes(sign)) ?? ';'
  try {
    const parsed: unknown = parse(source, {
      bom: true,
      delimiter,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
      cast: (cell) => cell.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, ''),
    })
    // The types do not know what `info` adds.
    const [header, ...lines] = parsed as { record: string[]; info: { lines: number } }[]
    const names = header?.record ?? [...registerColumns]
    const known = new Set<string>()
    const rows = lines.map(({ record: cells, info }, index) => {
      const spelled = registerColumns.map((column) => [column, spell(column, cells[names.indexOf(column)] ?? '')])
      const certificate: Certificate = Object.fromEntries(spelled)
      const number = readNumber(certificate.number)
      const key = number && !known.has(number) ? number : `row-${index + 1}`
      known.add(key)
      return { key, line: info.lines, cells, certificate }
    })
    return { names, rows, delimiter }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ContentError([problemAt(Number(error.lines ?? 1), 'register_csv', '', { reason: error.message })])
  }
}

function problemAt(line: number, code: ProblemCode, key = '', values: Problem['values'] = {}): Problem {
  return { file, key, code, line, values }
}

const isDayColumn = (column: RegisterColumn) => dayColumns.some((each) => each === column)

/** A cell in its one spelling, if it has one. */
export function spell(column: RegisterColumn, cell: string): string {
  if (isDayColumn(column))
    return cell.replace(/^(\d\d?)\/(\d\d?)\/(\d{4})$/, (_, day, month, year) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )
  if (column === 'number' || column === 'replaced_by') return readNumber(cell) ?? cell
  return column === 'covers' || column === 'reason' ? cell.replace(/\s+/g, ' ') : cell
}

/** @param numbers the lines of each valid number */
function checksOf(words: RegisterWords, numbers: Map<string | undefined, Row[]>, today: string): Checks {
  const lastSanction = new Date(Date.parse(today) + sanctionAheadDays * dayMs).toISOString().slice(0, 10)
  const day = (cell: string): Wrong =>
    /^\d\d?[/.-]\d\d?[/.-]\d\d$/.test(cell) ? 'register_year' : !z.iso.date().safeParse(cell).success && 'date'
  const dayOrNone = (cell: string) => cell !== '' && day(cell)
  const sanction = (cell: string) => dayOrNone(cell) || (cell > lastSanction && 'register_ahead')
  const filled = (cell: string): Wrong => !cell && 'empty'
  const keysOf = (known: object) => (cell: string) =>
    cell !== '' && !cell.split(' ').every((key) => Object.hasOwn(known, key)) && 'register_key'
  const number = (cell: string): Wrong => {
    const lines = numbers.get(cell)
    if (!lines) return correctNumber(cell) ? 'register_number' : 'register_number_form'
    return lines.length > 1 && 'twice'
  }
  return {
    number,
    plant: filled,
    oval: filled,
    town: filled,
    country: (cell) => !countryCodes.includes(cell) && 'country',
    covers: (cell) => filled(cell) || keysOf(words.covers)(cell),
    from: day,
    until: (cell, { from }) => day(cell) || (!day(from) && from > cell && 'register_until'),
    suspended: sanction,
    withdrawn: sanction,
    ended: dayOrNone,
    replaced_by: (cell, { number }) => cell !== '' && (!numbers.has(cell) || cell === number) && 'unknown',
    reason: keysOf(words.reasons),
  }
}
