/** A point of a drawing: x to the right, y downwards, in the drawing's own units. */
export type Point = readonly [x: number, y: number]

export const eighthTurn = Math.PI / 4

/** The point at `distance` from `center` in the direction `angle` (radians; a quarter turn points down). */
export const polar = (angle: number, distance: number, [x, y]: Point = [0, 0]): Point => [
  x + distance * Math.cos(angle),
  y + distance * Math.sin(angle),
]

/**
 * @property radius of the circle on which the points are, in the units of the drawing
 * @property lean the angle between the star's sides and the line from a point to the centre, in radians
 * @property turn the direction of the first point, in radians: to the right by default
 */
type Star = { center: Point; points: number; radius: number; lean: number; turn?: number }

/** The corners of a regular star's outline: a point, an inner corner, a point … */
function starCorners({ center, points, radius, lean, turn = 0 }: Star): Point[] {
  const step = Math.PI / points
  // By the law of sines, in the triangle of the centre, a point and the inner corner beside it.
  const innerRadius = (radius * Math.sin(lean)) / Math.sin(lean + step)
  return Array.from({ length: 2 * points }, (_, index) =>
    polar(turn + index * step, index % 2 === 0 ? radius : innerRadius, center),
  )
}

/**
 * The corners of the khatam, "seal": the eight-pointed star of two equal squares on one centre, turned against each other by
 * an eighth of a turn. The inner corners are where the squares' sides cross. Every star of this site is drawn from this one.
 */
export const khatamCorners = (circle: Pick<Star, 'center' | 'radius'>): Point[] =>
  starCorners({ ...circle, points: 8, lean: eighthTurn })

/**
 * The eight-fold pattern, constructed in the traditional way ("polygons in contact"): cover the plane with
 * octagons and the squares between them; from the middle of every side draw two lines into the polygon, at one angle to
 * the side; stop each where it meets the line from the next side. The polygons are then rubbed out, and stars remain.
 *
 * One tile of it: an octagon in its middle, and the parts of four squares at its corners.
 * @param tile edge of the tile, in the units of the drawing: the distance from one star's centre to the next
 * @returns the star of the octagon and the figure of each square, as closed outlines; laid side by side, tiles fill the plane
 */
export function starPattern(tile: number): Point[][] {
  const middle = tile / 2
  const center: Point = [middle, middle]
  // Octagons that share sides with their neighbours: the distance from centre to side is half a tile.
  const side = tile * Math.tan(eighthTurn / 2)
  const corners = [1, 3, 5, 7].map((turns) => polar(turns * eighthTurn, middle * Math.SQRT2, center))
  // Sharper than the khatam, whose sides lean by an eighth of a turn.
  const lean = eighthTurn / 2
  return [
    starCorners({ center, points: 8, radius: middle, lean }),
    ...corners.map((corner) => starCorners({ center: corner, points: 4, radius: side / 2, lean, turn: eighthTurn })),
  ]
}

/** SVG path data of a closed polygon, with two decimals at most. */
export const polygonPath = (points: readonly Point[]): string => `${polylinePath(points)}z`

/** SVG path data of an open line through the points, with two decimals at most. */
export const polylinePath = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`

/** Two decimals, without trailing zeros and without -0. */
const short = (value: number): string => String(Number(value.toFixed(2)) + 0)
