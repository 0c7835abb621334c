import { eighthTurn, type Point, polar, polylinePath } from '../../site/components/weave/stars.ts'

/**
 * The circles and lines from which the khatam is found, in the order in which compass and ruler draw them.
 * @param radius of the circle on which the eight points are, in the drawing's units; the origin is its centre
 * @param reach how far the lines extend from the centre, in the same units
 * @returns `lines` as SVG path data: the axes, the sides of the squares drawn out, and the chords
 */
export function khatamConstruction(radius: number, reach: number) {
  const center: Point = [0, 0]
  const apothem = radius * Math.cos(eighthTurn)
  const innerRadius = apothem / Math.cos(eighthTurn / 2)
  const turns = Array.from({ length: 8 }, (_, turn) => turn * eighthTurn)
  const line = (distance: number, from: number, to: number) =>
    polylinePath([polar(from, distance), polar(to, distance)])
  // From the middle of a side to where it meets the outermost circle.
  const half = Math.acos(apothem / reach)
  const axes = turns.slice(0, 4).map((turn) => line(reach, turn, turn + Math.PI))
  const sides = turns.map((turn) => line(reach, turn - half, turn + half))
  // Every third point joined: the sharper star inside.
  const chords = turns.map((turn) => line(radius, turn, turn + 3 * eighthTurn))
  return {
    circles: [
      ...[reach, radius, innerRadius, apothem].map((each) => ({ center, radius: each })),
      // The compass set on each point and opened to the next.
      ...turns.map((turn) => ({ center: polar(turn, radius), radius: 2 * radius * Math.sin(eighthTurn / 2) })),
    ],
    lines: [...axes, ...sides, ...chords].join(''),
  }
}
