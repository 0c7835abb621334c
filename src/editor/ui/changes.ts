import { type KeyPath, stepsIn, type TextTree, valueAt } from '../../content/text-tree.ts'
import { articleList, articlesIn, nameOf, sectionOf } from '../content-paths.ts'
import type { Site } from './site.ts'

/**
 * What differs between the files and the last commit, text by text. The texts of an article that is new or removed go with the list.
 * @returns the names of values and groups; of a file, if it is a drawing or cannot be read, or if what differs is a comment or how a value
 * is written
 */
export function findChanges(site: Site): string[] {
  const before = articlesIn(site.publishedOf(articleList))
  const newOrRemoved = new Set(before).symmetricDifference(new Set(site.articles))
  return Object.entries(site.state.published).flatMap(([file, published]) => {
    const now = site.state.now[file]
    if (newOrRemoved.has(sectionOf(file))) return []
    const hasValues = published && typeof now?.tree === 'object'
    const paths = hasValues ? [...differences(published.tree, now.tree)] : []
    const changed = paths.map((path) => nameOf(file, path)).filter((name) => isChanged(site, name))
    return changed.length > 0 ? changed : [file]
  })
}

const isChanged = (site: Site, name: string) =>
  site.treeOf(name) !== site.publishedOf(name) || site.isPlaceholder(name) !== site.isPlaceholder(name, 'published')

/**
 * The paths of every text, and of the smallest groups that have other names, or another order; the list of articles is one.
 */
function* differences(before: TextTree, after: TextTree, path: KeyPath = []): Generator<KeyPath> {
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
