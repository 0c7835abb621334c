import { expect, test } from 'vitest'
import { subsetFonts } from './fonts.ts'

test('a title is drawn in a typeface that has its letters: the headings’, one for Arabic, or none', async () => {
  const { heading, typefaceFor } = await subsetFonts(['Certification of halal meat', 'هيئة مستقلة'])
  expect(typefaceFor('Certification')).toBe(heading)
  const arabic = typefaceFor('هيئة مستقلة')
  expect(arabic).not.toBe(heading)
  expect(arabic?.widthOf('هيئة مستقلة')).toBeGreaterThan(2)
  expect(typefaceFor('認証')).toBeUndefined()
})
