import { add, eighthTurn, meetRays, type Point, polar } from './plane.ts'

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
  // Octagons that share sides with their neighbours: the distance from centre to side is half a tile.
  const side = tile * Math.tan(eighthTurn / 2)
  const squares = [0, 1, 2, 3].map((corner) => polar((corner * 2 + 1) * eighthTurn, middle * Math.SQRT2))
  const center: Point = [middle, middle]
  return [
    motif({ center, sides: 8, apothem: middle, turn: 0 }),
    ...squares.map((square) => motif({ center: add(center, square), sides: 4, apothem: side / 2, turn: eighthTurn })),
  ]
}

/** Between the lines and the polygons' sides, in radians: an eighth of a turn draws the star of two squares, this is sharper. */
const contactAngle = 1.5 * eighthTurn

type Motif = { center: Point; sides: number; apothem: number; turn: number }

/** The figure that the lines draw inside one regular polygon. `turn` is the direction of its first side, in radians. */
function motif({ center, sides, apothem, turn }: Motif): Point[] {
  const step = (2 * Math.PI) / sides
  const lean = Math.PI / 2 - contactAngle
  return Array.from({ length: sides }, (_, index) => {
    const [angle, next] = [turn + index * step, turn + (index + 1) * step]
    const [start, end] = [add(center, polar(angle, apothem)), add(center, polar(next, apothem))]
    // Inwards is half a turn from the side's direction; the two lines lean towards each other.
    return [start, meetRays(start, angle + Math.PI - lean, end, next + Math.PI + lean)]
  }).flat()
}
