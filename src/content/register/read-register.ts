import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { type Certificate, registerColumns } from '../../shared/register/certificate.ts'
import { readNumber } from '../../shared/register/number.ts'
import { ContentError, type Problem } from '../problem.ts'
import { countryCodes } from '../read/country-codes.ts'
import { code, schemaProblems } from '../read/schema-problems.ts'

/** The keys of content/texts/<language>/register.yml that a line may use. */
export type RegisterWords = { covers: object; reasons: object }

const file = 'content/register.csv'

/**
 * Reads the register of certificates as a spreadsheet saves it: semicolons or commas, a byte order mark, CRLF, days as
 * 2026-03-12 or 12/03/2026, line breaks between quotation marks.
 * @returns no certificates if there is no file or nothing in it
 * @throws ContentError with the problems, each with its line, and its column as its key
 */
export function readRegister(folder: string, words: RegisterWords): Certificate[] {
  const path = `${folder}/register.csv`
  const lines = existsSync(path) ? readLines(readFileSync(path)) : []
  const numbers = Map.groupBy(lines, ({ record }) => readNumber(record.number ?? ''))
  const schema = certificateSchema(words, numbers)
  const problems: Problem[] = []
  const certificates = lines.flatMap(({ record, info }) => {
    const { data, error } = schema.safeParse(record)
    for (const problem of error ? schemaProblems(file, error) : [])
      problems.push({ ...problem, line: info.lines, values: { name: record[problem.key] ?? '' } })
    return data ?? []
  })
  if (problems.length > 0) throw new ContentError(problems)
  return certificates
}

function readLines(bytes: Buffer): { record: Record<string, string>; info: { lines: number } }[] {
  if (!isUtf8(bytes)) throw new ContentError([{ file, key: '', code: 'encoding' }])
  try {
    return parse(bytes, {
      bom: true,
      columns: checkHeader,
      delimiter: bytes.subarray(0, bytes.indexOf('\n')).includes(';') ? ';' : ',',
      info: true,
      // A spreadsheet may leave out empty cells at the end of a line.
      relax_column_count_less: true,
      skip_records_with_empty_values: true,
      trim: true,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? 1)
    throw new ContentError([{ file, key: '', code: 'register_csv', line, values: { reason: error.message } }])
  }
}

function checkHeader(names: string[]): string[] {
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  const wrong = [...new Set(names).symmetricDifference(new Set<string>(registerColumns)), ...repeated]
  if (wrong.length > 0) throw new ContentError(wrong.map((key) => ({ file, key, code: 'register_columns', line: 1 })))
  return names
}

/** The valid cells of a line. Numbers and days are normalised. `numbers` has the lines of each valid number. */
function certificateSchema({ covers, reasons }: RegisterWords, numbers: Map<string | undefined, unknown[]>) {
  // A spreadsheet would run such a cell of the published file as a formula.
  const text = z.prefault(z.string().regex(/^(?![=+\-@])/, code('register_formula')), '')
  const without = (personal: RegExp) => text.refine((text) => !personal.test(text), code('register_personal'))
  const cell = without(/\S@\S|(\d[ ().-]*){9}/)
  const filled = cell.refine(Boolean, code('empty'))
  const number = cell.transform((text) => readNumber(text) ?? text)
  const isoDay = cell.transform((text) => text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1'))
  const day = isoDay.pipe(z.iso.date(code('date')))
  const dayOrNone = isoDay.pipe(z.union([z.literal(''), z.iso.date()], code('date')))
  const keysOf = (words: object) =>
    cell.refine((keys) => keys.split(/\s+/).every((key) => !key || Object.hasOwn(words, key)), code('register_key'))
  return z
    .object({
      number: number
        .refine((text) => numbers.has(text), { error: code('register_number'), abort: true })
        .refine((text) => numbers.get(text)?.length === 1, code('twice')),
      holder: cell,
      plant: filled,
      oval: filled,
      town: filled,
      country: cell.refine((text) => countryCodes.includes(text), code('country')),
      covers: keysOf(covers).refine(Boolean, code('empty')),
      from: day,
      until: day,
      suspended: dayOrNone,
      withdrawn: dayOrNone,
      ended: dayOrNone,
      replaced_by: number.refine((text) => !text || numbers.has(text), code('unknown')),
      reason: keysOf(reasons),
      // A batch may have nine digits too, but not in groups as in 960 000 000.
      batches: without(/\S@\S|\+\d{2}|\b\d{2,3}([ .]\d{2,3}){2,}\b/),
    })
    .refine(({ from, until }) => from <= until, { error: code('register_until'), path: ['until'] })
}
