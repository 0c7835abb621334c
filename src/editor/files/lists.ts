import { isDeepStrictEqual } from 'node:util'
import { isCollection, isMap, isScalar, isSeq, type Node, visit } from 'yaml'
import { readYamlText } from '../../content/read/yaml-file.ts'
import { formatPath, type KeyPath } from './key-path.ts'
import { columnOf, entriesOf, eolOf, headOf, nodeAt, openSource } from './read-values.ts'
import { doubleQuoted } from './scalar-styles.ts'

/*
 * Lists and groups of a content file change by whole lines: the lines of an entry, with the comments above it, are put in,
 * taken out or moved, and every other line stays. What is written must read back as meant.
 */

/** An item of a list, or a named value of a group. */
type Entry = {
  name?: string
  value: unknown
  lines: string
  /** Its lines without the comments above it. */
  own: string
}

/** How many items a list has. @throws RangeError when there is no list at the path */
export const countItems = (source: string, list: KeyPath): number => openEntries(source, list).entries.length

/** Puts a copy of an item's lines at the end of a list; what it says can then be changed. */
export const copyItem = (source: string, list: KeyPath, from: number): string =>
  changeEntries(source, list, (items) => {
    const item = at(items, from)
    // Comments above an item are about that one.
    return [...items, { ...item, lines: item.own }]
  })

/** Adds a text to a list of texts, or a group of texts, or of short lists of them, to a list of such groups. */
export const addItem = (source: string, list: KeyPath, value: string | Record<string, string | string[]>): string =>
  changeEntries(source, list, (items, indent) => {
    const lines =
      typeof value === 'string' ? [word(value)] : Object.entries(value).map(([name, text]) => named(name, text))
    const written = lines.map((line, index) => `${indent}${index === 0 ? '- ' : '  '}${line}`).join(eolOf(source))
    return [...items, { value, lines: written, own: written }]
  })

/** @param to the place that the item has afterwards */
export const moveItem = (source: string, list: KeyPath, from: number, to: number): string =>
  changeEntries(source, list, (items) => at(items, to) && items.toSpliced(from, 1).toSpliced(to, 0, at(items, from)))

export const removeItem = (source: string, list: KeyPath, place: number): string =>
  changeEntries(source, list, (items) => at(items, place) && items.toSpliced(place, 1))

/** Adds a named text at the end of a group, such as a source to the sources of an article. */
export const addKey = (source: string, group: KeyPath, name: string, value: string): string =>
  changeEntries(source, group, (entries, indent) => {
    if (entries.some((entry) => entry.name === name)) throw new RangeError(`${name} stands there already.`)
    const lines = indent + named(name, value)
    return [...entries, { name, value, lines, own: lines }]
  })

/** Takes a named value out of a group, with the comments above it. */
export const removeKey = (source: string, group: KeyPath, name: string): string =>
  changeEntries(source, group, (entries) => {
    const place = entries.findIndex((entry) => entry.name === name)
    return at(entries, place) && entries.toSpliced(place, 1)
  })

/** Writes a group of values as it is written in another text of the same file, comments and marks included. */
export function copyNode(source: string, path: KeyPath, from: string): string {
  const spanIn = (text: string) => {
    const { start, end } = headOf(text, path)
    return { start, end: contentEnd(text, nodeAt(openSource(text), path), end) }
  }
  const [own, other] = [spanIn(source), spanIn(from)]
  const written = source.slice(0, own.start) + from.slice(other.start, other.end) + source.slice(own.end)
  return check(written, path, valueAt(from, path))
}

function at(entries: Entry[], place: number): Entry {
  const entry = entries[place]
  if (!entry) throw new RangeError(`There is no place ${place}.`)
  return entry
}

const word = (text: string) => (/^[a-z][\w-]*$/.test(text) ? text : doubleQuoted(text))
const named = (name: string, value: string | string[]) =>
  `${word(name)}: ${Array.isArray(value) ? `[${value.map(doubleQuoted).join(', ')}]` : doubleQuoted(value)}`

/** @param change what becomes of the entries; it is told the columns before them */
function changeEntries(source: string, path: KeyPath, change: (entries: Entry[], indent: string) => Entry[]): string {
  const { entries, indent, head, tail, isList } = openEntries(source, path)
  const changed = change(entries, indent)
  const eol = eolOf(source)
  const wanted = isList
    ? changed.map(({ value }) => value)
    : Object.fromEntries(changed.map(({ name, value }) => [name, value]))
  if (changed.length > 0) {
    // Every line that others follow ends with a line break.
    const lines = changed.map(({ lines }) => (lines.endsWith('\n') ? lines : lines + eol)).join('')
    return check(head + (head && !head.endsWith('\n') ? eol : '') + lines + tail, path, wanted)
  }
  if (isList) throw new RangeError(`The last item of ${formatPath(path)} stays.`)
  return check(`${head.trimEnd()} {}${eol}${tail}`, path, wanted)
}

/** The entries of a list or group that has its lines for itself, and what stands before and after them. */
function openEntries(source: string, path: KeyPath) {
  const node = nodeAt(openSource(source), path)
  const isEmptyGroup = isMap(node) && node.items.length === 0
  if (!isCollection(node) || (node.flow && !isEmptyGroup))
    throw new RangeError(`${formatPath(path)} is no list of lines.`)
  const values = valueAt(source, path) as Record<string | number, unknown>
  const found = entriesOf(node)
  const [start, nodeEnd] = node.range ?? [0, 0]
  const indent = ' '.repeat(found[0] ? columnOf(source, found[0].nameStart) : 2 * path.length)
  const first = found[0] ? lineStart(source, found[0].nameStart) : start
  let end = found[0] ? first : contentEnd(source, null, nodeEnd)
  const entries = found.map(({ step, node, nameStart }): Entry => {
    // From the end of the one before it, so that comments go with what follows.
    const begin = end
    end = contentEnd(source, node as Node | null, nameStart)
    const name = typeof step === 'number' ? undefined : step
    const own = source.slice(lineStart(source, nameStart), end)
    return { ...(name !== undefined && { name }), value: values[step], lines: source.slice(begin, end), own }
  })
  const head = source.slice(0, first)
  return { entries, indent, head: found[0] ? head : head.trimEnd(), tail: source.slice(end), isList: isSeq(node) }
}

const lineStart = (source: string, offset: number) => source.lastIndexOf('\n', offset - 1) + 1

/** Where the last line that a node is written on ends, its line break included. */
function contentEnd(source: string, node: Node | null | undefined, least: number): number {
  let last = least
  if (node)
    visit(node, (_key, each) => {
      const range = isScalar(each) || (isCollection(each) && each.flow) ? each.range : undefined
      if (range) last = Math.max(last, range[1])
    })
  if (last > 0 && source[last - 1] === '\n') return last
  const eol = source.indexOf('\n', last)
  return eol < 0 ? source.length : eol + 1
}

const valueAt = (source: string, path: KeyPath): unknown =>
  path.reduce<unknown>(
    (tree, step) => (tree as Record<string, unknown>)[step as string],
    readYamlText(source, '').value,
  )

function check(written: string, path: KeyPath, wanted: unknown): string {
  if (!isDeepStrictEqual(valueAt(written, path), wanted)) throw new Error(`${formatPath(path)} cannot be written so.`)
  return written
}
