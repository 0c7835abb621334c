import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import { hashedAddress } from '../hashed-address.ts'
import { openTypeface, type Typeface } from './typeface.ts'

export type Fonts = {
  /** The @font-face rules. */
  css: string
  files: Map<string, Buffer>
  /** The typeface of the headings, for drawing words into pictures. */
  heading: Typeface
  /** The typeface to draw a text with: `heading`, or one that has the letters of another script; none when no font has. */
  typefaceFor(text: string): Typeface | undefined
}

const require = createRequire(import.meta.url)

/** Source Serif 4 (SIL Open Font License), semi-bold, in the cut for headings of about 32 points. */
const headingAxes = { wght: 600, opsz: 32 }
const headingFiles = (['latin', 'latin-ext'] as const).map((script) => ({
  script,
  file: `@fontsource-variable/source-serif-4/files/source-serif-4-${script}-opsz-normal.woff2`,
}))

/**
 * The serifs that devices have: until the heading font has come, and where it never comes, headings are set in one of these,
 * scaled to run as wide and to stand as high. So nothing moves. The scale is the width of the site's headings in the heading
 * font over that in the fallback, measured with fonts of the same widths (Noto Serif, Gelasio, Tinos); it depends on the words
 * by a few parts in a thousand. The one of Android comes first: each name that a device lacks costs it a search before it can
 * lay out the page.
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
 * Cuts the serif of the headings down to what the site writes with it, about 15 kB. It does not hold up the first paint:
 * text needs no font, and headings begin in a fallback font. It comes after that, and not at all where data are saved: see
 * src/site/bootstrap.ts.
 * @param texts every text of every language, whatever it says
 */
export async function subsetFonts(texts: string[]): Promise<Fonts> {
  const characters = [...new Set(texts.join(''))].sort().join('')
  const heading = await openTypeface({ file: headingFiles[0]?.file ?? '', axes: headingAxes }, characters)
  // Pages set Arabic headings in the device's own serif; drawings are made by the build, with Amiri (SIL Open Font License).
  const arabic = await openTypeface(
    { file: '@fontsource/amiri/files/amiri-arabic-700-normal.woff2' },
    `${characters.replace(/\P{Script=Arabic}/gu, '')} `,
  )
  const ownFaces = await headingFaces(characters)
  return {
    css: [...fallbacks.map((fallback) => fallbackRule(fallback, heading)), ...ownFaces.map(({ rule }) => rule)].join(
      '',
    ),
    files: new Map(ownFaces.map(({ address, font }) => [address, font])),
    heading,
    typefaceFor: (text) => [heading, arabic].find((typeface) => typeface.hasLettersOf(text)),
  }
}

type FontFace = { rule: string; address: string; font: Buffer }

/** One file for the letters of western Europe, and another one once a text uses a letter beyond: ā, ḥ, ʿ. */
async function headingFaces(characters: string): Promise<FontFace[]> {
  const ranges: Record<string, string> = require('@fontsource-variable/source-serif-4/unicode.json')
  const faces = await Promise.all(
    headingFiles.map(async ({ script, file }) => {
      // Some letters stand in both files; the first has them.
      const isOwn = (character: string) => headingFiles.find((each) => isIn(ranges[each.script] ?? '', character))
      const own = [...characters].filter((character) => isOwn(character)?.script === script).join('')
      if (!own) return []
      const options = { targetFormat: 'woff2', variationAxes: headingAxes } as const
      const font = await subsetFont(readFileSync(require.resolve(file)), own, options)
      const extra = script === 'latin' ? undefined : own
      return [faceOf({ family: 'Heading', name: `heading-${script}`, font, characters: extra, weight: 600 })]
    }),
  )
  return faces.flat()
}

type FaceOptions = { family: string; name: string; font: Buffer; characters: string | undefined; weight?: number }

function faceOf({ family, name, font, characters, weight }: FaceOptions): FontFace {
  const address = hashedAddress(`/assets/fonts/${name}.woff2`, font)
  const range = characters && [...characters].map((each) => `U+${each.codePointAt(0)?.toString(16)}`).join()
  const descriptors = [
    `font-family:${family}`,
    `src:url(${address}) format("woff2")`,
    weight && `font-weight:${weight}`,
    range && `unicode-range:${range}`,
    'font-display:swap',
  ]
  return { rule: `@font-face{${descriptors.filter(Boolean).join(';')}}`, address, font }
}

function fallbackRule({ family, local, scale }: (typeof fallbacks)[number], { ascent, descent }: Typeface): string {
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`
  return `@font-face{font-family:${family};src:${local.map((name) => `local("${name}")`).join()};font-weight:600;size-adjust:${percent(scale)};ascent-override:${percent(ascent / scale)};descent-override:${percent(descent / scale)};line-gap-override:0%}`
}

/** Whether a character lies in a list of ranges as style sheets write them: U+0000-00FF,U+0131. */
function isIn(ranges: string, character: string): boolean {
  const point = character.codePointAt(0) ?? 0
  return ranges.split(',').some((range) => {
    const [from = 0, to = from] = range
      .replace('U+', '')
      .split('-')
      .map((end) => Number.parseInt(end, 16))
    return point >= from && point <= to
  })
}
