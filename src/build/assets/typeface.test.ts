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
  expect(blessing.path).toBe(relative(amiri.outline('ﷺ', blessing.unitsPerEm).path))
  expect(blessing.width).toBe(Math.ceil(100 * amiri.widthOf('ﷺ')) / 100)
  const rules = readFileSync('src/site/styles/base.css', 'utf8')
    .match(/\.sign [^}]*\}/g)
    ?.join('')
  const width = `${blessing.width}em`
  expect(rules?.match(/[\w-]+: [\d.]+em;/g)).toEqual([
    `padding-inline-end: ${width};`,
    'inset-block-end: 0.1em;',
    `inline-size: ${width};`,
    'block-size: 1em;',
  ])
})

/** The same path in whole units, each step from where the one before has ended: half as long. */
function relative(path: string): string {
  let [x, y] = [0, 0]
  const steps = path.match(/[A-Z][^A-Z]*/g) ?? []
  return steps
    .map((step) => {
      const type = step.slice(0, 1).toLowerCase()
      const ends = (step.match(/-?[\d.]+/g) ?? []).map((end) => Math.round(Number(end)))
      const moves = ends.map((end, index) => end - (index % 2 === 0 ? x : y))
      ;[x = 0, y = 0] = [x, y, ...ends].slice(-2)
      const isStill = type !== 'm' && type !== 'z' && moves.every((move) => move === 0)
      return isStill ? '' : type + moves.join(' ').replaceAll(' -', '-')
    })
    .join('')
}
