import {
  type CST,
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
} from 'yaml'
import { formatPath, type KeyPath } from './key-path.ts'

/** The mark of a value that must be replaced before the site goes public. */
const placeholderTag = '!placeholder'

/** One value of a content file, with what surrounds it. */
export type Value = {
  path: KeyPath
  value: string
  /** Where its bytes begin and end in the file; both the same where nothing is written. */
  start: number
  end: number
  /** Where the colon or the dash before it ends: what stands in between is its mark and spaces. */
  signEnd: number
  /** The place of its `!placeholder` mark, or of the mark of the group that it stands in. */
  mark: Mark | undefined
  /** The way it is written, as `yaml` calls it. */
  style: Scalar.Type
  isInFlow: boolean
  /** Where its name begins, or the dash before it. */
  nameStart: number
}

export type Mark = { path: KeyPath; start: number; end: number }
export type Values = ReadonlyMap<string, Value>

/** @throws SyntaxError when the text is no YAML */
export function openSource(source: string): Document {
  const document = parseDocument(source, { keepSourceTokens: true, schema: 'failsafe', logLevel: 'silent' })
  if (document.errors[0]) throw new SyntaxError(document.errors[0].message)
  return document
}

/** The texts read last: each is asked for many times, and few of them change. */
const known = new Map<string, Values>()
const mostKnown = 500

/** Every value of a content file by its path, in the order of the file. */
export function valuesByPath(source: string): Values {
  let values = known.get(source)
  if (!values) {
    const around = { node: openSource(source).contents, isInFlow: false, mark: undefined, before: [], nameStart: 0 }
    values = new Map([...valuesBelow([], around)].map((value) => [formatPath(value.path), value]))
    if (known.size >= mostKnown) known.clear()
    known.set(source, values)
  }
  return values
}

/** The values of a text that may be missing or unreadable: none then. */
export function valuesIfReadable(source = ''): Values {
  try {
    return valuesByPath(source)
  } catch {
    return new Map()
  }
}

export const readValues = (source: string): Value[] => [...valuesByPath(source).values()]

export function findValue(source: string, path: KeyPath): Value {
  const found = valuesByPath(source).get(formatPath(path))
  if (!found) throw new RangeError(`There is no value ${formatPath(path)}.`)
  return found
}

/** How many items each list has. A list of words on one line is none: it is changed word by word. */
export function listsIn(values: Values): Record<string, number> {
  const lists: Record<string, number> = {}
  for (const { path, isInFlow } of values.values())
    for (const [index, step] of path.entries())
      if (typeof step === 'number' && !(isInFlow && index === path.length - 1)) {
        const list = formatPath(path.slice(0, index))
        lists[list] = Math.max(lists[list] ?? 0, step + 1)
      }
  return lists
}

type Around = {
  node: unknown
  isInFlow: boolean
  mark: Mark | undefined
  before: CST.SourceToken[]
  nameStart: number
}

function* valuesBelow(path: KeyPath, { node, before, nameStart, ...around }: Around): Generator<Value> {
  const mark = markIn(before, path) ?? around.mark
  const isInFlow = around.isInFlow || (isCollection(node) && node.flow === true)
  if (isCollection(node))
    for (const { step, ...entry } of entriesOf(node)) yield* valuesBelow([...path, step], { ...entry, isInFlow, mark })
  else if (isScalar(node) || node === null) {
    const { value, range, type } = (node ?? {}) as Partial<Scalar>
    const [start = 0, end = 0] = range ?? []
    const isSign = ({ type }: CST.SourceToken) => type === 'map-value-ind' || type === 'seq-item-ind'
    const sign = before.find(isSign)
    const last = before.findLast((token) => isSign(token) || token.type === 'tag')
    const isWritten = end > start
    const gap = endOf(last) ?? start
    yield {
      path,
      value: String(value ?? ''),
      start: isWritten ? start : gap,
      end: isWritten ? end : gap,
      signEnd: endOf(sign) ?? start,
      mark,
      style: (type as Scalar.Type | undefined) ?? 'PLAIN',
      isInFlow,
      nameStart,
    }
  }
}

type Entry = { step: string | number; node: unknown; before: CST.SourceToken[]; nameStart: number }

/** The named values of a group, or the items of a list; `before` are the tokens between name or dash and value. */
export function entriesOf(node: unknown): Entry[] {
  if (isMap<Scalar>(node))
    return node.items.map(({ key, value, srcToken }) => {
      return { step: String(key.value), node: value, before: srcToken?.sep ?? [], nameStart: key.range?.[0] ?? 0 }
    })
  if (!isSeq(node)) return []
  const tokens = (node.srcToken as { items?: CST.CollectionItem[] } | undefined)?.items ?? []
  return node.items.map((item, step) => {
    const before = tokens[step]?.start ?? []
    const dash = before.find(({ type }) => type === 'seq-item-ind')
    return { step, node: item, before, nameStart: dash?.offset ?? (item as Node | null)?.range?.[0] ?? 0 }
  })
}

function markIn(tokens: CST.SourceToken[], path: KeyPath): Mark | undefined {
  const tag = tokens.find(({ type, source }) => type === 'tag' && source === placeholderTag)
  return tag && { path, start: tag.offset, end: tag.offset + tag.source.length }
}

const endOf = (token: CST.SourceToken | undefined) => token && token.offset + token.source.length

export const columnOf = (source: string, offset: number) => offset - (source.lastIndexOf('\n', offset - 1) + 1)
export const eolOf = (source: string) => (source.includes('\r\n') ? '\r\n' : '\n')

/** The node at a path, or nothing. */
export const nodeAt = (document: Document, path: KeyPath): Node | undefined =>
  path.reduce<unknown>(
    (node, step) => entriesOf(node).find((entry) => String(entry.step) === String(step))?.node,
    document.contents,
  ) as Node | undefined

/** What stands between the colon before a group and its first value: its mark and comments. */
export function headOf(source: string, path: KeyPath): { start: number; end: number } {
  const end = nodeAt(openSource(source), path)?.range?.[0] ?? 0
  if (path.length === 0) return { start: 0, end }
  const name = `${path.at(-1)}:`
  return { start: source.lastIndexOf(name, end) + name.length, end }
}

/** What the comment above a name says to whoever writes. The first line of a file is about all of it. */
export function noteAbove(source: string, nameStart: number): string {
  const lines = source.slice(0, nameStart).split(/\r?\n/).slice(1, -1)
  const first = lines.findLastIndex((line) => !/^\s*#/.test(line)) + 1
  return lines
    .slice(first)
    .map((line) => line.replace(/^\s*# ?/, ''))
    .join(' ')
    .trim()
}
