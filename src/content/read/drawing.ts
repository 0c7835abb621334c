import { type HTMLElement, parse } from 'node-html-parser'
import { ContentError, type Problem } from '../../shared/problem.ts'

/** What a drawing may have: names of elements, and attributes with their values. */
type DrawingMarkup = { elements: RegExp; attributes: RegExp }

/**
 * Reads an SVG drawing that somebody has made.
 * @param file names it in problems: content/texts/es/flag.svg
 * @throws ContentError if browsers could not read it, or it has other markup than it may have
 */
export function readDrawing(source: string, file: string, { elements, attributes }: DrawingMarkup): HTMLElement {
  const fail = (problem: Pick<Problem, 'code' | 'values'>) => new ContentError([{ file, key: '', ...problem }])
  const svg = parse(source).querySelector('svg')
  if (!svg) throw fail({ code: 'file_missing' })
  const all = [svg, ...svg.querySelectorAll('*')]
  // The parser drops an element that is not closed.
  if (source.replace(/<!--[\s\S]*?-->/g, '').match(/<[a-z]/gi)?.length !== all.length)
    throw fail({ code: 'syntax', values: { reason: 'An element is not closed' } })
  const allowed = new RegExp(`(?<!\\S)${attributes.source}(?!\\S)`, 'g')
  const others = all.flatMap(({ rawTagName, rawAttrs }) =>
    elements.test(rawTagName) ? (rawAttrs.replaceAll(allowed, '').match(/\S+/g) ?? []) : `<${rawTagName}>`,
  )
  // XML has no other names for signs.
  const entities = String(svg).match(/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)[^\s<]*/gi) ?? []
  const [name] = [...others, ...entities]
  if (name) throw fail({ code: 'drawing', values: { name } })
  return svg
}
