import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { khatamConstruction } from '../../shared/geometry/construction.ts'
import { markPaths } from '../../shared/geometry/mark.ts'
import { polygonPath, starPattern } from '../../shared/geometry/stars.ts'
import { balanceLines } from './line-breaks.ts'
import { colourOf } from './palette.ts'
import type { Typeface } from './typeface.ts'

/** In pixels. Facebook, LinkedIn, WhatsApp and X show this ratio, 1.91 to 1, without cropping. */
export const cardSize = { width: 1200, height: 630 }

/** The box of the title, in pixels; the seal is to its right. */
const words = { left: 72, width: 596, top: 64, bottom: 424 }
const titleSizes = [80, 76, 72, 68, 64, 60, 56, 52, 48, 44, 40]
const lineHeight = 1.16
const capitalHeight = 0.67
const seal = { x: 928, y: 286, radius: 214, reach: 318 }
const border = { top: 574, tile: 56 }

/** Sixteen tones are enough for these few colours and their edges; true colour would be five times as large. */
const pngOptions = { palette: true, colours: 16, dither: 0, effort: 7, compressionLevel: 9 } as const

/** The key of a card's picture: its drawing, and everything that affects how it is rendered. */
export const cardKey = (drawing: string) => JSON.stringify([sharp.versions, pngOptions, drawing])

/**
 * A card as a PNG file. Rendering takes most of a build's time, and few cards change from one build to the next: a card that
 * the last build has at the same address, which contains a hash of `cardKey`, is taken from there.
 */
export const renderSharingCard = (drawing: string, address: string): Promise<Buffer> =>
  readFile(`dist/public${address}`).catch(() => sharp(Buffer.from(drawing)).png(pngOptions).toBuffer())

/**
 * The picture shown beside a shared link, as an SVG drawing: the page's title, the body's name, the seal. Its words are
 * outlines, so that every machine draws the same card, whatever fonts it has.
 * @returns nothing when the title does not fit
 */
export function drawSharingCard(title: string, name: string, typeface: Typeface): string | undefined {
  const fitted = fitTitle(title, typeface)
  if (!fitted) return undefined
  const { width, height } = cardSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<path fill="${colour('color-deep')}" d="M0 0h${width}v${height}H0z"/>
<g fill="none" stroke="${colour('color-deep-line')}" stroke-width="1.5">${drafting()}</g>
<g transform="translate(${seal.x} ${seal.y})">${mark(seal.radius)}</g>
${patternBorder()}
<g fill="${colour('color-on-deep')}">${titlePaths(fitted, typeface)}</g>
<g transform="translate(${words.left + 24} 512)">${mark(24)}</g>
<g fill="${colour('color-deep-accent')}">${typeface.draw(name, 34, [words.left + 66, 523])}</g>
</svg>`
}

function titlePaths({ size, lines }: FittedTitle, typeface: Typeface): string {
  // The block of lines is level with the seal; capitals reach some two thirds of the font size above the baseline.
  const centred = seal.y - ((lines.length - 1) * size * lineHeight) / 2 + (size * capitalHeight) / 2
  const first = Math.min(centred, words.bottom - (lines.length - 1) * size * lineHeight)
  return lines
    .map((line, index) => typeface.draw(line, size, [words.left, Math.round(first + index * size * lineHeight)]))
    .join('')
}

type FittedTitle = { size: number; lines: string[] }

/**
 * The largest size at which a title fits the card, and its lines, balanced.
 * @returns nothing if it does not fit at the smallest size: the title or one of its words is too long
 */
export function fitTitle(title: string, typeface: Pick<Typeface, 'widthOf'>): FittedTitle | undefined {
  const widths = new Map<string, number>()
  const widthOf = (line: string) => {
    const width = widths.get(line) ?? typeface.widthOf(line)
    widths.set(line, width)
    return width
  }
  const fitting = titleSizes.flatMap((size) => {
    const lines = balanceLines(title, words.width / size, widthOf)
    return lines && ((lines.length - 1) * lineHeight + capitalHeight) * size <= words.bottom - words.top
      ? [{ size, lines }]
      : []
  })
  // A little smaller is better than one short word on a line of its own.
  const isEven = (lines: string[]) => widthOf(lines.at(-1) ?? '') >= 0.5 * Math.max(...lines.map(widthOf))
  const [largest] = fitting
  return fitting.find(({ size, lines }) => isEven(lines) && size >= 0.75 * (largest?.size ?? 0)) ?? largest
}

const colour = (role: string) => colourOf(role, 'light')

function mark(radius: number): string {
  const [upright, turned] = markPaths(0, radius)
  return `<path fill="${colour('color-on-deep')}" d="${upright}"/><path fill="${colour('color-deep-accent')}" d="${turned}"/>`
}

function drafting(): string {
  const { circles, lines } = khatamConstruction(seal.radius, seal.reach)
  const rings = circles.map(
    ({ center: [cx, cy], radius }) => `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="${radius.toFixed(1)}"/>`,
  )
  return `<g transform="translate(${seal.x} ${seal.y})"><path d="${lines}"/>${rings.join('')}</g>`
}

/** The star pattern along the foot of the card. */
function patternBorder(): string {
  const { tile } = border
  const motifs = starPattern(tile)
  const { width, height } = cardSize
  return `<defs><pattern id="stars" width="${tile}" height="${tile}" y="${border.top}" patternUnits="userSpaceOnUse"><path fill="none" stroke="${colour('color-deep-accent')}" stroke-width="1.4" d="${motifs.map(polygonPath).join('')}"/></pattern></defs>
<path fill="${colour('color-deep')}" d="M0 ${border.top}h${width}V${height}H0z"/><path fill="url(#stars)" d="M0 ${border.top}h${width}v${tile}H0z"/>`
}
