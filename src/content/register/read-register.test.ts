import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { attempt, type Problem } from '../problem.ts'
import { readRegister } from './read-register.ts'

const words = { covers: { sheep: '', cutting: '' }, reasons: { administrative: '' } }
const header =
  'number;holder;plant;oval;town;country;covers;from;until;suspended;withdrawn;ended;replaced_by;reason;batches'
const right = '26-0041-4;Cárnicas Ejemplo;Matadero;FR 00.000.000;Valencia;ES;sheep cutting;2026-03-12;2027-03-11;;;;;;'

test('a file as a spreadsheet saves it is read: mark, CRLF, commas, European days, line breaks in a cell', () => {
  const commas = `${header.replaceAll(';', ',')}\r\ncert 26 0041 4,,"Matadero\nEjemplo",ES 1,Valencia,ES,sheep,12/03/2026,11/03/2027\r\n`
  expect(read(`\uFEFF${commas}`)).toMatchObject([
    { number: '26-0041-4', plant: 'Matadero\nEjemplo', from: '2026-03-12', until: '2027-03-11', batches: '' },
  ])
})

test('no file, an empty file and a header alone are an empty register', () => {
  for (const text of [undefined, '', `${header}\n`, `${header}\n;;;;;;;;;;;;;;\n`]) expect(read(text)).toEqual([])
})

test.for([
  ['26-0041-4', '26-0041-5', ['3 number register_number']],
  ['2027-03-11', '2027-02-30', ['3 until date']],
  ['2027-03-11', '03/31/2027', ['3 until date']],
  ['2027-03-11', '2026-03-11', ['3 until register_until']],
  ['2027-03-11', '2026-03-12', []],
  ['sheep cutting', 'sheep horse', ['3 covers register_key']],
  ['sheep cutting', '', ['3 covers empty']],
  [';;;;;;', ';;;;;because;', ['3 reason register_key']],
  [';;;;;;', ';;;;26-0042-2;;', ['3 replaced_by unknown']],
  [';ES;', ';Spain;', ['3 country country']],
  ['Matadero', '=1+1', ['3 plant register_formula']],
  ['Matadero', 'ana@example.org', ['3 plant register_personal']],
  ['Matadero', '960 000 000', ['3 plant register_personal']],
  [';;;;;;', ';;;;;;960 000 000', ['3 batches register_personal']],
  [';;;;;;', ';;;;;;123456789', []],
  [/$/, `\n${right}`, ['3 number twice', '4 number twice']],
  [/$/, ';', ['3  register_csv']],
  [/^/, '"', [expect.stringContaining('register_csv')]],
  ['reason', 'motivo', ['1 motivo register_columns', '1 reason register_columns']],
  ['holder', 'plant', ['1 holder register_columns', '1 plant register_columns']],
] as const)('"%s" as "%s" is refused with its line and column', ([from, to, found]) => {
  expect(read(`${header}\n\n${right}`.replace(from, to))).toMatchObject(found.length > 0 ? found : [{ country: 'ES' }])
})

test('another encoding is reported', () => {
  expect(read(Buffer.from(`${header}\n${right}`, 'latin1'))).toEqual(['  encoding'])
})

/** What is read, or what is wrong, a line each. */
function read(content?: string | Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'register-'))
  if (content !== undefined) writeFileSync(`${folder}/register.csv`, content)
  const problems: Problem[] = []
  const certificates = attempt(() => readRegister(folder, words), problems)
  return certificates ?? problems.map(({ line = '', key, code }) => `${line} ${key} ${code}`)
}
