import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { registerColumns } from '../../shared/register/certificate.ts'
import type { ContentError } from '../problem.ts'
import { readRegister } from './read-register.ts'

const words = { covers: { sheep: '', cutting: '' }, reasons: { administrative: '' } }
const header = registerColumns.join(';')
const right =
  '26-0041-4;Cárnicas Ejemplo, S.L.;Matadero;ES 00.00000/X;Valencia;ES;sheep cutting;2026-03-12;2027-03-11;;;;;;'

test('a file as a spreadsheet saves it is read: mark, CRLF, commas, European days, line breaks in a cell', () => {
  const commas = `${registerColumns.join(',')}\r\ncert 26 0041 4,,"Matadero\nEjemplo",ES 1,Valencia,ES,sheep,12/03/2026,11/03/2027,,,,,,\r\n`
  const { certificates, problems } = read(`\uFEFF${commas}`)
  expect(problems).toEqual([])
  expect(certificates).toMatchObject([
    { number: '26-0041-4', plant: 'Matadero\nEjemplo', from: '2026-03-12', until: '2027-03-11' },
  ])
})

test('no file, an empty file and a header alone are an empty register', () => {
  for (const text of [undefined, '', `${header}\n`, `${header}\n;;;;;;;;;;;;;;\n`])
    expect(read(text)).toEqual({ certificates: [], problems: [] })
})

test.for([
  ['26-0041-4', '26-0041-5', 'register_number', 'number'],
  ['26-0041-4', '', 'register_empty', 'number'],
  ['2027-03-11', '2027-02-30', 'register_day', 'until'],
  ['2027-03-11', '03/31/2027', 'register_day', 'until'],
  ['2027-03-11', '2026-03-11', 'register_until', 'until'],
  ['sheep cutting', 'sheep horse', 'register_key', 'covers'],
  [';;;;;;', ';;;;;because;', 'register_key', 'reason'],
  [';;;;;;', ';;;;26-0042-2;;', 'register_replaced_by', 'replaced_by'],
  [';ES;', ';Spain;', 'register_country', 'country'],
  ['Matadero', '=1+1', 'register_formula', 'plant'],
  ['Matadero', 'ana@example.org', 'register_personal', 'plant'],
  ['Matadero', '960 000 000', 'register_personal', 'plant'],
  [';;;;;;', ';;;;;;+34 960 000 000', 'register_formula', 'batches'],
  [';;;;;;', ';;;;;;960 000 000', 'register_personal', 'batches'],
] as const)('"%s" as "%s" is refused with its line and column', ([from, to, code, key]) => {
  const { problems } = read(`${header}\n\n${right.replace(from, to)}\n`)
  expect(problems).toMatchObject([{ file: 'content/register.csv', code, key, line: 3 }])
})

test('a number twice, a column that is missing or unknown, a cell too many and a quote left open are refused', () => {
  const codesOf = (text: string) => read(text).problems.map(({ code, line }) => [code, line])
  expect(codesOf(`${header}\n${right}\n${right}`)).toEqual([['register_number_twice', 3]])
  expect(codesOf(`${header.replace('reason', 'motivo')}\n${right}`)).toEqual([
    ['register_column_unknown', 1],
    ['register_column_missing', 1],
  ])
  expect(codesOf(`${header}\n${right};`)).toEqual([['register_cells', 2]])
  expect(codesOf(`${header}\n"${right}`)).toMatchObject([['register_csv', expect.any(Number)]])
  expect(readBytes(Buffer.from(`${header}\n${right}`, 'latin1')).problems).toMatchObject([{ code: 'encoding' }])
})

const read = (text?: string) => readBytes(text === undefined ? undefined : Buffer.from(text))

function readBytes(bytes?: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'register-'))
  if (bytes) writeFileSync(`${folder}/register.csv`, bytes)
  try {
    return { certificates: readRegister(folder, words), problems: [] }
  } catch (error) {
    return { certificates: [], problems: (error as ContentError).problems }
  }
}
