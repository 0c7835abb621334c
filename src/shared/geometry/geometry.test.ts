import { expect, test } from 'vitest'
import { khatamConstruction } from './construction.ts'
import { markPieces, solidMarkPath } from './mark.ts'
import { khatamCorners, type Point, polygonPath, starPattern } from './stars.ts'

const distance = ([x, y]: Point, [otherX, otherY]: Point) => Math.hypot(x - otherX, y - otherY)

const corners = khatamCorners({ center: [50, 50], radius: 40 })
const corner = (index: number) => corners[(index + 16) % 16] as Point

test('the star has eight points on its circle, an eighth of a turn apart, the first to the right', () => {
  expect(corners).toHaveLength(16)
  for (let index = 0; index < 8; index++) {
    const angle = (index * Math.PI) / 4
    expect(distance(corner(index * 2), [50 + 40 * Math.cos(angle), 50 + 40 * Math.sin(angle)])).toBeCloseTo(0)
  }
})

test('the woven star falls into eight pieces within the circle', () => {
  const pieces = markPieces(0, 50)
  expect(pieces).toHaveLength(8)
  for (const piece of pieces) {
    expect(piece).toHaveLength(6)
    // It reaches the circle once: at the corner that it turns.
    expect(Math.max(...piece.map((point) => distance(point, [0, 0])))).toBeCloseTo(50)
    expect(piece.filter((point) => distance(point, [0, 0]) > 49.99)).toHaveLength(1)
  }
})

test('the solid star has the same outline, and an open octagon', () => {
  const [outline, hole] = solidMarkPath(0, 50).split(/(?<=z)/)
  expect(outline).toBe(polygonPath(khatamCorners({ center: [0, 0], radius: 50 })))
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

const near = (point: Point, other: Point) => distance(point, other) < 1e-9
const tile = 80
const motifs = starPattern(tile)

test('a tile holds one star of eight and four figures of four, which begin where its points end', () => {
  expect(motifs.map((motif) => motif.length)).toEqual([16, 8, 8, 8, 8])
  const [star = [], ...squares] = motifs
  for (const index of [2, 6, 10, 14])
    expect(squares.some((square) => square.some((corner) => near(corner, star[index] as Point)))).toBe(true)
})

test('tiles join: what leaves one side comes in at the other', () => {
  const points = motifs.flat()
  const left = points.filter(([x]) => Math.abs(x) < 1e-9)
  expect(left.length).toBeGreaterThan(0)
  for (const [, y] of left) expect(points.some((point) => near(point, [tile, y]))).toBe(true)
})
