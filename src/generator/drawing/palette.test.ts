import { expect, test } from 'vitest'
import { colourOf } from './palette.ts'

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = ['color-page', 'color-surface', 'color-raised']

test.each([
  ...['color-text', 'color-heading', 'color-muted', 'color-brand', 'color-link'].map(
    (role) => [role, grounds] as const,
  ),
  ...['color-accent', 'color-error', 'color-success'].map((role) => [role, ['color-page', 'color-surface']] as const),
  ['color-on-brand', ['color-brand']] as const,
  ...['color-on-deep', 'color-on-deep-muted'].map((role) => [role, ['color-deep']] as const),
  ['map-on-partner', ['map-partner']] as const,
])('text in %s has a contrast of 7 to 1 on %j, in both schemes', (role, behind) => {
  for (const scheme of ['light', 'dark'] as const)
    for (const ground of behind)
      expect(contrastOf(colourOf(role, scheme), colourOf(ground, scheme)), `${ground}, ${scheme}`).toBeGreaterThan(7)
})
