import { solidKhatam, wovenKhatam } from './khatam.ts'
import { type Point, polygonPath } from './plane.ts'

/** The mark's proportions, for a circle of radius 1: found by eye at 16, 40 and 400 pixels. */
const proportions = { band: 0.18, gap: 0.038, solidBand: 0.36 }

/**
 * The body's mark as SVG path data, one path per square: two equal squares in balance (mizan), woven into one seal
 * (khatam). With one colour the air at the crossings still tells over from under.
 * @param center of the mark in the drawing, both ways
 * @param radius of the circle on which its eight points stand, in the drawing's units
 */
export function markPaths(center: number, radius: number): [upright: string, turned: string] {
  const pieces = markPieces(center, radius)
  const square = (parity: number) =>
    pieces
      .filter((_, index) => index % 2 === parity)
      .map(polygonPath)
      .join('')
  return [square(0), square(1)]
}

/** The eight pieces that the mark falls into, each held by the one before; one square's and the other's in turn. */
export const markPieces = (center: number, radius: number): Point[][] =>
  wovenKhatam({
    center: [center, center],
    radius,
    band: radius * proportions.band,
    gap: radius * proportions.gap,
  })

/** The mark for sizes at which the weave would blur, as SVG path data to be filled by the even-odd rule. */
export const solidMarkPath = (center: number, radius: number): string =>
  solidKhatam({ center: [center, center], radius, band: radius * proportions.solidBand })
