import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blessing } from '../../content/compose/blessing.ts'
import { subsetFonts } from './fonts.ts'
import { openTypeface } from './typeface.ts'

const { heading, typefaceFor } = await subsetFonts(['Certification of halal meat', 'هيئة مستقلة'])

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

test('ﷺ is drawn as its font draws it, in a gap of its width', async () => {
  const amiri = await openTypeface({ file: '@fontsource/amiri/files/amiri-arabic-400-normal.woff2' }, 'ﷺ')
  const { path } = amiri.outline('ﷺ', 100)
  expect(blessing.path).toBe(path.replace(/-?\d+\.\d+/g, (length) => String(Math.round(Number(length)) + 0)))
  expect(blessing.width).toBe(Math.ceil(100 * amiri.widthOf('ﷺ')))
  const rules = readFileSync('src/site/styles/base.css', 'utf8')
    .match(/\.sign [^}]*\}/g)
    ?.join('')
  const width = `${blessing.width / 100}em`
  expect(rules?.match(/[\w-]+: [\d.]+em;/g)).toEqual([
    `padding-inline-end: ${width};`,
    'inset-block-end: 0.1em;',
    `inline-size: ${width};`,
    'block-size: 1em;',
  ])
})
