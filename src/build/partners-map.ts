import { type GeoPermissibleObjects, geoConicConformal, geoContains, geoPath } from 'd3-geo'
import { countryName, localise, type Organisation } from '../content/read/organisation.ts'
import { escapeMarkup } from '../shared/escape-markup.ts'
import { khatamOutline } from '../shared/geometry/khatam.ts'
import type { Language } from '../shared/languages.ts'
import { borders, countries, englishNames } from './countries.ts'
import { type Drawing, paletteStyle } from './drawing.ts'

export const partnersMapSize = { width: 520, height: 400 }

/** What of Europe is shown: from Portugal to Poland, in degrees. */
const view: GeoPermissibleObjects = {
  type: 'MultiPoint',
  coordinates: [
    [-9.6, 36.2],
    [-8.5, 43.5],
    [26, 50.5],
    [18, 54.8],
    [-4.5, 48.6],
  ],
}

/** Letters of the country names, in the drawing's units: enough to be read when the map is as narrow as a phone. */
const letter = { height: 19, width: 9.5 }

/**
 * Draws the countries of the partners among their neighbours, each with its name and a star, and the offices as points.
 * What it shows is said in words beside it; the picture as a whole has one description.
 */
export function drawPartnersMap({ partners, offices }: Organisation, language: Language): Drawing {
  const { width, height } = partnersMapSize
  const projection = geoConicConformal()
    .parallels([38, 54])
    .rotate([-5, 0])
    .fitExtent(
      [
        [92, 24],
        [width - 44, height - 16],
      ],
      view,
    )
    .clipExtent([
      [0, 0],
      [width, height],
    ])
  const draw = geoPath(projection).digits(1)
  const pathOf = (shape: GeoPermissibleObjects) => draw(shape) ?? ''
  const codes = [...new Set(partners.map(({ country }) => country))]
  const names = new Set(codes.map((code) => englishNames.of(code)))
  const isPartner = ({ properties }: (typeof countries.features)[number]) => names.has(properties.name)

  const labels = codes.map((code) => {
    const shape = countries.features.find(({ properties }) => properties.name === englishNames.of(code))
    const centre = shape ? draw.centroid(shape) : []
    // A country that the map does not show is named in the list beside it.
    return shape && centre.every(Number.isFinite)
      ? labelOf(countryName(code, language), centre as [number, number], draw.bounds(shape))
      : ''
  })
  const towns = offices.map((office) => {
    const [x = 0, y = 0] = projection([office.longitude, office.latitude]) ?? []
    const name = localise(office.city, language)
    // On the side on which the name stays on land.
    const end = projection.invert?.([x + 9 + name.length * letter.width * 0.8, y])
    const isOnLand = countries.features.some((country) => isPartner(country) && end && geoContains(country, end))
    const [at, anchor] = isOnLand ? [x + 9, 'start'] : [x - 9, 'end']
    return `<circle class="office" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="5"/><text class="town" text-anchor="${anchor}" x="${at.toFixed(1)}" y="${(y + 5).toFixed(1)}">${escapeMarkup(name)}</text>`
  })
  const style = `${paletteStyle()} .land{fill:var(--map-land)}.partner{fill:var(--map-partner)}.border{fill:none;stroke:var(--color-page)}.star{fill:var(--color-deep-accent)}text{font:600 ${letter.height}px system-ui,sans-serif;fill:var(--map-on-partner)}.name{text-anchor:middle;stroke:var(--map-partner);stroke-width:4;stroke-linejoin:round;paint-order:stroke}.outside{fill:var(--color-text);text-anchor:end}.town{font-size:15px;font-weight:400}.office{fill:var(--map-on-partner);stroke:var(--map-partner);stroke-width:2}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" lang="${language}" viewBox="0 0 ${width} ${height}">
<style>${style}</style>
<path class="land" d="${countries.features
    .filter((country) => !isPartner(country))
    .map(pathOf)
    .join(
      '',
    )}"/><path class="partner" d="${countries.features.filter(isPartner).map(pathOf).join('')}"/><path class="border" d="${pathOf(borders)}"/>
${[...labels, ...towns].join('\n')}
</svg>
`
  return { svg, style }
}

type Bounds = [[x: number, y: number], [x: number, y: number]]

/** A country's name inside it; beside a narrow country, to the west of it. */
function labelOf(name: string, [x, y]: [number, number], [[west], [east]]: Bounds): string {
  const text = (at: number, kind: string, rise: number) =>
    `<text${kind} x="${at.toFixed(1)}" y="${(y + rise).toFixed(1)}">${escapeMarkup(name)}</text>`
  if (east - west > name.length * letter.width * 1.3)
    return `<path class="star" d="${khatamOutline({ center: [x, y - 30], radius: 9 })}"/>${text(x, ' class="name"', -1)}`
  return `<path class="star" d="${khatamOutline({ center: [x, y], radius: 9 })}"/>${text(west - 6, ' class="outside"', 6)}`
}
