import { articleList, articleNames, nameOf, sectionOf } from '../content-paths.ts'
import { differences } from '../differences.ts'
import type { Site } from './site.ts'

/**
 * What differs between the files and the last commit, text by text. The texts of an article that is new or removed go with the list.
 * @returns the names of values and groups; of a file, if it is a drawing or cannot be read, or if what differs is a comment or how a value
 * is written
 */
export function findChanges(site: Site): string[] {
  const before = articleNames(site.publishedOf(articleList))
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
