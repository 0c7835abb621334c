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

// The journey heading-font.test.ts sees only the fallback font of the machine that it runs on.
test('each fallback font is as high as the font, and is taken from the device', async () => {
  const { css, heading } = await subsetFonts(written)
  for (const family of ['Heading Georgia', 'Heading Noto', 'Heading Times']) {
    const face = faceOf(css, family)
    const scale = percent(face, 'size-adjust')
    expect(face).toContain('src:local(')
    expect(face).not.toContain('url(')
    expect(scale).toBeGreaterThan(0.7)
    expect(scale).toBeLessThan(1.3)
    // ascent-override and descent-override are multiplied by size-adjust.
    expect(percent(face, 'ascent-override') * scale).toBeCloseTo(heading.ascent, 3)
    expect(percent(face, 'descent-override') * scale).toBeCloseTo(heading.descent, 3)
  }
})

test('a title in letters that the font does not have is found', async () => {
  const { heading } = await subsetFonts([...written, '認証'])
  expect(heading.hasLettersOf(written.join())).toBe(true)
  expect(heading.hasLettersOf('Halal 認証')).toBe(false)
})
