import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { attempt, type Problem } from '../shared/problem.ts'
import { readRegister } from './read-register.ts'

const words = { covers: { sheep: '', cutting: '' }, reasons: { administrative: '' } }
const header =
  'number;holder;plant;oval;town;country;covers;from;until;suspended;withdrawn;ended;replaced_by;reason;batches'
const right = '26-0041-4;Cárnicas Ejemplo;Matadero;FR 00.000.000;Valencia;ES;sheep cutting;2026-03-12;2027-03-11;;;;;;'

test('a file as a spreadsheet saves it is read: mark, separators, line ends, spaces, empty columns and lines, European days', () => {
  const names = header.split(';')
  const saved = fc.record({
    order: fc.shuffledSubarray(names, { minLength: names.length }),
    separator: fc.constantFrom(';', ',', '\t'),
    ends: fc.array(fc.constantFrom('\r\n', '\n'), { minLength: 4, maxLength: 4 }),
    empty: fc.array(fc.constant(''), { maxLength: 3 }),
    from: fc.constantFrom('2026-03-02', '02/03/2026', '2/3/2026', '02/3/2026'),
    space: fc.constantFrom('', ' ', '\u00a0', '\u202f\u2009', '\u200e', '\ufeff'),
  })
  fc.assert(
    fc.property(saved, ({ order, separator, ends, empty, from, space }) => {
      const plant = space ? 'Matadero' : 'Matadero\n"Ejemplo"'
      const values = [...right.split(';').with(0, 'cert 26 0041 4').with(7, from)].with(
        2,
        space ? plant : '"Matadero\n""Ejemplo"""',
      )
      const cells = order.map((name) => space + values[names.indexOf(name)] + space)
      const lines = [order, cells, order.map(() => space), []].map(
        (line, index) => [...line, ...empty].join(separator) + ends[index],
      )
      expect(read(`\ufeff${lines.join('')}`)).toMatchObject([
        { number: '26-0041-4', plant, from: '2026-03-02', batches: '' },
      ])
    }),
  )
})

test('no file, an empty file and a header alone are an empty register', () => {
  for (const text of [undefined, '', `${header}\n`, `${header}\n;;;;;;;;;;;;;;\n`]) expect(read(text)).toEqual([])
})

test.for([
  ['26-0041-4', '26-0041-5', ['3 row-1.number register_number 26-0041-4']],
  ['26-0041-4', '26-41', ['3 row-1.number register_number_form']],
  ['2027-03-11', '2027-02-30', ['3 until date']],
  ['2027-03-11', '03/31/2027', ['3 until date']],
  ['2027-03-11', '46093', ['3 until date']],
  ['2027-03-11', '11/03/27', ['3 until register_year']],
  ['2027-03-11', '2026-03-11', ['3 until register_until']],
  ['2027-03-11', '2026-03-12', []],
  ['11;;', '11;2026-12-27;', []],
  ['11;;', '11;2026-12-28;', ['3 suspended register_ahead']],
  ['11;;', '11;;2062-09-01', ['3 withdrawn register_ahead']],
  ['sheep cutting', 'sheep horse', ['3 covers register_key']],
  ['sheep cutting', '', ['3 covers empty']],
  [';;;;;;', ';;;;;because;', ['3 reason register_key']],
  [';;;;;;', ';;;;26-0042-2;;', ['3 replaced_by unknown']],
  [';;;;;;', ';;;;26-0041-4;;', ['3 replaced_by unknown']],
  [';ES;', ';Spain;', ['3 country country']],
  ['Matadero', '=1+1', ['3 plant register_formula']],
  ['Cárnicas', 'CÃ¡rnicas', ['3 holder register_garbled']],
  ['Cárnicas', 'ZakÅ‚ady', ['3 holder register_garbled']],
  ['Cárnicas', 'ZakĹ‚ady', ['3 holder register_garbled']],
  ['Cárnicas', 'C√°rnicas', ['3 holder register_garbled']],
  ['Cárnicas', 'C?rnicas', ['3 holder register_garbled']],
  ['Cárnicas Ejemplo', '“JOSÉ” Núñez – Râşnov', []],
  [/$/, '2,02603E+11', ['3 batches register_turned']],
  [/$/, 'L-17, 10-nov', ['3 batches register_turned']],
  [/$/, 'L-2026-03-12 1E5 3-17 L 26 03 12 001', []],
  ['Matadero', 'ana@example.org', ['3 plant register_personal']],
  ['Matadero', '960 000 000', ['3 plant register_personal']],
  [';;;;;;', ';;;;;;960 000 000', ['3 batches register_personal']],
  [';;;;;;', ';;;;;;0034 960 000 000', ['3 batches register_personal']],
  [';;;;;;', ';;;;;;123456789', []],
  [/$/, `\n${right}`, ['3 number twice', '4 row-2.number twice']],
  [/$/, ';more', ['3 26-0041-4 register_cells']],
  [/^/, '"', [expect.stringContaining('register_csv')]],
  ['reason', 'motivo', ['1  register_columns motivo', '1  register_columns reason']],
  ['holder', 'plant', ['1  register_columns holder', '1  register_columns plant']],
] as const)('"%s" as "%s" is refused with its line and column, or read: %j', ([from, to, found]) => {
  expect(read(`${header}\n\n${right}`.replace(from, to))).toMatchObject(found.length > 0 ? found : [{ country: 'ES' }])
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
function read(content?: string | Buffer) {
  using folder = temporaryFolder()
  if (content !== undefined) writeFileSync(`${folder.path}/register.csv`, content)
  const problems: Problem[] = []
  const certificates = attempt(() => readRegister(folder.path, words, '2026-11-26'), problems)
  const described = problems.map(({ line, key, code, values }) => {
    const named = { register_number: values?.right, register_columns: values?.name }[String(code)] ?? ''
    return [line, key.replace('26-0041-4.', ''), code, named].join(' ').trim()
  })
  return certificates ?? described
}
