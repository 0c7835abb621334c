import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Blob, Face, Font, shape, Buffer as TextBuffer } from 'harfbuzzjs'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** A typeface of one weight, opened for measuring and drawing. Lengths are in ems: 1 is the font size. */
export type Typeface = {
  ascent: number
  descent: number
  /** Whether it has every letter of a text. */
  hasLettersOf(text: string): boolean
  /** How wide a line of text is set, with kerning and ligatures. */
  widthOf(text: string): number
  /** A line of text as SVG path data, its baseline at y = 0, at a font size in the drawing's units. */
  outline(text: string, size: number): { path: string; width: number }
}

type TypefaceSource = {
  /** A WOFF2 file of an installed package, by its module path. */
  file: string
  /** The value at which each axis of a variable font is fixed. */
  axes?: Record<string, number>
}

/** Opens a typeface with no more characters than the text needs. */
export async function openTypeface({ file, axes }: TypefaceSource, characters: string): Promise<Typeface> {
  const data = await subsetFont(readFileSync(require.resolve(file)), characters, {
    targetFormat: 'sfnt',
    ...(axes && { variationAxes: axes }),
  })
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
    hasLettersOf: (text) => glyphsOf(text.replace(/[^\p{Letter}]/gu, '')).every(({ codepoint }) => codepoint !== 0),
    ascent: ascender / em,
    descent: -descender / em,
    widthOf: (text) => glyphsOf(text).reduce((width, { xAdvance }) => width + (xAdvance ?? 0), 0) / em,
    outline(text, size) {
      const scale = size / em
      let pen = 0
      const path = glyphsOf(text).map(({ codepoint, xAdvance, xOffset, yOffset }) => {
        const start = pen + (xOffset ?? 0)
        pen += xAdvance ?? 0
        return font
          .glyphToJson(codepoint)
          .map(
            ({ type, values }) =>
              type + values.map((value, index) => place(value, index, [start, yOffset ?? 0], scale)).join(' '),
          )
          .join('')
      })
      return { path: path.join(''), width: pen * scale }
    },
  }
}

/** A font's y runs upwards, a drawing's downwards. One decimal is finer than any screen at which this is shown. */
function place(value: number, index: number, [x, y]: [x: number, y: number], scale: number): string {
  return String(Number((index % 2 === 0 ? (x + value) * scale : -(y + value) * scale).toFixed(1)) + 0)
}
