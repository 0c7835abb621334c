import { type KeyPath, stepsIn, type TextTree, valueAt } from '../content/text-tree.ts'

/**
 * The paths of every text, and of the smallest groups that have other names, or another order; the list of articles is one.
 */
export function* differences(before: TextTree, after: TextTree, path: KeyPath = []): Generator<KeyPath> {
  if (before === after && typeof after === 'object') return
  const isGroup = typeof before === 'object' && typeof after === 'object'
  const isSameShape = isGroup && String(Object.keys(before)) === String(Object.keys(after))
  const isArticles = path.length === 0 && Array.isArray(before)
  if (!isSameShape || isArticles || isReordered(before, after)) return yield path
  for (const step of new Set([before, after].flatMap(stepsIn)))
    yield* differences(valueAt(before, [step]) ?? '', valueAt(after, [step]) ?? '', [...path, step])
}

function isReordered(before: object, after: object): boolean {
  const itemsOf = (group: object) => Object.values(group).map((item) => JSON.stringify(item))
  const [one, other] = [itemsOf(before), itemsOf(after)]
  return String(one) !== String(other) && String(one.toSorted()) === String(other.toSorted())
}
