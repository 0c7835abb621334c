import { expect, test } from 'vitest'
import { cut, widthOf } from './columns.ts'

test('East Asian characters and emoji take two columns, and a letter with its accents one', () => {
  const wide = ['日本語', '🎉', '👩‍🔬', 'é'.normalize('NFD'), 'abc']
  expect(wide.map(widthOf)).toEqual([6, 2, 2, 1, 3])
})

test('cuts what does not fit, between characters', () => {
  expect([cut('abcdef', 6), cut('abcdef', 5), cut('abc', 1), cut('abc', 0)]).toEqual(['abcdef', 'abcd…', '…', ''])
  expect([cut('日本語', 5), cut('日本語', 4), cut('👩‍🔬👩‍🔬', 3)]).toEqual(['日本…', '日…', '👩‍🔬…'])
})
