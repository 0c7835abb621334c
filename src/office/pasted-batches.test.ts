import { expect, test } from 'vitest'
import { readPasted } from './pasted-batches.ts'

const words = [
  { accepted: 'aceptado, sí', refused: 'rechazado' },
  { accepted: 'accepted, ok', refused: 'rejected, no' },
]
const read = (text: string) => readPasted(text, words, { outcome: '', day: '2026-03-09' })

test.each<[line: string, outcome: string, day: string]>([
  ['A1\tAceptado\t9/3/2026', 'accepted', '2026-03-09'],
  ['A1;10.3.2026;NO', 'refused', '2026-03-10'],
  ['A1', '', '2026-03-09'],
  ['A1;aceptad;9/3/2026', '', '2026-03-09'],
  // A day that is none is kept as it was typed, for the person to mend: never another one in its place.
  ['A1;ok;31/2/2026', 'accepted', '2026-02-31'],
  ['A1;ok;9.3.26', 'accepted', '9.3.26'],
  ['A"1;ok', 'accepted', '2026-03-09'],
])('%s', (line, outcome, day) => {
  expect(read(line).batches).toMatchObject([{ outcome, day }])
})

test('a heading and empty lines are passed over, and the first batch is not', () => {
  expect(read('Lote;Decisión\n\nA1;ok\n;ok')).toMatchObject({
    batches: [{ batch: 'A1' }],
    passed: ['Lote Decisión', 'ok'],
  })
  expect(read('A1;ok').passed).toEqual([])
})
