import { Blob, Face, Font, shape, Buffer as TextBuffer } from 'harfbuzzjs'

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
    widthOf: (text: string) => glyphsOf(text).reduce((width, { xAdvance }) => width + (xAdvance ?? 0), 0) / em,
    /** A line of text as SVG path data, its baseline at y = 0, at a font size in the drawing's units. */
    outline(text: string, size: number) {
      const scale = size / em
      let pen = 0
      const path = glyphsOf(text).map(({ codepoint, xAdvance, xOffset, yOffset }) => {
        const start = pen + (xOffset ?? 0)
        pen += xAdvance ?? 0
        return font
          .glyphToJson(codepoint)
          .map(
            ({ type, values }) =>
              type + values.map((value, index) => scaled(value, index, [start, yOffset ?? 0], scale)).join(' '),
          )
          .join('')
      })
      return path.join('')
    },
  }
}

/** A font's y runs upwards, a drawing's downwards. One decimal is finer than any screen at which this is shown. */
function scaled(value: number, index: number, [x, y]: [x: number, y: number], scale: number): string {
  return String(Number((index % 2 === 0 ? (x + value) * scale : -(y + value) * scale).toFixed(1)) + 0)
}
