import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import type { Certificate } from '../../shared/register/certificate.ts'
import { readNumber } from '../../shared/register/certificate-number.ts'
import type { Problem } from '../problem.ts'

const file = 'content/register.csv'
const columns = [
  'number',
  'holder',
  'plant',
  'oval',
  'town',
  'country',
  'covers',
  'from',
  'until',
  'suspended',
  'withdrawn',
  'ended',
  'replaced_by',
  'reason',
  'batches',
] as const
type Column = (typeof columns)[number]
type Row = { line: number; cells: Record<Column, string> }
type Report = (code: Problem['code'], column: string, line: number, values?: Problem['values']) => void

/** The keys of content/texts/<language>/register.yml that a line may use: those that every language has words for. */
export type RegisterWords = { covers: string[]; reasons: string[] }

/**
 * Reads the register of certificates, as a spreadsheet saves it: semicolons or commas, a byte order mark, CRLF, days as
 * 2026-03-12 or 12/03/2026, line breaks between quotation marks.
 * @returns no certificates where there is no file or nothing in it; each problem has its line and its column (`key`)
 */
export function readRegister(folder: string, words: RegisterWords): { certificates: Certificate[]; problems: Problem[] } {
  const problems: Problem[] = []
  const report: Report = (code, key, line, values) =>
    problems.push({ file, key, code, ...(line && { line }), ...(values && { values }) })
  const rows = existsSync(`${folder}/register.csv`) ? readRows(readFileSync(`${folder}/register.csv`), report) : []
  const certificates = rows.map((row) => readCertificate(row, words, report))
  const lines = new Map<string, number>()
  for (const [index, { line, cells }] of rows.entries()) {
    const { number } = certificates[index] as Certificate
    if (lines.has(number)) report('register_number_twice', 'number', line, { number, line: lines.get(number) ?? 0 })
    lines.set(number, line)
    for (const column of columns) checkCell(cells[column], column, line, report)
  }
  for (const [index, { line }] of rows.entries()) {
    const { replacedBy } = certificates[index] as Certificate
    if (replacedBy && !lines.has(replacedBy)) report('register_replaced_by', 'replaced_by', line, { number: replacedBy })
  }
  return { certificates, problems }
}

function readRows(bytes: Buffer, report: Report): Row[] {
  if (!isUtf8(bytes)) {
    report('register_encoding', '', 0)
    return []
  }
  const [firstLine = ''] = bytes.toString().split(/\r?\n/, 1)
  try {
    const [header, ...records] = parse(bytes, {
      bom: true,
      delimiter: firstLine.includes(';') ? ';' : ',',
      info: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    if (!header) return []
    const names = header.record
    for (const [index, name] of names.entries())
      if (!columns.includes(name as Column) || names.indexOf(name) !== index) report('register_column_unknown', name, 1)
    for (const name of columns) if (!names.includes(name)) report('register_column_missing', name, 1)
    return records.map(({ record, info }) => {
      // The parser counts the lines read so far, and a cell may hold several.
      const line = info.lines - record.join('').split('\n').length + 1
      if (record.length > names.length) report('register_cells', names.at(-1) ?? '', line)
      const cells = Object.fromEntries(columns.map((name) => [name, record[names.indexOf(name)] ?? '']))
      return { line, cells: cells as Row['cells'] }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    report('register_csv', '', Number(error.lines ?? 1), { message: error.message })
    return []
  }
}

function readCertificate({ line, cells }: Row, words: RegisterWords, report: Report): Certificate {
  const { holder, plant, oval, town, country, batches } = cells
  const number = (column: 'number' | 'replaced_by') => {
    const typed = readNumber(cells[column])
    if (typed.kind !== 'number') report('register_number', column, line, { number: cells[column] })
    return typed.kind === 'number' ? typed.number : cells[column]
  }
  const day = (column: 'from' | 'until' | 'suspended' | 'withdrawn' | 'ended') => {
    const read = readDay(cells[column])
    if (read === undefined) report('register_day', column, line, { day: cells[column] })
    return read ?? ''
  }
  for (const column of ['plant', 'oval', 'town', 'covers', 'from', 'until'] as const)
    if (!cells[column]) report('register_empty', column, line)
  if (!/^[A-Z]{2}$/.test(country)) report('register_country', 'country', line)
  const covers = cells.covers.split(/\s+/).filter(Boolean)
  for (const key of covers) if (!words.covers.includes(key)) report('register_key', 'covers', line, { key })
  const { reason } = cells
  if (reason && !words.reasons.includes(reason)) report('register_key', 'reason', line, { key: reason })
  const [from, until] = [day('from'), day('until')]
  if (until && until < from) report('register_until', 'until', line, { from, until })
  return {
    number: number('number'),
    holder,
    plant,
    oval,
    town,
    country,
    covers,
    from,
    until,
    suspended: day('suspended'),
    withdrawn: day('withdrawn'),
    ended: day('ended'),
    replacedBy: cells.replaced_by && number('replaced_by'),
    reason,
    batches,
  }
}

/** @returns the day in ISO 8601, or undefined where there is no such day; the American order is not understood. */
function readDay(text: string): string | undefined {
  if (!text) return ''
  const iso = text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1')
  const time = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? new Date(`${iso}T00:00Z`) : undefined
  // Date takes 30 February for 2 March.
  return time && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso) ? iso : undefined
}

/** The register names no person and no way to reach one, and holds nothing that a spreadsheet would run as a formula. */
function checkCell(text: string, column: Column, line: number, report: Report): void {
  if (/^[=+\-@]/.test(text)) report('register_formula', column, line)
  else if (/\S@\S/.test(text) || hasTelephone(text, column)) report('register_personal', column, line)
}

/** Nine digits or more, however they are grouped. A batch may have as many: there, only groups as in 960 000 000. */
const hasTelephone = (text: string, column: Column): boolean =>
  column === 'batches'
    ? /\+\d{2}|\b\d{2,3}([ .]\d{2,3}){2,}\b/.test(text)
    : /\d{9}/.test(text.replace(/(?<=\d)[ ().-]+(?=\d)/g, ''))
