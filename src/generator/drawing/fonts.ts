import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import { memoizeLast } from '../../shared/memoize.ts'
import { hashedAddress } from '../hashed-address.ts'

export type Fonts = {
  /** The @font-face rules. */
  css: string
  files: Map<string, Buffer>
  /** The font of the headings (OpenType), for drawing words into pictures. */
  heading: Buffer
}

/**
 * Source Serif 4 (SIL Open Font License), semi-bold, in the cut for headings of about 32 points. Letters beyond those of
 * western Europe (ā, ḥ) are drawn by the fallback fonts.
 */
const headingAxes = { wght: 600, opsz: 32 }
/** In ems, as its table `hhea` has them. */
export const headingMetrics = { ascent: 1.036, descent: 0.335 }
/** Letters that it does not have, such as ḥ. */
export const foreign = /[^ -\u00FF\u0131\u0152\u0153\u2000-\u206F\u20AC]+/gu

const headingFile = createRequire(import.meta.url).resolve(
  '@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2',
)

/**
 * The serifs that devices have. Until the heading font has loaded, or if it does not load, headings are set in one of these,
 * scaled to the same width and height, so that nothing moves. The scale is the width of the site's headings in the heading
 * font over that in the fallback, measured with fonts of the same widths (Noto Serif, Gelasio, Tinos); it depends on the
 * words by a few parts in a thousand. Android's font comes first: each name that a device does not have costs it a search
 * before it can lay out the page.
 */
const fallbacks = [
  { family: 'Heading Noto', local: ['Noto Serif Bold', 'NotoSerif-Bold'], scale: 0.8662 },
  { family: 'Heading Georgia', local: ['Georgia Bold', 'Georgia-Bold'], scale: 0.8555 },
  {
    family: 'Heading Times',
    local: ['Times New Roman Bold', 'TimesNewRomanPS-BoldMT', 'Liberation Serif Bold'],
    scale: 1.03,
  },
]

/**
 * Subsets the serif of the headings to the characters that the site uses, about 15 kB. It does not delay the first paint:
 * text needs no font, and headings begin in a fallback font. It is loaded after the first paint (src/site/first-paint.ts).
 * @param texts every text of every language
 */
export const subsetFonts = (texts: string[]): Promise<Fonts> => subset([...new Set(texts.join(''))].sort().join(''))

const subset = memoizeLast(async (characters: string): Promise<Fonts> => {
  const source = readFileSync(headingFile)
  const heading = await subsetFont(source, characters, { targetFormat: 'sfnt', variationAxes: headingAxes })
  const font = await subsetFont(withoutReservedName(heading), characters, { targetFormat: 'woff2' })
  const address = hashedAddress('/assets/fonts/heading-latin.woff2', font)
  const rule = `@font-face{font-family:Heading;src:url(${address}) format("woff2");font-weight:600;font-display:swap}`
  return {
    css: [...fallbacks.map(fallbackRule), rule].join(''),
    files: new Map([[address, font]]),
    heading,
  }
})

/**
 * The licence reserves the name “Source” for the unchanged font (SIL Open Font License, section 3; src/generator/licences.ts).
 * Another name of the same length replaces it, except in the notice of the rights holder.
 */
function withoutReservedName(font: Buffer): Buffer {
  const encoded = (name: string) => Buffer.from(name, 'utf16le').swap16()
  for (const suffix of [' Serif', 'Serif']) {
    const reserved = encoded(`Source${suffix}`)
    for (let at = font.indexOf(reserved); at >= 0; at = font.indexOf(reserved))
      encoded(`Header${suffix}`).copy(font, at)
  }
  return font
}

function fallbackRule({ family, local, scale }: (typeof fallbacks)[number]): string {
  const { ascent, descent } = headingMetrics
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`
  return `@font-face{font-family:${family};src:${local.map((name) => `local("${name}")`).join()};font-weight:600;size-adjust:${percent(scale)};ascent-override:${percent(ascent / scale)};descent-override:${percent(descent / scale)};line-gap-override:0%}`
}
