import {
  type CST,
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
} from 'yaml'
import { formatPath, type KeyPath } from './key-path.ts'

/** The mark of a value that must be replaced before the site goes public. */
export const placeholderTag = '!placeholder'

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
  style: string
  isInFlow: boolean
  /** Where the line of its name begins to hold anything, in columns. */
  keyColumn: number
}

export type Mark = { path: KeyPath; start: number; end: number }

type Tokens = CST.SourceToken[] | undefined

/** @throws SyntaxError when the text is no YAML */
export function openSource(source: string): Document {
  const document = parseDocument(source, { keepSourceTokens: true, schema: 'failsafe', logLevel: 'silent' })
  if (document.errors[0]) throw new SyntaxError(document.errors[0].message)
  return document
}

/** Every value of a content file, in its order. */
export function readValues(source: string): Value[] {
  return [
    ...valuesBelow(openSource(source).contents, [], source, {
      isInFlow: false,
      mark: undefined,
      before: [],
      keyColumn: 0,
    }),
  ]
}

export function findValue(source: string, path: KeyPath): Value {
  const found = readValues(source).find((value) => formatPath(value.path) === formatPath(path))
  if (!found) throw new RangeError(`There is no value ${formatPath(path)}.`)
  return found
}

type Around = { isInFlow: boolean; mark: Mark | undefined; before: CST.SourceToken[]; keyColumn: number }

function* valuesBelow(node: unknown, path: KeyPath, source: string, around: Around): Generator<Value> {
  const mark = markIn(around.before, path) ?? around.mark
  const isInFlow = around.isInFlow || (isCollection(node) && node.flow === true)
  if (isMap(node))
    for (const pair of node.items) {
      const { key, srcToken } = pair as Pair<Scalar> & { srcToken?: CST.CollectionItem }
      const keyColumn = columnOf(source, key.range?.[0] ?? 0)
      yield* valuesBelow(pair.value, [...path, String(key.value)], source, {
        isInFlow,
        mark,
        before: tokensOf(srcToken?.sep),
        keyColumn,
      })
    }
  else if (isSeq(node)) {
    const items = (node.srcToken as { items?: CST.CollectionItem[] } | undefined)?.items ?? []
    for (const [index, item] of node.items.entries()) {
      const before = tokensOf(items[index]?.start)
      const sign = before.find(({ type }) => type === 'seq-item-ind')
      yield* valuesBelow(item, [...path, index], source, {
        isInFlow,
        mark,
        before,
        keyColumn: sign ? columnOf(source, sign.offset) : around.keyColumn,
      })
    }
  } else if (isScalar(node) || node === null) {
    const value = String((node as Scalar | null)?.value ?? '')
    const [start = 0, end = 0] = (node as Scalar | null)?.range ?? []
    const sign = around.before.findLast(({ type }) => ['map-value-ind', 'seq-item-ind', 'tag'].includes(type))
    const colon = around.before.find(({ type }) => type === 'map-value-ind' || type === 'seq-item-ind')
    const isWritten = end > start
    const gap = sign ? sign.offset + sign.source.length : start
    yield {
      path,
      value,
      start: isWritten ? start : gap,
      end: isWritten ? end : gap,
      signEnd: colon ? colon.offset + colon.source.length : start,
      mark,
      style: (node as Scalar | null)?.type ?? 'PLAIN',
      isInFlow,
      keyColumn: around.keyColumn,
    }
  }
}

function markIn(tokens: CST.SourceToken[], path: KeyPath): Mark | undefined {
  const tag = tokens.find(({ type, source }) => type === 'tag' && source === placeholderTag)
  return tag && { path, start: tag.offset, end: tag.offset + tag.source.length }
}

const tokensOf = (tokens: Tokens) => tokens ?? []

export const columnOf = (source: string, offset: number) => offset - (source.lastIndexOf('\n', offset - 1) + 1)

/** The node at a path, or nothing. */
export function nodeAt(document: Document, path: KeyPath): Node | undefined {
  let node: unknown = document.contents
  for (const step of path) {
    if (isMap(node))
      node = node.items.find(
        (pair) => isPair(pair) && isScalar(pair.key) && String(pair.key.value) === String(step),
      )?.value
    else if (isSeq(node)) node = node.items[Number(step)]
    else return undefined
  }
  return (node ?? undefined) as Node | undefined
}

/** What the comments above names say to whoever writes, by path; that of the file itself at ''. */
export function readNotes(source: string): Map<string, string> {
  const lines = source.split(/\r?\n/)
  const notes = new Map<string, string>()
  const words = (from: number, to: number) =>
    lines
      .slice(from, to)
      .map((line) => line.replace(/^\s*# ?/, ''))
      .join(' ')
      .trim()
  if (lines[0]?.startsWith('#')) notes.set('', words(0, 1))
  const add = (path: KeyPath, offset: number) => {
    const at = source.slice(0, offset).split('\n').length - 1
    let from = at
    while (from > 0 && /^\s*#/.test(lines[from - 1] ?? '')) from--
    // The first line of a file is about all of it.
    const note = words(Math.max(from, 1), at)
    if (note && at > 0) notes.set(formatPath(path), note)
  }
  const walk = (node: unknown, path: KeyPath) => {
    if (isMap(node))
      for (const { key, value } of node.items as Pair<Scalar>[]) {
        add([...path, String(key.value)], key.range?.[0] ?? 0)
        walk(value, [...path, String(key.value)])
      }
    else if (isSeq(node))
      for (const [index, item] of node.items.entries()) {
        const start = (item as Node | null)?.range?.[0]
        if (start !== undefined && !isMap(item)) add([...path, index], start)
        walk(item, [...path, index])
      }
  }
  walk(openSource(source).contents, [])
  return notes
}
