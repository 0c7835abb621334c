import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import {
  type Certificate,
  dayColumns,
  type RegisterColumn,
  readNumber,
  registerColumns,
} from '../../shared/register/certificate.ts'
import { ContentError, type Problem } from '../problem.ts'

/** The keys of content/texts/<language>/register.yml that a line may use. */
export type RegisterWords = { covers: object; reasons: object }
type Row = { line: number; certificate: Certificate }
type Report = (code: Problem['code'], column: string, line?: number, values?: Problem['values']) => void

/**
 * Reads the register of certificates as a spreadsheet saves it: semicolons or commas, a byte order mark, CRLF, days as
 * 2026-03-12 or 12/03/2026, line breaks between quotation marks.
 * @returns no certificates if there is no file or nothing in it
 * @throws ContentError with every problem, each with its line, and its column as its key
 */
export function readRegister(folder: string, words: RegisterWords): Certificate[] {
  const problems: Problem[] = []
  const report: Report = (code, key, line, values) =>
    problems.push({ file: 'content/register.csv', key, code, ...(line && { line }), ...(values && { values }) })
  const path = `${folder}/register.csv`
  const rows = existsSync(path) ? readRows(readFileSync(path), report) : []
  const lines = new Map<string, number>()
  for (const { line, certificate } of rows) {
    normalise(certificate)
    for (const [code, column] of problemsOf(certificate, words))
      report(code, column, line, { value: certificate[column] })
    const { number } = certificate
    if (lines.has(number)) report('register_number_twice', 'number', line, { value: number })
    lines.set(number, line)
  }
  for (const { line, certificate } of rows)
    if (certificate.replaced_by && !lines.has(certificate.replaced_by))
      report('register_replaced_by', 'replaced_by', line, { value: certificate.replaced_by })
  if (problems.length > 0) throw new ContentError(problems)
  return rows.map(({ certificate }) => certificate)
}

function readRows(bytes: Buffer, report: Report): Row[] {
  if (!isUtf8(bytes)) {
    report('encoding', '')
    return []
  }
  const [firstLine = ''] = bytes.toString().split('\n', 1)
  try {
    const [header, ...records] = parse(bytes, {
      bom: true,
      delimiter: firstLine.includes(';') ? ';' : ',',
      info: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const names = header?.record ?? [...registerColumns]
    for (const [index, name] of names.entries())
      if (!registerColumns.includes(name as RegisterColumn) || names.indexOf(name) !== index)
        report('register_column_unknown', name, 1)
    for (const name of registerColumns) if (!names.includes(name)) report('register_column_missing', name, 1)
    return records.map(({ record, info }) => {
      // The parser counts the lines that it has read, and a cell may hold several.
      const line = info.lines - record.join('').split('\n').length + 1
      if (record.length > names.length) report('register_cells', '', line)
      const cells = registerColumns.map((name) => [name, record[names.indexOf(name)] ?? ''])
      return { line, certificate: Object.fromEntries(cells) as Certificate }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    report('register_csv', '', Number(error.lines ?? 1), { message: error.message })
    return []
  }
}

/** Gives numbers and days their one spelling, where they have one. */
function normalise(certificate: Certificate): void {
  for (const column of ['number', 'replaced_by'] as const) {
    const number = readNumber(certificate[column])
    if (number && number !== 'wrong') certificate[column] = number
  }
  for (const column of dayColumns)
    certificate[column] = certificate[column].replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1')
}

function* problemsOf(certificate: Certificate, words: RegisterWords): Generator<[Problem['code'], RegisterColumn]> {
  for (const column of ['number', 'plant', 'oval', 'town', 'covers', 'from', 'until'] as const)
    if (!certificate[column]) yield ['register_empty', column]
  for (const column of ['number', 'replaced_by'] as const)
    if (certificate[column] && readNumber(certificate[column]) !== certificate[column])
      yield ['register_number', column]
  for (const column of dayColumns)
    if (certificate[column] && !isDay(certificate[column])) yield ['register_day', column]
  if (!/^[A-Z]{2}$/.test(certificate.country)) yield ['register_country', 'country']
  if (certificate.until < certificate.from) yield ['register_until', 'until']
  if (certificate.covers.split(/\s+/).some((key) => key && !Object.hasOwn(words.covers, key)))
    yield ['register_key', 'covers']
  if (certificate.reason && !Object.hasOwn(words.reasons, certificate.reason)) yield ['register_key', 'reason']
  // A spreadsheet would run such a cell of the published file as a formula.
  for (const column of registerColumns)
    if (/^[=+\-@]/.test(certificate[column])) yield ['register_formula', column]
    else if (/\S@\S/.test(certificate[column]) || hasTelephone(certificate[column], column))
      yield ['register_personal', column]
}

/** Date takes 30 February for 2 March. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true

/** Nine digits or more, however they are grouped. A batch may have as many: there, only groups as in 960 000 000. */
const hasTelephone = (text: string, column: RegisterColumn): boolean =>
  column === 'batches'
    ? /\+\d{2}|\b\d{2,3}([ .]\d{2,3}){2,}\b/.test(text)
    : /\d{9}/.test(text.replace(/(?<=\d)[ ().-]+(?=\d)/g, ''))
