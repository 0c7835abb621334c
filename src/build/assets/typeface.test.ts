import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blessing } from '../../content/compose/blessing.ts'
import { subsetFonts } from './fonts.ts'

test('a title is drawn in a typeface that has its letters: the headings’, one for Arabic, or none', async () => {
  const { heading, typefaceFor } = await subsetFonts(['Certification of halal meat', 'هيئة مستقلة'])
  expect(typefaceFor('Certification')).toBe(heading)
  const arabic = typefaceFor('هيئة مستقلة')
  expect(arabic).not.toBe(heading)
  expect(arabic?.widthOf('هيئة مستقلة')).toBeGreaterThan(2)
  expect(typefaceFor('認証')).toBeUndefined()
})

test('ﷺ stands in a gap of its width', () => {
  const rules = readFileSync('src/site/styles/base.css', 'utf8').match(/\.sign [^}]*\}/g)
  expect(rules?.join('').match(/(?:padding-inline-end|inline-size): [^;]*/g)).toEqual([
    `padding-inline-end: ${blessing.width}em`,
    `inline-size: ${blessing.width}em`,
  ])
})
