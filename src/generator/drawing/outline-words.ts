import anyAscii from 'any-ascii'
import { parse } from 'node-html-parser'
import satori from 'satori'
import { memoizeLast } from '../../shared/memoize.ts'
import { foreign, headingMetrics } from './fonts.ts'

/** Wider than any words. */
const width = 4000
/** The distance from the top of a line of height 1 to its baseline, in ems. */
const baseline = (1 + headingMetrics.ascent - headingMetrics.descent) / 2

const alignments = { start: 'flex-start', middle: 'center', end: 'flex-end' }
const origins = { start: 0, middle: width / 2, end: width }

/**
 * Replaces the words of a drawing by their outlines, so that they are in the site's face on every machine, also in a file that
 * is shown as a picture, which cannot use the page's fonts.
 * @param svg each <text> with a `font-size` is replaced, with its class, place, transform and anchor
 * @param font of the headings, OpenType
 */
export async function outlineWords(svg: string, font: Buffer): Promise<string> {
  const drawing = parse(svg)
  for (const text of drawing.querySelectorAll('text[font-size]')) {
    const { class: kind = '', x = 0, y = 0, transform = '', 'text-anchor': anchor = 'start', ...rest } = text.attributes
    const words = text.text.replace(foreign, anyAscii)
    const outline = await outlineOf(words, Number(rest['font-size']), anchor as keyof typeof origins, font)
    text.replaceWith(`<g class="${kind}" transform="${transform} translate(${x} ${y})"><path d="${outline}"/></g>`)
  }
  return String(drawing)
}

/** What was outlined in a font: most words are in several drawings, and change seldom while somebody writes. */
const outlinesIn = memoizeLast((_font: Buffer) => new Map<string, Promise<string>>())

/** The words around the point 0 0, as the data of a path. */
function outlineOf(words: string, fontSize: number, anchor: keyof typeof origins, font: Buffer): Promise<string> {
  const known = outlinesIn(font)
  const key = JSON.stringify([words, fontSize, anchor])
  const outline = known.get(key) ?? drawOutline(words, fontSize, anchor, font)
  known.set(key, outline)
  return outline
}

async function drawOutline(...[words, fontSize, anchor, font]: Parameters<typeof outlineOf>): Promise<string> {
  const line = { display: 'flex', width, justifyContent: alignments[anchor], lineHeight: 1, whiteSpace: 'pre' }
  const element = { type: 'div', props: { style: { ...line, fontFamily: 'Heading', fontSize }, children: words } }
  const fonts = [{ name: 'Heading', data: font, weight: 600 as const }]
  const svg = await satori(element as Parameters<typeof satori>[0], { width, height: 2 * fontSize, fonts })
  const paths = [...svg.matchAll(/ d="([^"]+)"/g)].map(([, data = '']) => data)
  return relativePath(paths.join(''), origins[anchor], baseline * fontSize)
}

/**
 * Writes a path, of absolute moves, lines and curves, relative to each point before: a letter is then the same wherever it is,
 * and a compressed file a third as large.
 */
function relativePath(data: string, x: number, y: number): string {
  let [start, at] = [
    [x, y],
    [x, y],
  ] as [number[], number[]]
  const commands = data.matchAll(/([MLQCZ])([^MLQCZ]*)/g).map(([, command = '', values = '']) => {
    if (command === 'Z') {
      at = start
      return 'z'
    }
    const numbers = values
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const steps = numbers.map((value, index) => Number((value - (at[index % 2] ?? 0)).toFixed(1)))
    at = numbers.slice(-2)
    if (command === 'M') start = at
    // A line to where it already is.
    if (command === 'L' && steps.every((step) => step === 0)) return ''
    return command.toLowerCase() + steps.join(' ')
  })
  return [...commands].join('')
}
