import { isDeepStrictEqual } from 'node:util'
import { readYamlText, type YamlFile } from '../../content/read/yaml-file.ts'
import { formatPath, type KeyPath } from './key-path.ts'
import { columnOf, eolOf, findValue, headOf, type Mark, type Value } from './read-values.ts'
import { lineWidth, type Place, stylesOf } from './scalar-styles.ts'

/** A file as the site reads it, or nothing where it cannot. */
export const readIfReadable = (source: string | undefined): YamlFile | undefined => {
  try {
    return source === undefined ? undefined : readYamlText(source, '')
  } catch {
    return undefined
  }
}

/**
 * Changes one value of a content file: its own bytes, and those of its own `!placeholder` mark, which goes with what it
 * marked. Every other byte stays.
 * @throws RangeError when the file has no such value
 */
export function setValue(source: string, path: KeyPath, value: string): string {
  const found = findValue(source, path)
  if (found.value === value) return source
  const isOwnMark = found.mark && formatPath(found.mark.path) === formatPath(path)
  const before = readIfReadable(source)
  const wanted: YamlFile = {
    value: withValue(before?.value, path, value),
    placeholders: (before?.placeholders ?? []).filter((key) => !isOwnMark || key !== path.join('.')),
  }
  const place = placeOf(source, found)
  for (const way of stylesOf(value, place)) {
    const written = splice(source, found, way, isOwnMark ? found.mark : undefined, place.eol)
    // However a text was meant to be written, what counts is what the site will read.
    if (isDeepStrictEqual(readIfReadable(written), wanted)) return written
  }
  throw new Error(`The value of ${formatPath(path)} cannot be written.`)
}

/** Takes a `!placeholder` mark away and leaves the value, which is real now. */
export function removeMark(source: string, mark: Mark): string {
  return source.slice(0, mark.start) + source.slice(mark.end).replace(/^[ \t]+/, '')
}

/** Writes a value as it is written in another text of the same file, mark included. */
export function copyValue(source: string, path: KeyPath, from: string): string {
  const [own, other] = [findValue(source, path), findValue(from, path)]
  const isClosed = (text: string, { start, end }: Value) => end > start && text[end - 1] === '\n'
  // A block scalar's bytes reach to the end of its last line, other values' do not.
  const ownEnd = isClosed(source, own) ? own.end - 1 : own.end
  const otherEnd = isClosed(from, other) ? other.end - 1 : other.end
  const written = source.slice(0, own.signEnd) + from.slice(other.signEnd, otherEnd) + source.slice(ownEnd)
  const wanted = withValue(readIfReadable(source)?.value, path, other.value)
  if (!isDeepStrictEqual(readIfReadable(written)?.value, wanted)) return setValue(source, path, other.value)
  // The mark of a group, which had gone with the last of its values, comes back with the first.
  const isMissing = other.mark && !own.mark && other.mark.path.length < path.length
  return isMissing ? copyHead(written, other.mark?.path ?? [], from) : written
}

/** Writes what stands before a group, its mark and comments, as in another text of the same file. */
function copyHead(source: string, path: KeyPath, from: string): string {
  const [own, other] = [headOf(source, path), headOf(from, path)]
  return source.slice(0, own.start) + from.slice(other.start, other.end) + source.slice(own.end)
}

function placeOf(source: string, { start, end, style, isInFlow, nameStart, mark }: Value): Place {
  const old = source.slice(start, end)
  const ownIndent = /\n( +)\S/.exec(old)?.[1]?.length
  const column = columnOf(source, mark?.start ?? start)
  return {
    style,
    isInFlow,
    indent: style.startsWith('BLOCK') && ownIndent ? ownIndent : columnOf(source, nameStart) + 2,
    column,
    wasLong: !old.includes('\n') && column + old.length > lineWidth,
    eol: eolOf(source),
  }
}

function splice(source: string, { start, end }: Value, text: string, mark: Mark | undefined, eol: string): string {
  const from = mark?.start ?? start
  const begin = source.slice(0, from)
  const rest = source.slice(end)
  // A block scalar's bytes reach to the end of its last line.
  const closing = source.slice(start, end).endsWith('\n') ? eol : ''
  const gap = /[:-]$/.test(begin) || (mark === undefined && /!placeholder$/.test(begin)) ? ' ' : ''
  return begin + gap + text + closing + rest
}

/** The same tree with another value in one place. */
function withValue(tree: unknown, [step, ...rest]: KeyPath, value: string): unknown {
  if (step === undefined) return value
  const copy = Array.isArray(tree) ? [...tree] : { ...(tree as object) }
  const key = step as keyof typeof copy
  Object.assign(copy, { [step]: withValue(copy[key], rest, value) })
  return copy
}
