import { expect, test } from 'vitest'
import { cut, fill, share, widthOf } from './columns.ts'

test.each([
  ['abc', 3],
  ['日本語', 6],
  ['🎉', 2],
  ['👩‍🔬', 2],
  ['é'.normalize('NFD'), 1],
])('%s takes so many columns: %i', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

test('cuts what does not fit, between characters', () => {
  expect(cut('abcdef', 6)).toBe('abcdef')
  expect(cut('abcdef', 5)).toBe('abcd…')
  expect(cut('日本語', 5)).toBe('日本…')
  expect(cut('日本語', 4)).toBe('日…')
  expect(cut('👩‍🔬👩‍🔬', 3)).toBe('👩‍🔬…')
  expect([cut('abc', 1), cut('abc', 0)]).toEqual(['…', ''])
})

test('fits a text to a column', () => {
  expect([fill('ab', 4), fill('日本語', 4), fill('abcdef', 4)]).toEqual(['ab  ', '日… ', 'abc…'])
})

test('shares columns out', () => {
  expect(share(30, [5, 6, 7])).toEqual([5, 6, 7])
  expect(share(30, [5, 40, 50])).toEqual([5, 12, 13])
  expect(share(30, [40, 5, Number.POSITIVE_INFINITY])).toEqual([12, 5, 13])
  expect(share(-3, [4, 5])).toEqual([0, 0])
})
