import { khatamCorners } from './khatam.ts'
import { add, eighthTurn, type Point, polar, polylinePath } from './plane.ts'

/** The lines from which the star is found, in the order in which compass and ruler draw them. */
type Construction = {
  circles: { center: Point; radius: number }[]
  /** SVG path data: the axes, the sides of the squares drawn out, and the chords. */
  lines: string
}

/**
 * The construction of the khatam, as it would be left standing on the drawing board.
 * @param radius of the circle on which the eight points stand, in the drawing's units; the origin is its centre
 * @param reach how far the lines run out from the centre, in the same units
 */
export function khatamConstruction(radius: number, reach: number): Construction {
  const apothem = radius * Math.cos(eighthTurn)
  const corners = khatamCorners({ center: [0, 0], radius })
  const points = corners.filter((_, index) => index % 2 === 0)
  const innerRadius = Math.hypot(...(corners[1] as Point))
  const turns = points.map((_, index) => index * eighthTurn)
  const through = (angle: number): Point[] => [polar(angle, reach), polar(angle + Math.PI, reach)]
  const sideOf = (angle: number): Point[] => {
    const middle = polar(angle, apothem)
    const half = Math.sqrt(reach ** 2 - apothem ** 2)
    return [-half, half].map((along) => add(middle, polar(angle + Math.PI / 2, along)))
  }
  const lines = [
    ...turns.slice(0, 4).map(through),
    ...turns.map(sideOf),
    // Every third point joined: the sharper star inside.
    ...turns.map((angle) => [polar(angle, radius), polar(angle + 3 * eighthTurn, radius)]),
  ]
  return {
    circles: [
      ...[reach, radius, innerRadius, apothem].map((each) => ({ center: [0, 0] as Point, radius: each })),
      // The compass set on each point and opened to the next.
      ...points.map((center) => ({ center, radius: 2 * radius * Math.sin(eighthTurn / 2) })),
    ],
    lines: lines.map(polylinePath).join(''),
  }
}
