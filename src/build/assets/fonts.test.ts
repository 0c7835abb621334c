import { expect, test } from 'vitest'
import { subsetFonts } from './fonts.ts'

const written = [
  'Quiénes somos y a qué nos comprometemos',
  'Les difficultés de la certification halal',
  'Halal: A Worship',
  '0123456789 «À l’œuvre» ¿Quién?',
]

const faceOf = (css: string, family: string) =>
  new RegExp(`@font-face\\{font-family:${family};[^}]*\\}`).exec(css)?.[0] ?? ''
const percent = (face: string, descriptor: string) =>
  Number(new RegExp(`${descriptor}:([\\d.]+)%`).exec(face)?.[1] ?? Number.NaN) / 100

test('the heading font is small, and one file holds the letters of the three languages', async () => {
  const { css, files } = await subsetFonts(written)
  const fonts = [...files].filter(([address]) => address.includes('heading'))
  expect(fonts).toHaveLength(1)
  expect(fonts[0]?.[1].length).toBeLessThan(16_000)
  expect(faceOf(css, 'Heading')).toContain('font-display:swap')
})

test('a letter of transliterated Arabic brings the file that has it', async () => {
  const { css, files } = await subsetFonts([...written, 'ḥalāl'])
  expect([...files.keys()].filter((address) => address.includes('heading'))).toHaveLength(2)
  expect(css).toContain('unicode-range:U+101,U+1e25')
})

test.each(['Heading Georgia', 'Heading Noto', 'Heading Times'])(
  '%s stands as high as the font, and is taken from the device',
  async (family) => {
    const { css, heading } = await subsetFonts(written)
    const face = faceOf(css, family)
    const scale = percent(face, 'size-adjust')
    expect(face).toContain('src:local(')
    expect(face).not.toContain('url(')
    expect(scale).toBeGreaterThan(0.7)
    expect(scale).toBeLessThan(1.3)
    // The overrides count from the scaled size.
    expect(percent(face, 'ascent-override') * scale).toBeCloseTo(heading.ascent, 3)
    expect(percent(face, 'descent-override') * scale).toBeCloseTo(heading.descent, 3)
  },
)

test('words are outlined from where the pen stands, with kerning, and grow with the size', async () => {
  const { heading } = await subsetFonts([...written, 'AV'])
  const { path, width } = heading.outline('AV', 100)
  expect(path).toMatch(/^M[\d.-]/)
  expect(width).toBeLessThan(heading.outline('A', 100).width + heading.outline('V', 100).width)
  expect(heading.outline('AV', 200).width).toBeCloseTo(width * 2)
  expect(heading.widthOf('AV')).toBeCloseTo(width / 100)
})
