import { eighthTurn, type Point, polar, polygonPath } from './stars.ts'

/**
 * The mark's proportions, for a circle of radius 1: found by eye at 16, 40 and 400 pixels. `gap` is the space on either
 * side of a band where it passes over the other.
 */
const proportions = { band: 0.18, gap: 0.038 }

/**
 * The body's mark: two equal squares in balance (mizan), woven into one seal (khatam). As bands, each passes over and under the
 * other in turn, which divides them into eight equal pieces. In one colour, the gaps at the crossings still show which band is
 * above.
 * @param center of the mark in the drawing, both ways
 * @param radius of the circle on which its eight points are, in the drawing's units
 * @returns SVG path data of each square: its four pieces, as polygons of six corners
 */
export function markPaths(center: number, radius: number): [upright: string, turned: string] {
  // From the centre to the edges of a band: the squares' outer corners are on the circle.
  const outer = radius * Math.cos(eighthTurn)
  const inner = outer - radius * proportions.band
  const gap = radius * proportions.gap
  // One piece comes out from under the other square's band, turns its corner, crosses over a band, and goes under the next:
  // its ends are where x + y is `start` and y - x is `end`.
  const start = (outer + gap) * Math.SQRT2
  const end = (inner - gap) * Math.SQRT2
  const piece: Point[] = [
    [outer, start - outer],
    [outer, outer],
    [outer - end, outer],
    [inner - end, inner],
    [inner, inner],
    [inner, start - inner],
  ]
  const pieceAt = (turn: number) => {
    const [cos, sin] = [Math.cos(turn * eighthTurn), Math.sin(turn * eighthTurn)]
    return polygonPath(piece.map(([x, y]): Point => [center + x * cos - y * sin, center + x * sin + y * cos]))
  }
  return [[0, 2, 4, 6].map(pieceAt).join(''), [1, 3, 5, 7].map(pieceAt).join('')]
}

/** The mark before it is woven: the line in the middle of each square's band, as SVG path data. See `markPaths`. */
export function midlines(center: number, radius: number): [upright: string, turned: string] {
  const middle = radius * (1 - (proportions.band / 2) * Math.SQRT2)
  const square = (turn: number) =>
    polygonPath([0, 2, 4, 6].map((quarter) => polar((quarter + turn) * eighthTurn, middle, [center, center])))
  return [square(1), square(0)]
}
