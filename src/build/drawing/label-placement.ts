import { escapeMarkup } from '../../shared/escape-markup.ts'

export type Box = { left: number; top: number; right: number; bottom: number }

/** A place where a label may stand. `cost` says how much less it is liked than the best one; 100 is as bad as an overlap. */
export type Place = { box: Box; cost: number }

const overlapCost = 100

/**
 * Chooses a place for each label, so that none stands over another, over an obstacle or beyond the frame; among those, the
 * ones that are liked best. Each label moves to where it disturbs least until none moves.
 * @param labels the places of each label
 * @returns nothing for a label that stands free nowhere: a name over a name tells nobody anything
 */
export function placeLabels<Label extends Place>(
  labels: Label[][],
  obstacles: Box[],
  frame: Box,
): (Label | undefined)[] {
  const chosen = labels.map((places) => cheapest(places, (place) => costAmong(place, obstacles, frame)))
  for (let round = 0; round < labels.length + 3; round++) {
    let hasMoved = false
    labels.forEach((places, index) => {
      const others = [...obstacles, ...chosen.filter((_, other) => other !== index).map(({ box }) => box)]
      const best = cheapest(places, (place) => costAmong(place, others, frame))
      hasMoved ||= best !== chosen[index]
      chosen[index] = best
    })
    if (!hasMoved) break
  }
  const taken = [...obstacles]
  return chosen.map((label) => {
    if (costAmong(label, taken, frame) > label.cost) return undefined
    taken.push(label.box)
    return label
  })
}

function costAmong({ box, cost }: Place, others: Box[], frame: Box): number {
  const overlaps = others.reduce((sum, other) => {
    const area = areaShared(box, other)
    return area > 0 ? sum + overlapCost + area : sum
  }, 0)
  const cutOff = areaOf(box) - areaShared(box, frame)
  return cost + overlaps + (cutOff > 0 ? overlapCost + cutOff : 0)
}

function cheapest<Label extends Place>(places: Label[], costOf: (place: Label) => number): Label {
  const [first, ...rest] = places.map((place) => ({ place, cost: costOf(place) }))
  if (!first) throw new Error('A label has no place at all.')
  return rest.reduce((best, each) => (each.cost < best.cost ? each : best), first).place
}

const areaOf = ({ left, top, right, bottom }: Box) => Math.max(0, right - left) * Math.max(0, bottom - top)

export const areaShared = (one: Box, other: Box) =>
  areaOf({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  })

export const boxAround = (x: number, y: number, width: number, height = width): Box => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
})

type Anchor = 'start' | 'middle' | 'end'

/** A text where it may stand: `x` and `y` as SVG places it by its anchor and baseline. */
export type TextPlace = Place & { x: number; y: number; anchor: Anchor }

/** The room of a line of text in whatever font a device has, with a little air around it. */
const widthOfLetter = { 400: 0.58, 600: 0.62, 700: 0.62 }
const air = 2

export type TextStyle = { size: number; weight: keyof typeof widthOfLetter }

export function textAt(
  text: string,
  { size, weight }: TextStyle,
  at: { x: number; y: number; anchor: Anchor },
  cost = 0,
): TextPlace {
  const width = [...text].length * size * widthOfLetter[weight]
  const left = at.x - width * { start: 0, middle: 0.5, end: 1 }[at.anchor]
  const box = {
    left: left - air,
    top: at.y - size * 0.8 - air,
    right: left + width + air,
    bottom: at.y + size * 0.25 + air,
  }
  return { ...at, box, cost }
}

/**
 * The places around a point, best first: after it, before it, above, below, and at the corners.
 * @param reach how far the point's own drawing goes to each side, and up and down
 */
export function textsAround(
  text: string,
  style: TextStyle,
  [x, y]: [x: number, y: number],
  reach: { x: number; y: number },
): TextPlace[] {
  const gap = 4
  const [after, before] = [x + reach.x + gap, x - reach.x - gap]
  const beside = y + style.size * 0.35
  const above = y - reach.y - gap - style.size * 0.25
  const below = y + reach.y + gap + style.size * 0.8
  const places: [number, number, Anchor][] = [
    [after, beside, 'start'],
    [before, beside, 'end'],
    [x, above, 'middle'],
    [x, below, 'middle'],
    [after, above, 'start'],
    [after, below, 'start'],
    [before, above, 'end'],
    [before, below, 'end'],
  ]
  return places.map(([x, y, anchor], index) => textAt(text, style, { x, y, anchor }, index * 3))
}

/** A text in its place, as SVG; nothing where there was none. */
export const drawText = (text: string, place: TextPlace | undefined, kind = ''): string =>
  place
    ? `<text class="${kind}" text-anchor="${place.anchor}" x="${place.x.toFixed(1)}" y="${place.y.toFixed(1)}">${escapeMarkup(text)}</text>`
    : ''
