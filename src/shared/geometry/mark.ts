import { khatamOutline } from './khatam.ts'
import { add, eighthTurn, type Line, meet, type Point, polar, polygonPath, rotate } from './plane.ts'

/**
 * The mark's proportions, for a circle of radius 1: found by eye at 16, 40 and 400 pixels. `gap` is the air left on either
 * side of a band where it passes over the other.
 */
const proportions = { band: 0.18, gap: 0.038, solidBand: 0.36 }

/**
 * The body's mark: the two squares as woven bands. Each passes over and under the other in turn, so that the whole falls
 * into eight equal angles, each held by the one before it and holding the next.
 * @param center of the mark in the drawing, both ways
 * @param radius of the circle on which its eight points stand, in the drawing's units
 * @returns the eight pieces, as polygons of six corners: one square's and the other's in turn
 */
export function markPieces(center: number, radius: number): Point[][] {
  const along = (turns: number, distance: number): Line => ({ angle: turns * eighthTurn, distance })
  // From the centre to the edges of a band: the squares' outer corners stand on the circle.
  const outer = radius * Math.cos(eighthTurn)
  const inner = outer - radius * proportions.band
  const gap = radius * proportions.gap
  // One piece comes out from under the other square's band, turns its corner, crosses over a band, and goes under the next.
  const comesOut = along(1, outer + gap)
  const goesUnder = along(3, inner - gap)
  const piece = [
    meet(comesOut, along(0, outer)),
    meet(along(0, outer), along(2, outer)),
    meet(along(2, outer), goesUnder),
    meet(goesUnder, along(2, inner)),
    meet(along(2, inner), along(0, inner)),
    meet(along(0, inner), comesOut),
  ]
  return Array.from({ length: 8 }, (_, turn) =>
    piece.map((corner) => add([center, center], rotate(corner, turn * eighthTurn))),
  )
}

/**
 * The mark as SVG path data, one path per square: two equal squares in balance (mizan), woven into one seal (khatam). With
 * one colour the air at the crossings still tells over from under.
 */
export function markPaths(center: number, radius: number): [upright: string, turned: string] {
  const pieces = markPieces(center, radius).map(polygonPath)
  const square = (parity: number) => pieces.filter((_, index) => index % 2 === parity).join('')
  return [square(0), square(1)]
}

/**
 * The mark for sizes at which the weave would blur, as SVG path data to be filled by the even-odd rule: the same two squares
 * as one silhouette, a star with an octagon left open.
 */
export function solidMarkPath(center: number, radius: number): string {
  const inner = radius * (Math.cos(eighthTurn) - proportions.solidBand)
  const hole = Array.from({ length: 8 }, (_, index) =>
    add([center, center], polar((index + 0.5) * eighthTurn, inner / Math.cos(eighthTurn / 2))),
  )
  return khatamOutline({ center: [center, center], radius }) + polygonPath(hole)
}
