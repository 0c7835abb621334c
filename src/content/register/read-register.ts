import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { dayMs } from '../../shared/durations.ts'
import { type Certificate, registerColumns } from '../../shared/register/certificate.ts'
import { correctNumber, readNumber } from '../../shared/register/number.ts'
import { ContentError, type Problem, type ProblemCode } from '../problem.ts'
import { countryCodes } from '../read/country-codes.ts'
import { code, schemaProblems } from '../read/schema-problems.ts'
import { spoiledBy } from './spoiled-cells.ts'

/** The keys of content/texts/<language>/register.yml that a line may use. */
export type RegisterWords = { covers: object; reasons: object }

type Row = { record: string[]; info: { lines: number } }
type Line = { number: number; cells: Record<string, string> }

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
  const numbers = Map.groupBy(lines, ({ cells }) => readNumber(cells.number ?? ''))
  const schema = certificateSchema(words, numbers, today)
  const problems: Problem[] = []
  const certificates = lines.flatMap(({ number, cells }) => {
    const { data, error } = schema.safeParse(cells)
    // Each cell is reported once.
    const wrong = new Map(
      error &&
        schemaProblems(file, error)
          .reverse()
          .map((problem) => [problem.key, problem]),
    )
    for (const problem of [...wrong.values()].reverse()) {
      const name = cells[problem.key] ?? ''
      problems.push({ ...problem, line: number, values: { name, right: correctNumber(name) ?? '' } })
    }
    return data ?? []
  })
  if (problems.length > 0) throw new ContentError(problems)
  return certificates
}

/** The lines that are not empty, with the cells of each by the names of their columns. */
function readLines(bytes: Buffer): Line[] {
  const [header, ...rows] = parseRows(bytes).filter(({ record }) => record.some(Boolean))
  const names = header?.record ?? []
  const named = names.filter(Boolean)
  const repeated = named.filter((name, index) => named.indexOf(name) !== index)
  const wrong = header ? new Set(named).symmetricDifference(new Set<string>(registerColumns)) : []
  const problems = [...wrong, ...repeated].map((key) => problemAt(1, 'register_columns', key))
  const lines = rows.map(({ record, info }): Line => {
    if (record.some((cell, index) => cell && !names[index])) problems.push(problemAt(info.lines, 'register_cells'))
    const cells = record.map((cell, index) => [names[index], cell]).filter(([name]) => name)
    return { number: info.lines, cells: Object.fromEntries(cells) }
  })
  if (problems.length > 0) throw new ContentError(problems)
  return lines
}

/** @throws ContentError if the file is in another encoding, or quotation marks do not match */
function parseRows(bytes: Buffer): Row[] {
  // Half of the bytes of UTF-16 are zero, or its mark is there, in either order.
  if (bytes.includes(0) || /^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2)))
    throw new ContentError([problemAt(1, 'register_utf16')])
  if (!isUtf8(bytes)) {
    const before = bytes.toString().split('\ufffd', 1)[0] ?? ''
    throw new ContentError([problemAt(before.split(/\r\n?|\n/).length, 'encoding')])
  }
  const [firstLine = ''] = bytes
    .toString()
    .trim()
    .split(/[\r\n]/, 1)
  try {
    const rows: unknown = parse(bytes, {
      bom: true,
      delimiter: ['\t', ';'].find((sign) => firstLine.includes(sign)) ?? ',',
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

const problemAt = (line: number, code: ProblemCode, key = ''): Problem => ({ file, key, code, line })

/** The valid cells of a line. Numbers and days are normalised. `numbers` has the lines of each valid number. */
function certificateSchema(
  { covers, reasons }: RegisterWords,
  numbers: Map<string | undefined, unknown[]>,
  today: string,
) {
  const unspoiled = z.prefault(z.string(), '').superRefine((cell, context) => {
    const message = spoiledBy(cell)
    if (message) context.addIssue({ code: 'custom', message })
  })
  const without = (personal: RegExp) => unspoiled.refine((text) => !personal.test(text), code('register_personal'))
  const cell = without(/\S@\S|(\d[ ().-]*){9}/)
  const filled = cell.refine(Boolean, code('empty'))
  const number = cell.transform((text) => readNumber(text) ?? text)
  const isoDay = z
    .prefault(z.string(), '')
    .refine((text) => !/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}$/.test(text), { error: code('register_year'), abort: true })
    .transform((text) =>
      text.replace(/^(\d)(?=\/)|(?<=\/)(\d)(?=\/)/g, '0$&').replace(/^(..)\/(..)\/(....)$/, '$3-$2-$1'),
    )
  const day = isoDay.pipe(z.iso.date(code('date')))
  const dayOrNone = isoDay.pipe(z.union([z.literal(''), z.iso.date()], code('date')))
  const lastSanction = new Date(Date.parse(today) + sanctionAheadDays * dayMs).toISOString().slice(0, 10)
  const sanction = dayOrNone.refine((day) => day <= lastSanction, code('register_ahead'))
  const keysOf = (words: object) =>
    cell
      .transform((keys) => keys.split(/\s+/).filter(Boolean).join(' '))
      .refine((keys) => keys.split(' ').every((key) => !key || Object.hasOwn(words, key)), code('register_key'))
  return z
    .object({
      number: number
        .refine((text) => numbers.has(text) || !correctNumber(text), { error: code('register_number'), abort: true })
        .refine((text) => numbers.has(text), { error: code('register_number_form'), abort: true })
        .refine((text) => numbers.get(text)?.length === 1, code('twice')),
      holder: cell,
      plant: filled,
      oval: filled,
      town: filled,
      country: cell.refine((text) => countryCodes.includes(text), code('country')),
      covers: keysOf(covers).refine(Boolean, code('empty')),
      from: day,
      until: day,
      suspended: sanction,
      withdrawn: sanction,
      ended: dayOrNone,
      replaced_by: number.refine((text) => !text || numbers.has(text), code('unknown')),
      reason: keysOf(reasons),
      // A batch may have nine digits too, but not in groups as in 960 000 000.
      batches: without(/\S@\S|\+\d{2}|\b\d{2,3}([ .]\d{2,3}){2,}\b/),
    })
    .refine(({ from, until }) => from <= until, { error: code('register_until'), path: ['until'] })
}
