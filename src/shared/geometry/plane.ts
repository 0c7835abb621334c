/** A point of a drawing: x to the right, y downwards, in the drawing's own units. */
export type Point = readonly [x: number, y: number]

export const eighthTurn = Math.PI / 4

/** The point at `distance` from the origin in the direction `angle` (radians; a quarter turn points down). */
export const polar = (angle: number, distance: number): Point => [
  distance * Math.cos(angle),
  distance * Math.sin(angle),
]

export const add = ([x, y]: Point, [dx, dy]: Point): Point => [x + dx, y + dy]

export function rotate([x, y]: Point, angle: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [x * cos - y * sin, x * sin + y * cos]
}

/** @property turn the direction of the first point, in radians: to the right by default */
type Star = { center: Point; points: number; radius: number; innerRadius: number; turn?: number }

/** The corners of a regular star's outline: a point, an inner corner, a point … */
export const starCorners = ({ center, points, radius, innerRadius, turn = 0 }: Star): Point[] =>
  Array.from({ length: 2 * points }, (_, index) =>
    add(center, polar(turn + (index * Math.PI) / points, index % 2 === 0 ? radius : innerRadius)),
  )

/** SVG path data of a closed polygon, with two decimals at most. */
export const polygonPath = (points: readonly Point[]): string => `${polylinePath(points)}z`

/** SVG path data of an open line through the points, with two decimals at most. */
export const polylinePath = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`

/** Two decimals, without trailing zeros and without -0. */
const short = (value: number): string => String(Number(value.toFixed(2)) + 0)
