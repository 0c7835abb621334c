import { eighthTurn, type Point, polygonPath, starCorners } from './plane.ts'

/** `radius` is that of the circle on which the eight points are, in the units of the drawing. */
type Circle = { center: Point; radius: number }

/**
 * The corners of the khatam, "seal": the eight-pointed star of two equal squares on one centre, turned against each other by
 * an eighth of a turn. The inner corners are where the squares' sides cross. Every star of this site is drawn from this one.
 */
export const khatamCorners = ({ center, radius }: Circle): Point[] =>
  starCorners({ center, points: 8, radius, innerRadius: (radius * Math.cos(eighthTurn)) / Math.cos(eighthTurn / 2) })

/** The outline of the star, as SVG path data. */
export const khatamOutline = (circle: Circle): string => polygonPath(khatamCorners(circle))
