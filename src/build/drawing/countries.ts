import { createRequire } from 'node:module'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

// Country outlines of Natural Earth (public domain), 1:50 million.
const world: Topology<{ countries: GeometryCollection<{ name: string }> }> = createRequire(import.meta.url)(
  'world-atlas/countries-50m.json',
)

export const countries = feature(world, world.objects.countries)
export const borders = mesh(world, world.objects.countries, (one, other) => one !== other)

/** The names under which world-atlas knows the countries of offices and partners. */
export const englishNames = new Intl.DisplayNames('en', { type: 'region' })
