import { expect, test } from 'vitest'
import { subsetFonts } from './fonts.ts'
import { outlineWords } from './outline-words.ts'

test('words are drawn as outlines around the point at which they were anchored', async () => {
  const { heading } = await subsetFonts(['Halal'])
  const svgOf = (anchor: string) =>
    `<svg><text class="word" font-size="100" x="7" y="9" text-anchor="${anchor}">Halal</text><text>kept</text></svg>`
  const startOf = async (anchor: string) => {
    const svg = await outlineWords(svgOf(anchor), heading)
    expect(svg).toMatch(
      /^<svg><g class="word" transform=" ?translate\(7 9\)"><path d="m[^"]+z"\/?>.*<text>kept<\/text>/,
    )
    return Number(/ d="m(-?[\d.]+)/.exec(svg)?.[1])
  }
  const [start, middle, end] = [await startOf('start'), await startOf('middle'), await startOf('end')]
  const width = start - end
  expect(width).toBeGreaterThan(150)
  expect(start - middle).toBeCloseTo(width / 2, 0)
})
