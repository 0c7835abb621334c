import { isDeepStrictEqual } from 'node:util'
import { listsIn, type Value, type Values, valuesByPath } from '../files/read-values.ts'
import { copyValue, readIfReadable } from '../files/write-value.ts'

/** A file in which two have changed something since the same state of it. */
type Merged = { text: string; conflicts: string[] }

/**
 * Brings two changes of a file together, value by value. Where both changed the same value, ours stays and its path is told.
 * @returns nothing where they cannot be told apart: both changed what there is in the file, or one changed inside what the
 * other took away
 */
export function mergeFiles(base: string, mine: string, theirs: string): Merged | undefined {
  try {
    const [old, own, other] = [valuesByPath(base), valuesByPath(mine), valuesByPath(theirs)]
    if (isSameShape(old, own))
      return apply({ from: mine, changed: changesIn(old, own), onto: theirs, base: old, isMine: true })
    if (isSameShape(old, other))
      return apply({ from: theirs, changed: changesIn(old, other), onto: mine, base: old, isMine: false })
  } catch {
    // One of them cannot be read.
  }
  return undefined
}

type Application = { from: string; changed: string[]; onto: string; base: Values; isMine: boolean }

function apply({ from, changed, onto, base, isMine }: Application): Merged | undefined {
  const conflicts: Merged['conflicts'] = []
  const source = valuesByPath(from)
  const unstable = listsThatDiffer(base, valuesByPath(onto))
  let text = onto
  for (const path of changed) {
    const [target, value] = [valuesByPath(text).get(path), source.get(path)]
    // Places in a list that grew or shrank no longer mean the same items.
    if (!target || !value || unstable.some((list) => path.startsWith(`${list}[`))) return undefined
    if (isSame(target, value)) continue
    const isConflict = !isSame(target, base.get(path))
    if (isConflict) conflicts.push(path)
    if (!isConflict || isMine) text = copyValue(text, value.path, from)
  }
  return { text, conflicts }
}

/** Whether two states of a value are the same for the site: its words, and whether they are a placeholder. */
export const isSame = (one: Value | undefined, other: Value | undefined) =>
  one?.value === other?.value && Boolean(one?.mark) === Boolean(other?.mark)

const isSameShape = (one: Values, other: Values) => isDeepStrictEqual([...one.keys()], [...other.keys()])

const changesIn = (before: Values, after: Values) =>
  [...after.keys()].filter((path) => !isSame(before.get(path), after.get(path)))

function listsThatDiffer(one: Values, other: Values): string[] {
  const [before, after] = [listsIn(one), listsIn(other)]
  return Object.keys({ ...before, ...after }).filter((list) => before[list] !== after[list])
}

/** The tree of a file, or nothing where it cannot be read. */
export const treeOf = (source: string | undefined): unknown => readIfReadable(source)?.value
