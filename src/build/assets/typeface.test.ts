import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPlainText } from '../../content/compose/rich-text.ts'
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

test('the gap in which ﷺ stands is as wide as its font draws it', async () => {
  const amiri = await openTypeface({ file: '@fontsource/amiri/files/amiri-arabic-400-normal.woff2' }, 'ﷺ')
  const hundredths = Math.ceil(100 * amiri.widthOf('ﷺ'))
  const sign = readPlainText('ﷺ', {
    addressOf: () => undefined,
    authorityOf: () => undefined,
    blessing: 'peace be upon him',
    contacts: {},
    report: () => undefined,
  })
  expect(JSON.stringify(sign)).toContain(`"textLength":"${hundredths / 100}em"`)
  const rules = readFileSync('src/site/styles/base.css', 'utf8')
    .match(/\.sign [^}]*\}/g)
    ?.join('')
  expect(rules?.match(/[\w-]+: [\d.]+em;/g)).toEqual([
    `padding-inline-end: ${hundredths / 100}em;`,
    'inset-block-end: 0.1em;',
    `inline-size: ${hundredths / 100}em;`,
    'block-size: 1em;',
  ])
})
