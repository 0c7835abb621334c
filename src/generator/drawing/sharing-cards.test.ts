import { expect, test } from 'vitest'
import { balanceLines } from './line-breaks.ts'
import { fitTitle } from './sharing-cards.ts'

/** Every character nearly half as wide as the font is large, as in the headings' typeface. */
const typeface = { widthOf: (text: string) => text.length * 0.45 }

test('no more lines than needed, as even as possible, and words with a no-break space together', () => {
  const widthOf = (line: string) => line.length
  expect(balanceLines('one two three four five', 18, widthOf)).toEqual(['one two three', 'four five'])
  expect(balanceLines('Halal\u00a0: une adoration', 12, widthOf)).toEqual(['Halal\u00a0: une', 'adoration'])
})

test('a title is set a little smaller before its last line is one short word', () => {
  expect(fitTitle('Les difficultés de la certification halal', typeface)?.lines.at(-1)).not.toBe('halal')
})

test('a title may be empty, or too long, or one of its words too long', () => {
  expect(fitTitle('', typeface)?.lines).toEqual([])
  expect(fitTitle('certification '.repeat(30), typeface)).toBeUndefined()
  expect(fitTitle('certification'.repeat(5), typeface)).toBeUndefined()
})
