import { type GeoPermissibleObjects, type GeoProjection, geoConicConformal, geoPath } from 'd3-geo'
import { countryName, localise, type Organisation } from '../../content/read/organisation.ts'
import { khatamOutline } from '../../shared/geometry/khatam.ts'
import type { Language } from '../../shared/languages.ts'
import { borders, countries, englishNames } from './countries.ts'
import {
  areaShared,
  type Box,
  boxAround,
  drawText,
  placeLabels,
  type TextPlace,
  type TextStyle,
  textAt,
  textsAround,
} from './label-placement.ts'
import { type Drawing, paletteStyle } from './palette.ts'

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

/** Large enough to be read when the map is as narrow as a phone. */
const nameStyle: TextStyle = { size: 19, weight: 600 }
const townStyle: TextStyle = { size: 15, weight: 400 }
const starRadius = 9
const officeRadius = 5

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

  // A country that the map does not show is named in the list beside it.
  const shown = codes.flatMap((code) => {
    const shape = countries.features.find(({ properties }) => properties.name === englishNames.of(code))
    const centre = shape ? draw.centroid(shape) : []
    const isShown = shape && centre.every(Number.isFinite)
    const name = countryName(code, language)
    return isShown
      ? [{ bounds: draw.bounds(shape), rings: ringsOf(shape, projection), centre: centre as Point, name }]
      : []
  })
  const towns = offices.flatMap((office) => {
    const point = projection([office.longitude, office.latitude])
    return point ? [{ name: localise(office.city, language), point }] : []
  })
  /** How many of a box's corners and middles lie in some countries: six when all of it does. */
  const pointsIn = (countries: typeof shown, { left, top, right, bottom }: Box) =>
    [top, bottom]
      .flatMap((y) => [left, (left + right) / 2, right].map((x): Point => [x, y]))
      .filter((point) => countries.some(({ rings }) => isWithin(point, rings))).length
  const starBox = ([x, y]: Point) => boxAround(x, y, starRadius * 2)
  const countryPlaces = (country: (typeof shown)[number]): MapPlace[] => {
    const { name, centre, bounds } = country
    const inside = placesInside(name, bounds, centre).filter(
      ({ box, star }) =>
        pointsIn([country], withoutEdge({ ...box, top: box.top + starRadius * 2 })) === 6 &&
        pointsIn([country], withoutEdge(starBox(star))) === 6,
    )
    const beside = placesBeside(name, bounds, centre).map((place, index): MapPlace => {
      // The worst places are over another partner country, whose name it would seem to be, and over a star.
      const isOverStar = shown.some((other) => areaShared(place.box, starBox(other.centre)) > 0)
      const cost = 40 + index * 3 + pointsIn(shown, place.box) * 10 + (isOverStar ? 100 : 0)
      return { ...place, cost, star: centre, kind: 'outside' }
    })
    return [...inside, ...beside]
  }
  const townPlaces = ({ name, point }: (typeof towns)[number]): MapPlace[] =>
    textsAround(name, townStyle, point, { x: officeRadius, y: officeRadius }).map((place) =>
      pointsIn(shown, place.box) === 6
        ? { ...place, kind: 'town' }
        : { ...place, cost: place.cost + 50, kind: 'town outside' },
    )

  const placed = placeLabels(
    [...shown.map(countryPlaces), ...towns.map(townPlaces)],
    towns.map(({ point: [x, y] }) => boxAround(x, y, officeRadius * 2)),
    { left: 0, top: 0, right: width, bottom: height },
  )
  const drawnCountries = shown.map(({ name, centre }, index) => {
    const place = placed[index]
    const star = khatamOutline({ center: place?.star ?? centre, radius: starRadius })
    return `<path class="star" d="${star}"/>${drawText(name, place, place?.kind)}`
  })
  const drawnTowns = towns.map(({ name, point: [x, y] }, index) => {
    const place = placed[shown.length + index]
    return `<circle class="office" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${officeRadius}"/>${drawText(name, place, place?.kind)}`
  })
  const style = `${paletteStyle()} .land{fill:var(--map-land)}.partner{fill:var(--map-partner)}.border{fill:none;stroke:var(--color-page)}.star{fill:var(--color-deep-accent)}text{font:${nameStyle.weight} ${nameStyle.size}px system-ui,sans-serif;fill:var(--map-on-partner);stroke:var(--map-partner);stroke-width:4;stroke-linejoin:round;paint-order:stroke}.outside{fill:var(--color-text);stroke:var(--color-page)}.town{font-size:${townStyle.size}px;font-weight:${townStyle.weight}}.office{fill:var(--map-on-partner);stroke:var(--map-partner);stroke-width:2}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" lang="${language}" viewBox="0 0 ${width} ${height}">
<style>${style}</style>
<path class="land" d="${countries.features
    .filter((country) => !isPartner(country))
    .map(pathOf)
    .join(
      '',
    )}"/><path class="partner" d="${countries.features.filter(isPartner).map(pathOf).join('')}"/><path class="border" d="${pathOf(borders)}"/>
${[...drawnCountries, ...drawnTowns].join('\n')}
</svg>
`
  return { svg, style }
}

type Point = [x: number, y: number]
type Bounds = [Point, Point]
type MapPlace = TextPlace & { kind: 'name' | 'outside' | 'town' | 'town outside'; star?: Point }

/** The outlines of a country, islands and holes alike, as they are drawn. */
function ringsOf(shape: (typeof countries.features)[number], project: GeoProjection): Point[][] {
  const { geometry } = shape
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : []
  return polygons
    .flat()
    .map((ring) => ring.flatMap((place) => [project(place as Point)].filter((point) => point !== null)))
}

/** Whether a line from the point to the right crosses the outlines an odd number of times. */
function isWithin([x, y]: Point, rings: Point[][]): boolean {
  let isInside = false
  for (const ring of rings)
    ring.forEach(([x1, y1], index) => {
      const [x2, y2] = ring.at(index - 1) as Point
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside
    })
  return isInside
}

/** The rooms of words are reckoned generously: their edges may touch a border. */
const withoutEdge = ({ left, top, right, bottom }: Box): Box => ({
  left: left + 2,
  top: top + 2,
  right: right - 2,
  bottom: bottom - 2,
})

/** A country's name with its star above it, wherever both might stand between the country's edges. */
function placesInside(name: string, [[west, north], [east, south]]: Bounds, [x, y]: Point) {
  const step = 5
  const places: (MapPlace & { star: Point })[] = []
  for (let at = west; at <= east; at += step)
    for (let base = north; base <= south; base += step) {
      const place = textAt(name, nameStyle, { x: at, y: base, anchor: 'middle' })
      const top = place.box.top - starRadius * 2
      const cost = Math.hypot(at - x, (top + place.box.bottom) / 2 - y) / 2
      places.push({ ...place, box: { ...place.box, top }, cost, star: [at, top + starRadius], kind: 'name' })
    }
  return places
}

/** A country's name beyond its edges, to the west, the east, the north and the south of it, or beside its star. */
function placesBeside(name: string, [[west, north], [east, south]]: Bounds, [x, y]: Point): TextPlace[] {
  const across = textsAround(name, nameStyle, [(west + east) / 2, y], { x: (east - west) / 2, y: 0 })
  const along = textsAround(name, nameStyle, [x, (north + south) / 2], { x: 0, y: (south - north) / 2 })
  const byStar = textsAround(name, nameStyle, [x, y], { x: starRadius, y: starRadius })
  return [across[1], across[0], along[2], along[3], ...byStar].filter((place) => place !== undefined)
}
