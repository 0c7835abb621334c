import { type GeoPermissibleObjects, geoConicConformal, geoPath } from 'd3-geo'
import { countryName, localise, type Organisation } from '../../content/read/organisation.ts'
import { khatamOutline } from '../../shared/geometry/khatam.ts'
import type { Language } from '../../shared/languages.ts'
import { borders, countries, englishNames } from './countries.ts'
import { drawLabel } from './map-label.ts'
import { type Drawing, paletteStyle } from './palette.ts'

const size = { width: 520, height: 400 }

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

/** Large enough to be read when the map is as narrow as a phone. */
const [nameSize, townSize] = [19, 15]
const [starRadius, officeRadius] = [9, 5]

/**
 * Draws the countries of the partners among their neighbours, each with its name and a star, and the offices as points.
 * The same is said in words beside it; the picture as a whole has one description.
 */
export function drawPartnersMap({ partners, offices, country_labels }: Organisation, language: Language): Drawing {
  const { width, height } = size
  const projection = geoConicConformal()
    .parallels([38, 54])
    .rotate([-5, 0])
    .fitExtent(
      [
        [98, 24],
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

  const stars = codes.flatMap((code) => {
    const label = country_labels.find(({ country }) => country === code)
    const shape = countries.features.find(({ properties }) => properties.name === englishNames.of(code))
    const centre = label ? projection([label.longitude, label.latitude]) : shape && draw.centroid(shape)
    // A country that the map does not show is named in the list beside it.
    if (!centre?.every(Number.isFinite)) return []
    const side = label?.label ?? 'below'
    // A name at the side of its star is outside the country, however narrow that is.
    const kind = side === 'left' || side === 'right' ? 'outside' : 'name'
    const reach = { x: 2 * starRadius, y: starRadius }
    const name = drawLabel(countryName(code, language), centre, side, { size: nameSize, reach, kind })
    return [`<path class="star" d="${khatamOutline({ center: centre, radius: starRadius })}"/>${name}`]
  })
  const towns = offices.flatMap((office) => {
    const point = projection([office.longitude, office.latitude])
    if (!point) return []
    const [x, y] = point
    const reach = { x: officeRadius, y: officeRadius }
    const name = drawLabel(localise(office.city, language), point, office.label, {
      size: townSize,
      reach,
      kind: 'town',
    })
    return [`<circle class="office" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${officeRadius}"/>${name}`]
  })
  const style = `${paletteStyle()} .land{fill:var(--map-land)}.partner{fill:var(--map-partner)}.border{fill:none;stroke:var(--color-page)}.star{fill:var(--color-deep-accent)}text{font:600 ${nameSize}px system-ui,sans-serif;fill:var(--map-on-partner);stroke:var(--map-partner);stroke-width:4;stroke-linejoin:round;paint-order:stroke}.outside{fill:var(--color-text);stroke:var(--color-page)}.town{font-size:${townSize}px;font-weight:400}.office{fill:var(--map-on-partner);stroke:var(--map-partner);stroke-width:2}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" lang="${language}" viewBox="0 0 ${width} ${height}">
<style>${style}</style>
<path class="land" d="${countries.features
    .filter((country) => !isPartner(country))
    .map(pathOf)
    .join(
      '',
    )}"/><path class="partner" d="${countries.features.filter(isPartner).map(pathOf).join('')}"/><path class="border" d="${pathOf(borders)}"/>
${[...stars, ...towns].join('\n')}
</svg>
`
  return { svg, style, ...size }
}
