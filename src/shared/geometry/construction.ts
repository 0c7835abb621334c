import { khatamCorners } from './khatam.ts'
import { eighthTurn, type Point, polar, polylinePath, rotate } from './plane.ts'

/** The lines from which the star is found, in the order in which compass and ruler draw them. */
type Construction = {
  circles: { center: Point; radius: number }[]
  /** SVG path data: the axes, the sides of the squares drawn out, and the chords. */
  lines: string
}

/**
 * The construction of the khatam, as it would be left on the drawing board.
 * @param radius of the circle on which the eight points are, in the drawing's units; the origin is its centre
 * @param reach how far the lines run out from the centre, in the same units
 */
export function khatamConstruction(radius: number, reach: number): Construction {
  const center: Point = [0, 0]
  const corners = khatamCorners({ center, radius })
  const points = corners.filter((_, index) => index % 2 === 0)
  const innerRadius = Math.hypot(...(corners[1] as Point))
  const apothem = radius * Math.cos(eighthTurn)
  const half = Math.sqrt(reach ** 2 - apothem ** 2)
  const turned = (line: Point[], times: number) =>
    Array.from({ length: times }, (_, turn) => line.map((point) => rotate(point, turn * eighthTurn)))
  const lines = [
    ...turned([polar(0, reach), polar(Math.PI, reach)], 4),
    ...turned(
      [-half, half].map((along): Point => [apothem, along]),
      8,
    ),
    // Every third point joined: the sharper star inside.
    ...turned([polar(0, radius), polar(3 * eighthTurn, radius)], 8),
  ]
  return {
    circles: [
      ...[reach, radius, innerRadius, apothem].map((each) => ({ center, radius: each })),
      // The compass set on each point and opened to the next.
      ...points.map((point) => ({ center: point, radius: 2 * radius * Math.sin(eighthTurn / 2) })),
    ],
    lines: lines.map(polylinePath).join(''),
  }
}
