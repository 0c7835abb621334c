import { mkdirSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { attempt, type Problem } from '../shared/problem.ts'
import { registerOf } from './entries.ts'
import { readSpecimens } from './read-register.ts'

const words = { covers: { sheep: '', cutting: '' }, reasons: { administrative: '' } }
const today = '2026-11-26'
const header = 'number;holder;plant;oval;town;country;covers;brands;from;until'
const right = '26-0041-4;Cárnicas Ejemplo;Matadero;FR 00.000.000;Valencia;ES;sheep cutting;;2026-03-12;2027-03-11'
const other = '26-0042-2;;Sala;ES 00.1/X;Sagunt;ES;cutting;;2026-03-12;2027-03-11'
const headers = { decisions: 'number;day;decision;reason;batches;replaced_by', batches: 'number;batch;decision;day' }

test('a file as a spreadsheet saves it is read: mark, sep=, separators, line ends, spaces, empty columns and lines, European days', () => {
  const names = header.split(';')
  const saved = fc.record({
    order: fc.shuffledSubarray(names, { minLength: names.length }),
    separator: fc.constantFrom(';', ',', '\t'),
    isNamed: fc.boolean(),
    ends: fc.array(fc.constantFrom('\r\n', '\n'), { minLength: 4, maxLength: 4 }),
    empty: fc.array(fc.constant(''), { maxLength: 3 }),
    from: fc.constantFrom('2026-03-02', '02/03/2026', '2/3/2026', '02/3/2026', '2.3.2026'),
    space: fc.constantFrom('', ' ', '\u00a0', '\u202f\u2009', '\u200e', '\ufeff'),
  })
  fc.assert(
    fc.property(saved, ({ order, separator, isNamed, ends, empty, from, space }) => {
      const plant = space ? 'Matadero' : 'Matadero\n"Ejemplo"'
      const values = [...right.split(';').with(0, 'cert 26 0041 4').with(8, from)].with(
        2,
        space ? plant : '"Matadero\n""Ejemplo"""',
      )
      const cells = order.map((name) => space + values[names.indexOf(name)] + space)
      const lines = [order, cells, order.map(() => space), []].map(
        (line, index) => [...line, ...empty].join(separator) + ends[index],
      )
      expect(read(`\ufeff${isNamed ? `sep=${separator}${ends[0]}` : ''}${lines.join('')}`)).toMatchObject([
        { number: '26-0041-4', plant, from: '2026-03-02', brands: '', decisions: [] },
      ])
    }),
    { numRuns: 50 },
  )
})

test('what is no table is reported', () =>
  expect(read(`"${header}`)).toEqual([expect.stringContaining('register_csv')]))

test('no file, an empty file and a header alone are an empty register', () => {
  for (const text of [undefined, '', `${header}\n`, `${header}\n;;;;;;;;;\n`]) expect(read(text)).toEqual([])
})

test.for<[from: string | RegExp, to: string, found?: string]>([
  ['26-0041-4', '26-0041-5', '3 number register_number 26-0041-4'],
  ['26-0041-4', '26-41', '3 number register_number_form'],
  ['2027-03-11', '2027-02-30', '3 until date'],
  ['2027-03-11', '11/03/27', '3 until register_year'],
  ['2027-03-11', '2026-03-11', '3 until register_until'],
  ['2027-03-11', '2026-03-12'],
  ['2027-03-11', '03/31/2027', '1  register_month'],
  ['sheep cutting', 'sheep horse', '3 covers register_key'],
  ['sheep cutting', '', '3 covers empty'],
  [';ES;', ';Spain;', '3 country country'],
  ['Matadero', '=1+1', '3 plant register_formula'],
  ...['#REF!', '#¿NOMBRE?', '#N/A', '########', 'Err:502'].map((error): [string, string, string] => [
    'Matadero',
    error,
    '3 plant register_turned',
  ]),
  ...['CÃ¡rnicas', 'ZakĹ‚ady', 'C√°rnicas', 'C?rnicas'].map((garbled): [string, string, string] => [
    'Cárnicas',
    garbled,
    '3 holder register_garbled',
  ]),
  ['Cárnicas Ejemplo', '“JOSÉ” Núñez – Râşnov'],
  ['FR 00.000.000', '6110201', '3 oval register_oval'],
  ['FR 00.000.000', '10.12345/V'],
  ['Matadero', 'ana＠example.org', '3 plant register_personal'],
  ['Matadero', '960 000 000', '3 plant register_personal'],
  [/$/, `\n${right}`, '3 number twice, 4 number twice'],
  [/$/, ';more', '3  register_cells'],
  [/^number;holder/, 'NUMBER;Holder'],
  [';ES;sheep cutting', ';es;Sheep  CUTTING'],
  ['holder', 'titular', '1  register_columns titular, 1  register_columns holder'],
  ['holder', 'plant', '1  register_columns holder, 1  register_columns plant'],
])('"%s" as "%s" is refused with its line and column, or read: %s', ([from, to, found]) => {
  const result = read(`${header}\n\n${right}`.replace(from, to))
  if (found) expect(result.join(', ')).toBe(found)
  else expect(result).toMatchObject([{ country: 'ES' }])
})

/** What is found in lines of another table, which are about the first certificate. */
function findingsIn(table: keyof typeof headers, lines: string): string {
  const numbered = lines.split('\n').map((line) => (/^26-/.test(line) ? line : `26-0041-4;${line}`))
  const others = { [table]: [headers[table], ...numbered].join('\n') }
  return read(`${header}\n${right}\n${other}`, others)
    .map((each) => (typeof each === 'string' ? each : 'read'))
    .join(', ')
}

test.for<[lines: string, found?: string]>([
  ['2026-04-01;suspended;administrative;;'],
  ['2026-04-01;suspended;;;\n2026-05-01;lifted;;;\n2026-06-01;withdrawn;;L 1,2;'],
  ['01/04/2026;Suspended;ADMINISTRATIVE;;'],
  ['26-0043-0;2026-04-01;suspended;;;', '2 number unknown'],
  ['2026-04-01;stopped;;;', '2 decision choice'],
  ['2026-04-01;suspended;because;;', '2 reason register_key'],
  ['04/30/2026;suspended;;;\n01/02/2026;withdrawn;;;', '1  register_month'],
  ['2026-12-27;suspended;;;'],
  ['2026-12-28;suspended;;;', '2 day register_ahead'],
  ['2027-01-28;ended;;;'],
  ['2026-03-11;suspended;;;', '2 day register_before'],
  ['2026-03-01;withdrawn;;;'],
  ['2026-04-01;lifted;;;', '2 decision register_not_suspended'],
  ['2026-05-01;lifted;;;\n2026-04-01;suspended;;;'],
  // Several decisions on one day count in their order.
  ['2026-04-01;suspended;;;\n2026-04-01;lifted;;;'],
  ['2026-04-01;lifted;;;\n2026-04-01;suspended;;;', '2 decision register_not_suspended'],
  ['2026-04-01;withdrawn;;;\n2026-04-01;suspended;;;', '3 decision register_after_end'],
  ['2026-04-01;replaced;;;26-0042-2'],
  ['2026-04-01;replaced;;;', '2 replaced_by register_successor'],
  ['2026-04-01;withdrawn;;;26-0042-2', '2 replaced_by register_successor'],
  ['2026-04-01;replaced;;;26-0041-4', '2 replaced_by register_successor'],
  ['2026-04-01;replaced;;;26-0043-0', '2 replaced_by unknown'],
  ['2027-03-12;replaced;;;26-0042-2', '2 replaced_by register_successor'],
  [
    '2026-04-01;replaced;;;26-0042-2\n26-0042-2;2026-04-01;replaced;;;26-0041-4',
    '2 replaced_by register_successor, 3 replaced_by register_successor',
  ],
])('of the decisions “%s”, this is refused with its line and column: %s', ([lines, found]) =>
  expect(findingsIn('decisions', lines)).toBe(found ?? 'read, read'),
)

test.for<[lines: string, found?: string]>([
  ['L-26 03 12;accepted;2026-03-13\n26-0042-2;L-26 03 12;refused;13/03/2026'],
  ['L-26;accepted;2026-03-13\nlote 26;refused;2026-03-13', '3 batch twice'],
  ['1;accepted;', '2 day date'],
  ['/;accepted;2026-03-13', '2 batch empty'],
])('of the batches “%s”, this is refused with its line and column: %s', ([lines, found]) =>
  expect(findingsIn('batches', lines)).toBe(found ?? 'read, read'),
)

test('what a spreadsheet makes of a batch is refused, and a range, a telephone number, and nothing else', () => {
  const named = (batches: string) => findingsIn('decisions', `2026-04-01;withdrawn;;"${batches}";`)
  for (const turned of ['2,02603E+11', '26061002,00', '26042101.0', '2.6E7', 'VERDADERO', '0,520833', "'000123"]) {
    expect([turned, named(`L-17; ${turned}`)]).toEqual([turned, '2 batches register_turned'])
    expect([turned, findingsIn('batches', `"${turned}";accepted;2026-03-13`)]).toEqual([
      turned,
      '2 batch register_turned',
    ])
  }
  for (const turned of ['L-17, 10-nov', 'L-17, #N/D', '26,061,002'])
    expect(named(turned)).toBe('2 batches register_turned')
  const signs = ['-', ' - ', ' -', '--', '–', '－', '...', '‥', '~', '～', ' → ', ' -> ', ' ⇒ ', '_', ':']
  for (const sign of [...signs, ' a ', ' HASTA ', ' bis ', ' THROUGH '])
    expect([sign, named(`250312${sign}250315`)]).toEqual([sign, '2 batches register_range'])
  for (const range of ['desde 250312', '250312 et suivants', '≥250312', '250312-15', '250312/15', '250312/13/14'])
    expect([range, named(range)]).toEqual([range, '2 batches register_range'])
  for (const phone of ['960 000 000', '0034 960 000 000']) expect(named(phone)).toBe('2 batches register_personal')
  for (const right of [
    '000000,000001,101,102 26.10.1',
    'L-2026-03-12 1E5 3-17 L 26 03 12 001',
    '250312/250313 lote 26-031 y L 26031-01|AB 12-X 26.031.201',
    '250313_250312 · L250312 14:35 + 2026-03-12-1 Lot nº 2/12 12/03/26',
    '123456789',
  ])
    expect([right, named(right)]).toEqual([right, 'read, read'])
})

test('without its decisions, a register is not read: each suspension would be lifted', () => {
  for (const decisions of [undefined, '', '\n'])
    expect(read(`${header}\n${right}`, { decisions })).toEqual(['1  register_decisions'])
})

test('the columns of brands, and the file of batches, may be missing', () => {
  const [names, line] = [header, right].map((text) => text.split(';').toSpliced(7, 1).join(';'))
  expect(read(`${names}\n${line}`, { batches: undefined })).toMatchObject([{ brands: '' }])
})

test('a decision on a batch is found by the batch without its label', () => {
  const batches = [headers.batches, '26-0041-4;lote 26;accepted;2026-03-13', '26-0041-4;27;refused;2026-03-13'].join(
    '\n',
  )
  const decided = (entry: string) => expect.objectContaining({ entry: expect.objectContaining({ entry }) })
  const found = new Map([
    ['26', decided('accepted')],
    ['27', decided('refused')],
  ])
  expect(read(`${header}\n${right}`, { batches })).toMatchObject([{ batches: found }])
})

test('another encoding is reported, with the first line that shows it', () => {
  const text = `${header}\n\n${right}`
  expect(read(Buffer.from(text, 'latin1'))).toEqual(['3  encoding'])
  const [little, big] = [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]
  for (const bytes of [
    little,
    big,
    Buffer.concat([Buffer.from('fffe', 'hex'), little]),
    Buffer.concat([Buffer.from('feff', 'hex'), big]),
  ])
    expect(read(bytes)).toEqual(['1  register_utf16'])
})

/** What is read, or what is wrong, a line each. */
function read(
  certificates?: string | Buffer,
  others: { decisions?: string | undefined; batches?: string | undefined } = {},
) {
  using folder = temporaryFolder()
  mkdirSync(`${folder.path}/register`)
  const tables = { certificates, decisions: headers.decisions, batches: '', ...others }
  for (const [table, text] of Object.entries(tables))
    if (text !== undefined) writeFileSync(`${folder.path}/register/${table}.csv`, text)
  const problems: Problem[] = []
  const specimens = attempt(() => readSpecimens(folder.path, words, today), problems)
  const described = problems.map(({ line, key, code, values }) => {
    const named = { register_number: values?.right, register_columns: values?.name }[String(code)] ?? ''
    return [line, key, code, named].join(' ').trim()
  })
  return specimens ? registerOf(specimens).certificates : described
}
