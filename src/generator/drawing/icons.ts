import sharp from 'sharp'
import { ownAddresses } from '../../shared/own-addresses.ts'
import { markPaths } from '../../site/components/weave/mark.ts'
import { eighthTurn, khatamCorners, type Point, polar, polygonPath } from '../../site/components/weave/stars.ts'
import { drawingPolicy } from '../content-security-policy.ts'
import { colourOf, type Scheme } from './palette.ts'

/** Every icon is drawn on a square of this edge. */
const edge = 96
const center = edge / 2
/** How wide the bands of the solid mark are, on a circle of radius 1: found by eye at 16 pixels. */
const solidBand = 0.36

/** The address of each icon, how its file is made, and the policy of one that has styles. All are made from the mark. */
export const icons: [address: string, body: () => string | Promise<Buffer>, contentSecurityPolicy?: string][] = [
  // The solid star, because the weave would blur at the size of a tab, in a colour for light and for dark tabs.
  [ownAddresses.icon, () => svg(`<style>${tabStyle()}</style>${solidMark()}`), drawingPolicy([tabStyle()])],
  // For browsers that do not read SVG icons. They take an image's type from its first bytes (MIME Sniffing, section 6.1): this is
  // a PNG file.
  [ownAddresses.oldIcon, () => render(svg(`<g fill="${colourOf('color-brand', 'light')}">${solidMark()}</g>`), 32)],
  [ownAddresses.appIcon, () => render(appIcon(), 180)],
  // The organisation's logo in structured data.
  [ownAddresses.logo, () => render(appIcon(), 512)],
]

function tabStyle(): string {
  const fill = (scheme: Scheme) => `path{fill:${colourOf('color-brand', scheme)}}`
  return `${fill('light')}@media(prefers-color-scheme:dark){${fill('dark')}}`
}

/** The mark's two squares as one silhouette: a star with an octagon left open. */
function solidMark(): string {
  const middle: Point = [center, center]
  const hole = (center * (Math.cos(eighthTurn) - solidBand)) / Math.cos(eighthTurn / 2)
  const octagon = Array.from({ length: 8 }, (_, turn) => polar((turn + 0.5) * eighthTurn, hole, middle))
  const outline = khatamCorners({ center: middle, radius: center })
  return `<path fill-rule="evenodd" d="${polygonPath(outline)}${polygonPath(octagon)}"/>`
}

function appIcon(): string {
  const [upright, turned] = markPaths(center, edge * 0.37)
  return svg(
    `<path fill="${colourOf('color-deep', 'light')}" d="M0 0h${edge}v${edge}H0z"/><path fill="${colourOf('color-on-deep', 'light')}" d="${upright}"/><path fill="${colourOf('color-deep-accent', 'light')}" d="${turned}"/>`,
  )
}

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}">${inside}</svg>\n`

function render(drawing: string, size: number): Promise<Buffer> {
  const density = (72 * size) / edge
  return sharp(Buffer.from(drawing), { density })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}
