import { expect, test } from 'vitest'
import { khatamCorners } from './khatam.ts'
import type { Point } from './plane.ts'
import { starPattern } from './star-pattern.ts'

const near = ([x, y]: Point, [otherX, otherY]: Point) => Math.hypot(x - otherX, y - otherY) < 1e-9
const [tile, middle] = [80, 40]

test('a tile holds one star of eight and four figures of four', () => {
  const { motifs } = starPattern(tile, 67.5)
  expect(motifs.map((motif) => motif.length)).toEqual([16, 8, 8, 8, 8])
})

test('at 45 degrees the star is that of two squares', () => {
  const [star = []] = starPattern(tile, 45).motifs
  const khatam = khatamCorners({ center: [middle, middle], radius: middle })
  for (const corner of khatam) expect(star.some((point) => near(point, corner))).toBe(true)
})

test('the points of the star lie on the middles of the octagon’s sides, where the next figure begins', () => {
  const { motifs } = starPattern(tile, 60)
  const [star = [], ...squares] = motifs
  for (const index of [2, 6, 10, 14]) {
    const point = star[index] as Point
    expect(squares.some((square) => square.some((corner) => near(corner, point)))).toBe(true)
  }
})

test('tiles join: what leaves one side comes in at the other', () => {
  const edges = (motifs: Point[][]) => motifs.flat()
  const points = edges(starPattern(tile, 67.5).motifs)
  const left = points.filter(([x]) => Math.abs(x) < 1e-9)
  expect(left.length).toBeGreaterThan(0)
  for (const [, y] of left) expect(points.some((point) => near(point, [tile, y]))).toBe(true)
})
