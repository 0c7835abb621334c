import { Blob, Face, Font, shape, Buffer as TextBuffer } from 'harfbuzzjs'
import type { Point } from '../../shared/geometry/stars.ts'

export type Typeface = ReturnType<typeof openTypeface>

/** Opens a typeface of one weight from the bytes of an OpenType font. Lengths are in ems: 1 is the font size. */
export function openTypeface(data: Buffer) {
  const face = new Face(new Blob(data))
  const font = new Font(face)
  const em = face.upem
  const { ascender, descender } = font.hExtents()

  function glyphsOf(text: string) {
    const buffer = new TextBuffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(font, buffer)
    return buffer.getGlyphInfosAndPositions()
  }

  return {
    /** Whether it has every letter of a text. */
    hasLettersOf: (text: string) =>
      glyphsOf(text.replace(/[^\p{Letter}]/gu, '')).every(({ codepoint }) => codepoint !== 0),
    ascent: ascender / em,
    descent: -descender / em,
    /** How wide a line of text is set, with kerning and ligatures. */
    widthOf: (text: string) => glyphsOf(text).reduce((width, { xAdvance = 0 }) => width + xAdvance, 0) / em,
    /** A line of text as SVG paths, with its baseline beginning at a point, at a font size in the drawing's units. */
    draw(text: string, size: number, [x, y]: Point): string {
      let pen = 0
      const glyphs = glyphsOf(text).map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
        const start = pen + xOffset
        pen += xAdvance
        return `<path transform="translate(${start} ${yOffset})" d="${font.glyphToPath(codepoint)}"/>`
      })
      // A font's y runs upwards, a drawing's downwards.
      return `<g transform="translate(${x} ${y}) scale(${size / em} ${-size / em})">${glyphs.join('')}</g>`
    },
  }
}
