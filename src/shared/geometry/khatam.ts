import { add, eighthTurn, type Line, meet, type Point, polar, polygonPath, rotate } from './plane.ts'

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

type Weave = Place & {
  /** Width of the bands of which the two squares are made. */
  band: number
  /** Air left on either side of a band where it passes over the other. */
  gap: number
}

/**
 * The body's mark: the two squares as woven bands. Each passes over and under the other in turn, so that the whole falls
 * into eight equal angles, each held by the one before it and holding the next.
 * @returns the eight pieces, as polygons of six corners
 */
export function wovenKhatam({ center, radius, band, gap }: Weave): Point[][] {
  const half = band / 2
  // From the centre to the middle of a band: the squares' outer corners stand on the circle.
  const apothem = radius * Math.cos(eighthTurn) - half
  const along = (turns: number, distance: number): Line => ({ angle: turns * eighthTurn, distance })
  const [outer, inner] = [apothem + half, apothem - half]
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
  return Array.from({ length: 8 }, (_, turn) => piece.map((corner) => add(center, rotate(corner, turn * eighthTurn))))
}

/**
 * The same two squares as one silhouette: a star with an octagon left open, as wide as bands of this width leave it.
 * @returns SVG path data, to be filled by the even-odd rule
 */
export function solidKhatam({ center, radius, band }: Omit<Weave, 'gap'>): string {
  const inner = radius * Math.cos(eighthTurn) - band
  const hole = Array.from({ length: 8 }, (_, index) =>
    add(center, polar((index + 0.5) * eighthTurn, inner / Math.cos(eighthTurn / 2))),
  )
  return khatamOutline({ center, radius }) + polygonPath(hole)
}
