import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import anyAscii from 'any-ascii'
import satori from 'satori'
import sharp from 'sharp'
import { markPaths } from '../../site/components/weave/mark.ts'
import { polygonPath, starPattern } from '../../site/components/weave/stars.ts'
import { hashedAddress, hashOf } from '../hashed-address.ts'
import { khatamConstruction } from './construction.ts'
import { foreign } from './fonts.ts'
import { colourOf } from './palette.ts'

/** In pixels. Facebook, LinkedIn, WhatsApp and X show this ratio, 1.91 to 1, without cropping. */
const card = { width: 1200, height: 630 }

/** The box of the title, in pixels; the seal is to its right. */
const box = { left: 72, top: 56, width: 596, height: 400 }
const titleSizes = [76, 64, 52, 44, 36]
const lineHeight = 1.16
/** Of a letter, in ems: a little more than the average of the headings' font. */
const letterWidth = 0.5
const seal = { x: 928, y: 286, radius: 214, reach: 318 }
const border = { top: 574, tile: 56 }

/** Sixteen tones are enough for these few colours and their edges; true colour would be five times as large. */
const pngOptions = { palette: true, colours: 16, dither: 0, effort: 7, compressionLevel: 9 } as const

/** What draws them: this file, and packages whose versions may draw otherwise. */
const drawnBy = [
  readFileSync(import.meta.filename, 'utf8'),
  sharp.versions,
  readFileSync('node_modules/satori/package.json', 'utf8'),
]

/**
 * Makes the pictures shown beside shared links: the page's title, the body's name, the seal.
 * @param font of the headings, OpenType
 * @param frame what all cards have
 * @returns a function that makes a card (path: `home.es`): its address, which contains a hash of all that it is made of, and what makes
 * the PNG file. Rendering takes most of a build's time, and few cards change from one build to the next: one that the last build, or
 * live editing, has at this address is taken from there.
 */
export function sharingCards(font: Buffer, frame = drawFrame()) {
  const common = hashOf(JSON.stringify(drawnBy), font, frame)
  return (path: string, title: string, name: string) => {
    const address = hashedAddress(`/assets/cards/${path}.png`, JSON.stringify([common, title, name]))
    const render = async (): Promise<Buffer> =>
      sharp(Buffer.from(await drawCard(title, name, font, frame)))
        .png(pngOptions)
        .toBuffer()
    const read = (folder: string) => readFile(`${folder}/public${address}`)
    return { ...card, address, render: () => read('dist').catch(() => read('dist/live').catch(render)) }
  }
}

/** The card as SVG. Its words are outlines, so that every machine draws the same card, whatever fonts it has. */
export async function drawCard(title: string, name: string, font: Buffer, frame = drawFrame()): Promise<string> {
  // Plain elements: React itself may be loaded for development here, and for production by what renders the pages.
  const element = (style: object, children: unknown) => ({
    type: 'div',
    props: { style: { display: 'flex', ...style }, children },
  })
  const text = (left: number, style: object, words: string) =>
    element({ position: 'absolute', left, ...style }, words.replace(foreign, anyAscii))
  const titleStyle = {
    top: box.top,
    width: box.width,
    height: box.height,
    alignItems: 'center',
    color: colour('color-on-deep'),
  }
  const fontSize = titleSize(title)
  const lineClamp = Math.floor(box.height / (fontSize * lineHeight))
  const fitted = { fontSize, lineHeight, lineClamp, textWrap: 'balance' }
  const page = element({ width: '100%', height: '100%', fontFamily: 'Heading' }, [
    text(box.left, { ...titleStyle, ...fitted }, title),
    text(box.left + 66, { top: 490, fontSize: 34, color: colour('color-on-deep') }, name),
  ])
  const fonts = [{ name: 'Heading', data: font, weight: 600 as const }]
  const words = await satori(page as Parameters<typeof satori>[0], { ...card, fonts })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${card.width}" height="${card.height}">
${frame}
${words}
</svg>`
}

/** Everything but the words, in the colours of the palette. */
function drawFrame(): string {
  return `<path fill="${colour('color-deep')}" d="M0 0h${card.width}v${card.height}H0z"/>
<g fill="none" stroke="${colour('color-deep-line')}" stroke-width="1.5">${drafting()}</g>
<g transform="translate(${seal.x} ${seal.y})">${mark(seal.radius)}</g>
${patternBorder()}
<g transform="translate(${box.left + 24} 512)">${mark(24)}</g>`
}

/** The largest size, in pixels, at which a title fits its box by the measure of its letters. */
function titleSize(title: string): number {
  const longest = Math.max(...title.split(/\s+/).map((word) => word.length))
  const fits = (size: number) => {
    const perLine = box.width / (size * letterWidth)
    // The end of each line stays empty, by a third of it on average.
    return longest <= perLine && title.length <= perLine * 0.67 * Math.floor(box.height / (size * lineHeight))
  }
  return titleSizes.find(fits) ?? titleSizes.at(-1) ?? 0
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
  const { width, height } = card
  return `<defs><pattern id="stars" width="${tile}" height="${tile}" y="${border.top}" patternUnits="userSpaceOnUse"><path fill="none" stroke="${colour('color-deep-line')}" stroke-width="1.4" d="${motifs.map(polygonPath).join('')}"/></pattern></defs>
<path fill="${colour('color-deep')}" d="M0 ${border.top}h${width}V${height}H0z"/><path fill="url(#stars)" d="M0 ${border.top}h${width}v${tile}H0z"/>`
}
