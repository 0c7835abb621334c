import { isDeepStrictEqual } from 'node:util'
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { readYamlText } from '../../content/read/yaml-file.ts'
import { formatPath, type KeyPath } from './key-path.ts'
import { columnOf, nodeAt, openSource } from './read-values.ts'
import { doubleQuoted } from './scalar-styles.ts'

/*
 * Lists and groups of a content file change by whole lines: an item's lines, with the comments above it, are put in, taken
 * out or moved, and every other line stays. What is written must read back as meant.
 */

type Span = { start: number; end: number }

/** How many items a list has. @throws RangeError when there is no list at the path */
export const countItems = (source: string, list: KeyPath): number => listAt(openSource(source), list).items.length

/** Puts a copy of an item's lines at the end of a list; what it says can then be changed. */
export function copyItem(source: string, list: KeyPath, from: number): string {
  const { items, spans } = itemsOf(source, list)
  const [span, last] = [spans[from], spans.at(-1)]
  if (!span || !last) throw new RangeError(`${formatPath(list)} has no item ${from}.`)
  // Comments above an item are about that one.
  const lines = source.slice(span.dash, span.end)
  return check(splice(source, last.end, last.end, lines), list, [...items, items[from]])
}

/** Adds a text to a list of texts. */
export function addItem(source: string, list: KeyPath, text: string): string {
  const { items, spans } = itemsOf(source, list)
  const last = spans.at(-1)
  if (!last) throw new RangeError(`${formatPath(list)} is empty.`)
  const indent = ' '.repeat(columnOf(source, source.indexOf('-', last.dash)))
  const isPlain = /^[a-z][\w]*$/.test(text)
  const line = `${indent}- ${isPlain ? text : doubleQuoted(text)}${eolOf(source)}`
  return check(splice(source, last.end, last.end, line), list, [...items, text])
}

/** Adds a group of named texts, or of short lists of them, to a list of such groups. */
export function addGroup(source: string, list: KeyPath, group: Record<string, string | string[]>): string {
  const { items, spans } = itemsOf(source, list)
  const last = spans.at(-1)
  if (!last) throw new RangeError(`${formatPath(list)} is empty.`)
  const indent = ' '.repeat(columnOf(source, source.indexOf('-', last.dash)))
  const written = (value: string | string[]) =>
    Array.isArray(value) ? `[${value.map(doubleQuoted).join(', ')}]` : doubleQuoted(value)
  const lines = Object.entries(group).map(
    ([name, value], index) => `${indent}${index === 0 ? '- ' : '  '}${name}: ${written(value)}${eolOf(source)}`,
  )
  return check(splice(source, last.end, last.end, lines.join('')), list, [...items, group])
}

/** @param to the place that the item has afterwards */
export function moveItem(source: string, list: KeyPath, from: number, to: number): string {
  const { items, spans } = itemsOf(source, list)
  const own = spans[from]
  if (!own || !spans[to]) throw new RangeError(`${formatPath(list)} has no such place.`)
  const lines = spans.map(({ start, end }) => closed(source.slice(start, end), source))
  const order = moved([...spans.keys()], from, to)
  const [first, last] = [spans[0] as Span, spans.at(-1) as Span]
  const written = source.slice(0, first.start) + order.map((place) => lines[place]).join('') + source.slice(last.end)
  return check(written, list, moved(items, from, to))
}

export function removeItem(source: string, list: KeyPath, at: number): string {
  const { items, spans } = itemsOf(source, list)
  const span = spans[at]
  if (!span) throw new RangeError(`${formatPath(list)} has no item ${at}.`)
  if (items.length === 1) throw new RangeError(`The last item of ${formatPath(list)} stays.`)
  return check(
    source.slice(0, span.start) + source.slice(span.end),
    list,
    items.filter((_, index) => index !== at),
  )
}

/** Adds a named text at the end of a group, such as a source to the sources of an article. */
export function addKey(source: string, group: KeyPath, name: string, text: string): string {
  const map = nodeAt(openSource(source), group)
  if (!isMap(map) || (map.flow && map.items.length > 0)) throw new RangeError(`${formatPath(group)} takes no names.`)
  const before = valueAt(source, group) as Record<string, unknown>
  if (name in before) throw new RangeError(`${name} stands there already.`)
  const entry = `${/^[a-z][\w-]*$/.test(name) ? name : doubleQuoted(name)}: ${doubleQuoted(text)}`
  const wanted = { ...before, [name]: text }
  const eol = eolOf(source)
  if (map.items.length === 0) {
    const [start = 0, end = 0] = map.range ?? []
    const indent = ' '.repeat(2 * group.length)
    return check(
      `${source.slice(0, start).replace(/ $/, '')}${eol}${indent}${entry}${source.slice(end)}`,
      group,
      wanted,
    )
  }
  const [first, end] = [map.items[0] as Pair<Scalar>, contentEnd(source, map)]
  const indent = ' '.repeat(columnOf(source, first.key.range?.[0] ?? 0))
  return check(splice(source, end, end, `${indent}${entry}${eol}`), group, wanted)
}

/** Takes a named value out of a group, with the comments above it. */
export function removeKey(source: string, group: KeyPath, name: string): string {
  const map = nodeAt(openSource(source), group)
  const pairs = isMap(map) && !map.flow ? (map.items as Pair<Scalar, Node>[]) : []
  const at = pairs.findIndex(({ key }) => String(key.value) === name)
  const pair = pairs[at]
  if (!pair) throw new RangeError(`${formatPath(group)} has no ${name}.`)
  const before = pairs[at - 1]
  const lineStart = (offset: number) => source.lastIndexOf('\n', offset - 1) + 1
  const start = before ? contentEnd(source, before.value) : lineStart(pair.key.range?.[0] ?? 0)
  const end = contentEnd(source, pair.value)
  const { [name]: _gone, ...wanted } = valueAt(source, group) as Record<string, unknown>
  if (pairs.length > 1) return check(source.slice(0, start) + source.slice(end), group, wanted)
  const opening = source.slice(0, start).replace(/\s+$/, '')
  return check(`${opening} {}${eolOf(source)}${source.slice(end)}`, group, wanted)
}

const moved = <Item>(items: Item[], from: number, to: number) =>
  items.toSpliced(from, 1).toSpliced(to, 0, items[from] as Item)

const eolOf = (source: string) => (source.includes('\r\n') ? '\r\n' : '\n')

/** Lines that end with a line break, as every line must that others follow. */
const closed = (lines: string, source: string) => (/\n$/.test(lines) ? lines : lines + eolOf(source))

function splice(source: string, start: number, end: number, lines: string): string {
  return closed(source.slice(0, start), source) + closed(lines, source) + source.slice(end)
}

function listAt(document: Document, list: KeyPath): YAMLSeq {
  const node = nodeAt(document, list)
  if (!isSeq(node) || node.flow) throw new RangeError(`${formatPath(list)} is no list of lines.`)
  return node
}

/** A list's values, and the lines of each item: from the end of the one before it, so that comments go with what follows. */
function itemsOf(source: string, list: KeyPath): { items: unknown[]; spans: (Span & { dash: number })[] } {
  const seq = listAt(openSource(source), list)
  const tokens = (seq.srcToken as { items: { start: { type: string; offset: number }[] }[] }).items
  let end: number | undefined
  const spans = seq.items.map((item, index) => {
    const dash = tokens[index]?.start.find(({ type }) => type === 'seq-item-ind')?.offset ?? 0
    const dashLine = source.lastIndexOf('\n', dash - 1) + 1
    const span = { start: end ?? dashLine, dash: dashLine, end: contentEnd(source, item as Node, dash) }
    end = span.end
    return span
  })
  return { items: valueAt(source, list) as unknown[], spans }
}

/** Where the last line that a node is written on ends, its line break included. */
function contentEnd(source: string, node: Node | Pair | YAMLMap | null, least = 0): number {
  let last = Math.max(least, 0)
  if (node)
    visit(node as Node, (_key, each) => {
      const range = isScalar(each) || ((isMap(each) || isSeq(each)) && each.flow) ? each.range : undefined
      if (range) last = Math.max(last, range[1])
    })
  if (last > 0 && source[last - 1] === '\n') return last
  const eol = source.indexOf('\n', last)
  return eol < 0 ? source.length : eol + 1
}

function valueAt(source: string, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (tree, step) => (tree as Record<string, unknown>)[step as string],
    readYamlText(source, '').value,
  )
}

function check(written: string, path: KeyPath, wanted: unknown): string {
  if (!isDeepStrictEqual(valueAt(written, path), wanted)) throw new Error(`${formatPath(path)} cannot be written so.`)
  return written
}

/** Writes a group of values as it is written in another text of the same file, comments and marks included. */
export function copyNode(source: string, path: KeyPath, from: string): string {
  const [own, other] = [source, from].map((text) => {
    const node = nodeAt(openSource(text), path)
    const start = node?.range?.[0] ?? 0
    // From the end of the colon on: the mark and the first comment come before the node itself.
    const colon = path.length === 0 ? 0 : text.lastIndexOf(`${path.at(-1)}:`, start) + `${path.at(-1)}:`.length
    return { start: colon, end: node ? contentEnd(text, node, start) : text.length }
  }) as [Span, Span]
  const written = source.slice(0, own.start) + from.slice(other.start, other.end) + source.slice(own.end)
  return check(written, path, valueAt(from, path))
}
