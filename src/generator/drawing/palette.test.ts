import { expect, test } from 'vitest'
import { colourOf } from './palette.ts'

/** Relative luminance as WCAG 2.2 defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

// Words on pages: axe measures their contrast in journeys. It does not see into drawings.
test.each([
  ['map-on-partner', 'map-partner'],
  ['color-text', 'map-home'],
  ['color-text', 'map-land'],
])('text in %s has a contrast of 7 to 1 on %s, in both schemes', (role, ground) => {
  for (const scheme of ['light', 'dark'] as const) {
    const both = [role, ground].map((each) => luminanceOf(colourOf(each, scheme)))
    expect((Math.max(...both) + 0.05) / (Math.min(...both) + 0.05), scheme).toBeGreaterThan(7)
  }
})
