import { expect, test } from 'vitest'
import { eightFoldStar } from './eight-fold-star.ts'

type Point = { x: number; y: number }

function cornersOf(path: string): Point[] {
  expect(path).toMatch(/^M[\d. L-]+Z$/)
  return path
    .slice(1, -1)
    .split('L')
    .map((pair) => pair.split(' ').map(Number))
    .map(([x = Number.NaN, y = Number.NaN]) => ({ x, y }))
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** How far a point lies from the straight line through two others. */
const offLine = (point: Point, from: Point, to: Point) =>
  Math.abs((to.x - from.x) * (from.y - point.y) - (from.x - point.x) * (to.y - from.y)) / distance(from, to)

// Path data is written with two decimals.
const rounding = 0.02

test('has eight points at the radius, an eighth of a turn apart, one of them to the right', () => {
  const points = cornersOf(eightFoldStar(50, 40)).filter((_, index) => index % 2 === 0)
  expect(points).toHaveLength(8)
  points.forEach(({ x, y }, index) => {
    const angle = (index * Math.PI) / 4
    expect(Math.abs(x - (50 + 40 * Math.cos(angle)))).toBeLessThan(rounding)
    expect(Math.abs(y - (50 + 40 * Math.sin(angle)))).toBeLessThan(rounding)
  })
})

test('its inner corners lie where the sides of two equal squares cross', () => {
  const corners = cornersOf(eightFoldStar(50, 40))
  expect(corners).toHaveLength(16)
  const point = (index: number) => corners[(index * 2 + 16) % 16] as Point
  for (let index = 0; index < 8; index++) {
    const inner = corners[index * 2 + 1] as Point
    // A square's side joins every second point.
    expect(offLine(inner, point(index - 1), point(index + 1))).toBeLessThan(rounding)
    expect(offLine(inner, point(index), point(index + 2))).toBeLessThan(rounding)
  }
})

test('two stars side by side touch at their points', () => {
  const xs = (center: number) => cornersOf(eightFoldStar(center, 36)).map(({ x }) => x)
  expect(Math.max(...xs(36))).toBe(72)
  expect(Math.min(...xs(108))).toBe(72)
})
