import { expect, test } from 'vitest'
import { balanceLines } from './line-breaks.ts'

/** Every character as wide as the next. */
const widthOf = (line: string) => line.length

test('a text that fits stays on one line', () => {
  expect(balanceLines('Contact', 10, widthOf)).toEqual(['Contact'])
})

test('no more lines than needed, and these as even as can be', () => {
  expect(balanceLines('one two three four five', 18, widthOf)).toEqual(['one two three', 'four five'])
  expect(balanceLines('aa bb cc dd', 8, widthOf)).toEqual(['aa bb', 'cc dd'])
})

test('a no-break space keeps its words together', () => {
  expect(balanceLines('Halal\u00a0: une adoration', 12, widthOf)).toEqual(['Halal\u00a0: une', 'adoration'])
})

test('a word wider than the line cannot be set', () => {
  expect(balanceLines('a certification', 8, widthOf)).toBeUndefined()
})
