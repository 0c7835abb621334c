import { expect, test } from 'vitest'
import { markPieces } from './mark.ts'
import { khatamCorners, type Point, starPattern } from './stars.ts'

const distance = ([x, y]: Point, [otherX, otherY]: Point) => Math.hypot(x - otherX, y - otherY)

test('the star has eight points on its circle, an eighth of a turn apart, the first to the right', () => {
  const corners = khatamCorners({ center: [50, 50], radius: 40 })
  expect(corners).toHaveLength(16)
  for (let index = 0; index < 8; index++) {
    const angle = (index * Math.PI) / 4
    const point: Point = [50 + 40 * Math.cos(angle), 50 + 40 * Math.sin(angle)]
    expect(distance(corners[index * 2] as Point, point)).toBeCloseTo(0)
  }
})

test('the woven star has eight pieces that reach the circle once', () => {
  const pieces = markPieces(0, 50)
  expect(pieces).toHaveLength(8)
  for (const piece of pieces) expect(piece.filter((point) => distance(point, [0, 0]) > 49.99)).toHaveLength(1)
})

test('tiles of the pattern join: what leaves one side comes in at the other', () => {
  const points = starPattern(80).flat()
  const left = points.filter(([x]) => Math.abs(x) < 1e-9)
  expect(left.length).toBeGreaterThan(0)
  for (const [, y] of left) expect(points.some((point) => distance(point, [80, y]) < 1e-9)).toBe(true)
})
