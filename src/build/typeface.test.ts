import { expect, test } from 'vitest'
import { subsetFonts } from './fonts.ts'

const { heading, typefaceFor } = await subsetFonts({
  texts: ['Certification of halal meat', 'هيئة مستقلة'],
  headings: ['Certification'],
})

test('a title is drawn in the headings’ typeface, and one in Arabic in a typeface that has its letters', () => {
  expect(typefaceFor('Certification')).toBe(heading)
  const arabic = typefaceFor('هيئة مستقلة')
  expect(arabic).toBeDefined()
  expect(arabic).not.toBe(heading)
  expect(arabic?.widthOf('هيئة مستقلة')).toBeGreaterThan(2)
})

test('no typeface is said to have letters that it lacks', () => {
  expect(typefaceFor('認証')).toBeUndefined()
})
