import { expect, test } from 'vitest'
import { subsetFonts } from './fonts.ts'

test('a title in letters that the font does not have is found', async () => {
  const { heading } = await subsetFonts(['Les difficultés de la certification halal', '認証'])
  expect(heading.hasLettersOf('Difficultés')).toBe(false)
  expect(heading.hasLettersOf('difficultés')).toBe(true)
  expect(heading.hasLettersOf('halal 認証')).toBe(false)
})
