import { createRequire } from 'node:module'
import { type GeoPermissibleObjects, type GeoProjection, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { LabelSide } from '../../content/read/organisation.ts'
import { escapeMarkup } from '../../shared/escape-markup.ts'

// Country outlines of Natural Earth (public domain), 1:50 million.
const world: Topology<{ countries: GeometryCollection<{ name: string }> }> = createRequire(import.meta.url)(
  'world-atlas/countries-50m.json',
)
const countries = feature(world, world.objects.countries).features
const borders = mesh(world, world.objects.countries, (one, other) => one !== other)

/** The names under which world-atlas knows the countries of offices and partners. */
const englishNames = new Intl.DisplayNames('en', { type: 'region' })

export const outlineOf = (code: string) => countries.find(({ properties }) => properties.name === englishNames.of(code))

/** Each drawing of countries: it takes a tenth of a second, and the maps of all languages have the same. */
const drawn = new Map<string, string>()

/** The land, the countries with the given codes in the class `kind`, and all borders. */
export function drawCountries(projection: GeoProjection, codes: string[], kind: string): string {
  const key = JSON.stringify([projection.center(), projection.scale(), projection.translate(), codes, kind])
  const known = drawn.get(key)
  if (known) return known
  const draw = geoPath(projection).digits(1)
  const path = (className: string, shapes: GeoPermissibleObjects[]) =>
    `<path class="${className}" d="${shapes.map((shape) => draw(shape) ?? '').join('')}"/>`
  const names = codes.map((code) => englishNames.of(code))
  const [others = [], own = []] = [false, true].map((isNamed) =>
    countries.filter(({ properties }) => names.includes(properties.name) === isNamed),
  )
  const paths = path('land', others) + path(kind, own) + path('border', [borders])
  drawn.set(key, paths)
  return paths
}

/** How a name is written: its size, how far the drawing of its point extends to each side and up and down, and its class. */
type LabelStyle = { size: number; reach: { x: number; y: number }; textKind?: string }

/** A town as a point of the class `kind` with its name. */
export function drawTown(
  projection: GeoProjection,
  town: { longitude: number; latitude: number; label: LabelSide },
  name: string,
  { kind, radius, ...label }: { kind: string; radius: number } & Omit<LabelStyle, 'reach'>,
): string {
  const [x, y] = projection([town.longitude, town.latitude]) ?? [0, 0]
  const text = drawLabel(name, [x, y], town.label, { ...label, reach: { x: radius, y: radius } })
  return `<circle class="${kind}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}"/>${text}`
}

/** A name beside a point of a map, on the side that the content gives. */
export function drawLabel(
  name: string,
  [x, y]: [x: number, y: number],
  side: LabelSide,
  { size, reach, textKind = '' }: LabelStyle,
): string {
  const gap = 4
  const [anchor, at, base] = {
    right: ['start', x + reach.x + gap, y + size * 0.35],
    left: ['end', x - reach.x - gap, y + size * 0.35],
    above: ['middle', x, y - reach.y - gap - size * 0.25],
    below: ['middle', x, y + reach.y + gap + size * 0.8],
  }[side] as [string, number, number]
  return `<text class="${textKind}" text-anchor="${anchor}" x="${at.toFixed(1)}" y="${base.toFixed(1)}">${escapeMarkup(name)}</text>`
}
