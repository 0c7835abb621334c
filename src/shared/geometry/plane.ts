/** A point of a drawing: x to the right, y downwards, in the drawing's own units. */
export type Point = readonly [x: number, y: number]

/** A straight line in normal form: all points whose projection on the direction `angle` (radians) is `distance`. */
export type Line = { angle: number; distance: number }

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

/** Where two lines meet. They must not be parallel. */
export function meet(one: Line, other: Line): Point {
  const sine = Math.sin(other.angle - one.angle)
  return [
    (one.distance * Math.sin(other.angle) - other.distance * Math.sin(one.angle)) / sine,
    (other.distance * Math.cos(one.angle) - one.distance * Math.cos(other.angle)) / sine,
  ]
}

/** Where the ray from `start` in the direction `angle` meets the ray from `otherStart` in the direction `otherAngle`. */
export function meetRays(start: Point, angle: number, otherStart: Point, otherAngle: number): Point {
  const lineOf = ([x, y]: Point, direction: number): Line => {
    const normal = direction + Math.PI / 2
    return { angle: normal, distance: x * Math.cos(normal) + y * Math.sin(normal) }
  }
  return meet(lineOf(start, angle), lineOf(otherStart, otherAngle))
}

/** SVG path data of a closed polygon, with two decimals at most. */
export const polygonPath = (points: readonly Point[]): string => `${polylinePath(points)}z`

/** SVG path data of an open line through the points, with two decimals at most. */
export const polylinePath = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`

/** Two decimals, without the zeros that say nothing. */
const short = (value: number): string => String(Number(value.toFixed(2)) + 0)
