import { expect, test } from 'vitest'
import type { Point } from './plane.ts'
import { starPattern } from './star-pattern.ts'

const near = ([x, y]: Point, [otherX, otherY]: Point) => Math.hypot(x - otherX, y - otherY) < 1e-9
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
