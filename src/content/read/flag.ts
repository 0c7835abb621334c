import { existsSync, readFileSync } from 'node:fs'
import { HTMLElement } from 'node-html-parser'
import type { Language } from '../../shared/languages.ts'
import type { RichElement, RichNode } from '../../shared/rich-text.ts'
import { readDrawing } from './drawing.ts'

/** A flag is in the HTML of every page, where React renders it: shapes, with their geometry and colours. */
const shapes = {
  elements: /^(svg|g|path|rect|circle|ellipse|line|polyline|polygon)$/,
  attributes:
    /(?:xmlns|viewBox|width|height|d|x|y|[xy][12]|c[xy]|r[xy]?|points|transform|opacity|(?:fill|stroke|clip)(?:-[a-z]+)*)="[^"<]*"/,
}

/**
 * Reads the flag of a language, an SVG drawing, as elements that React can render.
 * @throws ContentError if there is no drawing, or it has more than shapes
 */
export function readFlag(folder: string, language: Language): RichElement {
  const file = `texts/${language}/flag.svg`
  const source = existsSync(`${folder}/${file}`) ? readFileSync(`${folder}/${file}`, 'utf8') : ''
  return elementOf(readDrawing(source, `content/${file}`, shapes))
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
