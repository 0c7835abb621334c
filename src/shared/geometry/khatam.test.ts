import { expect, test } from 'vitest'
import { khatamConstruction } from './construction.ts'
import { khatamCorners, khatamOutline } from './khatam.ts'
import { markPieces, solidMarkPath } from './mark.ts'
import type { Point } from './plane.ts'

const distance = ([x, y]: Point, [otherX, otherY]: Point) => Math.hypot(x - otherX, y - otherY)

/** How far a point lies from the straight line through two others. */
const offLine = ([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point) =>
  Math.abs((toX - fromX) * (fromY - y) - (fromX - x) * (toY - fromY)) / Math.hypot(toX - fromX, toY - fromY)

const corners = khatamCorners({ center: [50, 50], radius: 40 })
const corner = (index: number) => corners[(index + 16) % 16] as Point

test('the star has eight points on its circle, an eighth of a turn apart, the first to the right', () => {
  expect(corners).toHaveLength(16)
  for (let index = 0; index < 8; index++) {
    const angle = (index * Math.PI) / 4
    expect(distance(corner(index * 2), [50 + 40 * Math.cos(angle), 50 + 40 * Math.sin(angle)])).toBeCloseTo(0)
  }
})

test('its inner corners lie where the sides of two equal squares cross', () => {
  for (let index = 1; index < 16; index += 2) {
    // A square’s side joins every second point.
    expect(offLine(corner(index), corner(index - 3), corner(index + 1))).toBeCloseTo(0)
    expect(offLine(corner(index), corner(index - 1), corner(index + 3))).toBeCloseTo(0)
  }
})

/** The least distance between two polygons, anywhere along their sides. */
function nearest(one: Point[], other: Point[]): number {
  const sides = (polygon: Point[]) =>
    polygon.map((from, index): [Point, Point] => [from, polygon[(index + 1) % polygon.length] as Point])
  const toSide = (point: Point, [from, to]: [Point, Point]) => {
    const length = distance(from, to)
    const along = ((point[0] - from[0]) * (to[0] - from[0]) + (point[1] - from[1]) * (to[1] - from[1])) / length
    if (along < 0 || along > length) return Math.min(distance(point, from), distance(point, to))
    return offLine(point, from, to)
  }
  return Math.min(
    ...one.flatMap((point) => sides(other).map((side) => toSide(point, side))),
    ...other.flatMap((point) => sides(one).map((side) => toSide(point, side))),
  )
}

test('the woven star falls into eight equal pieces within the circle, a gap apart', () => {
  const gap = 50 * 0.038
  const pieces = markPieces(0, 50)
  expect(pieces).toHaveLength(8)
  for (const [index, piece] of pieces.entries()) {
    expect(piece).toHaveLength(6)
    // It reaches the circle once: at the corner that it turns.
    expect(Math.max(...piece.map((point) => distance(point, [0, 0])))).toBeCloseTo(50)
    expect(piece.filter((point) => distance(point, [0, 0]) > 49.99)).toHaveLength(1)
    const next = pieces[(index + 1) % 8] as Point[]
    expect(nearest(piece, next)).toBeCloseTo(gap)
  }
})

test('the solid star has the same outline, and an open octagon', () => {
  const [outline, hole] = solidMarkPath(0, 50).split(/(?<=z)/)
  expect(outline).toBe(khatamOutline({ center: [0, 0], radius: 50 }))
  expect(hole?.match(/[ML]/g)).toHaveLength(8)
})

test('the construction keeps to its reach, and puts a circle on each point that meets the next point', () => {
  const { circles, lines } = khatamConstruction(40, 60)
  const numbers = [...lines.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]): Point => [Number(x), Number(y)])
  expect(Math.max(...numbers.map((point) => distance(point, [0, 0])))).toBeLessThan(60.01)
  const compass = circles.filter(({ center }) => distance(center, [0, 0]) > 1)
  expect(compass).toHaveLength(8)
  for (const [index, { center, radius }] of compass.entries())
    expect(distance(center, (compass[(index + 1) % 8] as (typeof compass)[number]).center)).toBeCloseTo(radius)
})
