import { add, eighthTurn, type Point, polar, polygonPath } from './plane.ts'

/**
 * The khatam, "seal": the eight-pointed star of two equal squares on one centre, turned against each other by an eighth
 * of a turn. Every drawing of it on this site, from the icon of 16 pixels to the hero drawing of the home page, is made here.
 *
 * All lengths are in the units of the drawing. `radius` is that of the circle on which the eight points stand.
 */
type Place = { center: Point; radius: number }

/**
 * The corners of the star's outline, sixteen in all: a point, an inner corner, a point … The inner corners lie where the
 * squares' sides cross. The first point is to the right.
 */
export function khatamCorners({ center, radius }: Place): Point[] {
  const innerRadius = (radius * Math.cos(eighthTurn)) / Math.cos(eighthTurn / 2)
  return Array.from({ length: 16 }, (_, index) =>
    add(center, polar((index * eighthTurn) / 2, index % 2 === 0 ? radius : innerRadius)),
  )
}

/** The outline of the star, as SVG path data. */
export const khatamOutline = (place: Place): string => polygonPath(khatamCorners(place))
