import { expect, test } from 'vitest'
import { positionOf } from './search.ts'

test('a search finds words without capitals and accents, and a telephone in any spelling', () => {
  const french = 'Bureau : +33 5 36 49 10 20'
  for (const sought of [
    '+33 5 36 49 10 20',
    '0536491020',
    '05.36.49.10.20',
    '0033536491020',
    '+33 (0)5 36-49-10-20',
    '36 4910',
  ])
    expect([sought, positionOf(sought, french)]).toEqual([sought, 9])
  expect(positionOf('+33 5 36 49 10 20', '05 36 49 10 20')).toBe(0)
  expect(positionOf('organo', 'Un ÓRGANO')).toBe(3)
  for (const other of ['0536491021', '+34 961 000 000', '2026', 'abc 0536491020'])
    expect(positionOf(other, french)).toBe(-1)
  expect(positionOf('961000000', '000 000 000 00000')).toBe(-1)
  expect(positionOf('961000000', 'Since 2019, in 12 plants')).toBe(-1)
})
