import { existsSync, readFileSync } from 'node:fs'
import { HTMLElement, parse } from 'node-html-parser'
import type { Language } from '../../shared/languages.ts'
import { ContentError } from '../../shared/problem.ts'
import type { RichElement, RichNode } from '../../shared/rich-text.ts'

/**
 * Reads the flag of a language, an SVG drawing, as elements that React can render.
 * @throws ContentError if there is no drawing
 */
export function readFlag(folder: string, language: Language): RichElement {
  const file = `texts/${language}/flag.svg`
  const source = existsSync(`${folder}/${file}`) ? readFileSync(`${folder}/${file}`, 'utf8') : ''
  const svg = parse(source, { comment: false }).querySelector('svg')
  if (!svg) throw new ContentError([{ file: `content/${file}`, key: '', code: 'file_missing' }])
  return elementOf(svg)
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
