import { type GeoPermissibleObjects, geoConicConformal, geoPath } from 'd3-geo'
import { localise, type Organisation } from '../../content/read/organisation.ts'
import { countryName } from '../../shared/country-name.ts'
import type { Language } from '../../shared/languages.ts'
import { khatamCorners, polygonPath } from '../../site/components/weave/stars.ts'
import { drawCountries, drawLabel, drawTown, outlineOf } from './map.ts'
import { type Drawing, paletteStyle } from './palette.ts'

const size = { width: 520, height: 400 }

/** The part of Europe that is shown, from Portugal to Poland, in degrees. */
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
const starRadius = 9

/**
 * Draws the countries of the partners among their neighbours, each with its name and a star, and the offices as points. The
 * page lists the same beside it, so the picture has a single description.
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
  const codes = [...new Set(partners.map(({ country }) => country))]
  const stars = codes.flatMap((code) => {
    const label = country_labels.find(({ country }) => country === code)
    const outline = outlineOf(code)
    const center = label
      ? projection([label.longitude, label.latitude])
      : outline && geoPath(projection).centroid(outline)
    // A country that the map does not show is named in the list beside it.
    if (!center?.every(Number.isFinite)) return []
    const side = label?.label ?? 'below'
    // A name at the side of its star is outside the country, however narrow that is.
    const textKind = side === 'left' || side === 'right' ? 'outside' : 'name'
    const reach = { x: 2 * starRadius, y: starRadius }
    const name = drawLabel(countryName(code, language), center, side, { size: nameSize, reach, textKind })
    return [`<path class="star" d="${polygonPath(khatamCorners({ center, radius: starRadius }))}"/>${name}`]
  })
  const towns = offices.map((office) =>
    drawTown(projection, office, localise(office.city, language), {
      kind: 'office',
      radius: 5,
      size: townSize,
      textKind: 'town',
    }),
  )
  const style = `${paletteStyle()} .land{fill:var(--map-land)}.partner{fill:var(--map-partner)}.border{fill:none;stroke:var(--color-page)}.star{fill:var(--map-on-partner)}text{font:600 ${nameSize}px system-ui,sans-serif;fill:var(--map-on-partner);stroke:var(--map-partner);stroke-width:4;stroke-linejoin:round;paint-order:stroke}.outside{fill:var(--color-text);stroke:var(--color-page)}.town{font-size:${townSize}px;font-weight:400}.office{fill:var(--map-on-partner);stroke:var(--map-partner);stroke-width:2}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" lang="${language}" viewBox="0 0 ${width} ${height}">
<style>${style}</style>
${drawCountries(projection, codes, 'partner')}
${[...stars, ...towns].join('\n')}
</svg>
`
  return { svg, styles: [style], ...size }
}
