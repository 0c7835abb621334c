import { expect, test } from 'vitest'
import { colourOf } from './drawing.ts'

test('a role has its colour in each scheme, also where it takes it from another', () => {
  for (const role of ['color-page', 'color-brand', 'color-link', 'color-on-deep'])
    for (const scheme of ['light', 'dark'] as const) expect(colourOf(role, scheme)).toMatch(/^#[0-9a-f]{6}$/)
  expect(colourOf('color-link', 'dark')).toBe(colourOf('color-brand', 'dark'))
  expect(colourOf('color-brand', 'light')).not.toBe(colourOf('color-brand', 'dark'))
})

test('a role that the palette does not have is refused', () => {
  expect(() => colourOf('color-none', 'light')).toThrow('color-none')
})
