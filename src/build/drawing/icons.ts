import sharp from 'sharp'
import type { Organisation } from '../../content/read/organisation.ts'
import { markPaths, solidMarkPath } from '../../shared/geometry/mark.ts'
import { homeAddress, type Language, languages } from '../../shared/languages.ts'
import { colourOf, type Drawing, type Scheme } from './palette.ts'

/** Every icon is drawn on a square of this edge. */
const edge = 96
const center = edge / 2

/** The icons, by address. All come from the one mark. */
export async function drawIcons(): Promise<Map<string, Drawing | Buffer>> {
  const small = await Promise.all([16, 32, 48].map((size) => render(smallIcon(), size)))
  return new Map<string, Drawing | Buffer>([
    ['/favicon.svg', adaptingIcon()],
    ['/favicon.ico', packIcons(small)],
    ['/apple-touch-icon.png', await render(appIcon(0.74), 180)],
    ['/icon-192.png', await render(appIcon(0.74), 192)],
    ['/icon-512.png', await render(appIcon(0.74), 512)],
    // A device may cut this one to a circle of four fifths: the mark keeps within it.
    ['/icon-maskable-512.png', await render(appIcon(0.58), 512)],
  ])
}

/** What a device shows when the site is kept as an application, in one language. */
export function makeWebManifest(organisation: Organisation, language: Language, description: string): string {
  const icon = (src: string, sizes: string, purpose = 'any') => ({ src, sizes, type: 'image/png', purpose })
  return JSON.stringify({
    name: organisation.name,
    short_name: organisation.short_name,
    description,
    lang: language,
    dir: languages[language].direction,
    id: '/',
    start_url: homeAddress(language),
    scope: '/',
    display: 'browser',
    background_color: colourOf('color-page', 'light'),
    theme_color: colourOf('color-page', 'light'),
    icons: [
      icon('/icon-192.png', '192x192'),
      icon('/icon-512.png', '512x512'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
  })
}

/** At the size of a tab the weave would blur: the same star, solid, in a colour that suits the tab. */
function adaptingIcon(): Drawing {
  const fill = (scheme: Scheme) => `path{fill:${colourOf('color-brand', scheme)}}`
  const style = `${fill('light')}@media(prefers-color-scheme:dark){${fill('dark')}}`
  return { svg: svg(`<style>${style}</style>${solidMark()}`), style }
}

/** For browsers that read no SVG icon: on a ground of its own colour it shows on any tab. */
const smallIcon = () => svg(`<g fill="${colourOf('color-brand', 'light')}">${solidMark()}</g>`)

const solidMark = () => `<path fill-rule="evenodd" d="${solidMarkPath(center, center)}"/>`

/** @param share of the icon's edge that the mark takes */
function appIcon(share: number): string {
  const [upright, turned] = markPaths(center, (edge * share) / 2)
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

/** An .ico file: a table of sizes and places, then the pictures, which may be PNG files as they are. */
function packIcons(pictures: Buffer[]): Buffer {
  const [headerBytes, entryBytes] = [6, 16]
  const header = Buffer.alloc(headerBytes)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let place = headerBytes + entryBytes * pictures.length
  const entries = pictures.map((picture) => {
    const entry = Buffer.alloc(entryBytes)
    // A PNG file says its width and height itself, at bytes 16 and 20.
    entry.writeUInt8(picture.readUInt32BE(16), 0)
    entry.writeUInt8(picture.readUInt32BE(20), 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(picture.length, 8)
    entry.writeUInt32LE(place, 12)
    place += picture.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...pictures])
}
