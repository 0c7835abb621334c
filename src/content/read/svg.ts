import { HTMLElement, parse } from 'node-html-parser'
import type { RichElement, RichNode } from '../../shared/rich-text.ts'

/** Parses an SVG drawing into elements that React can render; nothing if it contains no drawing. */
export function readSvg(source: string): RichElement | undefined {
  const svg = parse(source, { comment: false }).querySelector('svg')
  return svg ? elementOf(svg) : undefined
}

function elementOf(node: HTMLElement): RichElement {
  const { xmlns: _, ...attributes } = node.attributes
  // React spells attributes in camel case: fill-rule is fillRule.
  const spelt = Object.entries(attributes).map(([name, value]) => [
    name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  const children = node.childNodes.filter((child) => child instanceof HTMLElement)
  return [node.rawTagName, Object.fromEntries(spelt), ...children.map((child): RichNode => elementOf(child))]
}
