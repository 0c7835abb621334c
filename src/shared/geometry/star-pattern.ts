import { add, eighthTurn, type Point, polar, starCorners } from './plane.ts'

/**
 * The eight-fold pattern, constructed as the old pattern makers did ("polygons in contact"): cover the plane with
 * octagons and the squares between them; from the middle of every side send two lines into the polygon, at one angle to
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
  const corners = [1, 3, 5, 7].map((turns) => add(center, polar(turns * eighthTurn, middle * Math.SQRT2)))
  return [motif(center, 8, middle, 0), ...corners.map((corner) => motif(corner, 4, side / 2, eighthTurn))]
}

/** Between a line and the perpendicular of its side, in radians: an eighth of a turn draws the star of two squares, this is sharper. */
const lean = eighthTurn / 2

/**
 * The figure that the lines draw inside one regular polygon. Two of them meet half way between the middles of two sides.
 * @param apothem from the centre to the middle of a side
 * @param turn the direction of the first side, in radians
 */
function motif(center: Point, sides: number, apothem: number, turn: number): Point[] {
  // By the law of sines, in the triangle of the centre, the middle of a side and the meeting point.
  const innerRadius = (apothem * Math.sin(lean)) / Math.sin(lean + Math.PI / sides)
  return starCorners({ center, points: sides, radius: apothem, innerRadius, turn })
}
