import type { LabelSide } from '../../content/read/organisation.ts'
import { escapeMarkup } from '../../shared/escape-markup.ts'

/** How far the drawing of a point goes to each side, and up and down. */
type Reach = { x: number; y: number }

/** A name beside a point of a map, on the side that the content gives. `kind` is its class. */
export function drawLabel(
  name: string,
  [x, y]: [x: number, y: number],
  side: LabelSide,
  { size, reach, kind = '' }: { size: number; reach: Reach; kind?: string },
): string {
  const gap = 4
  const [anchor, at, base] = {
    right: ['start', x + reach.x + gap, y + size * 0.35],
    left: ['end', x - reach.x - gap, y + size * 0.35],
    above: ['middle', x, y - reach.y - gap - size * 0.25],
    below: ['middle', x, y + reach.y + gap + size * 0.8],
  }[side] as [string, number, number]
  return `<text class="${kind}" text-anchor="${anchor}" x="${at.toFixed(1)}" y="${base.toFixed(1)}">${escapeMarkup(name)}</text>`
}
