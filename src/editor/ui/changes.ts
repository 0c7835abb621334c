import type { TextTree } from '../../content/read/texts.ts'
import { articlesFile, type KeyPath, nameOf, sectionOf, valueAt, within } from '../content-paths.ts'
import type { Site } from './site.ts'

/** The name of the list of articles. */
export const articleList = nameOf(articlesFile, [])

/** One difference from the last commit. */
export type Change = {
  title: string
  /** The value or group; or the file, if it is not in one of them. */
  name: string
  before: string
  after: string
  /** The titles of articles that were never published, whose words are lost if it is taken back. */
  lost: string
}

/** What differs between the files and the last commit, text by text. The texts of an article that is new or removed go with the list. */
export function findChanges(site: Site): Change[] {
  const before = (site.publishedOf(articleList) ?? site.articles) as string[]
  const added = site.articles.filter((article) => !before.includes(article))
  const removed = before.filter((article) => !site.articles.includes(article))
  const lost = added.map((article) => site.title(article)).join(', ')
  return Object.keys(site.state.files)
    .filter((file) => ![...added, ...removed].includes(sectionOf(file)))
    .flatMap((file) => changesOf(site, file))
    .map((change) => (change.name === articleList ? { ...change, lost } : change))
}

function changesOf(site: Site, file: string): Change[] {
  const { now, published } = site.state.files[file] ?? {}
  if (published === undefined) return []
  const marked = (name: string, version: 'now' | 'published', text: string) =>
    site.isPlaceholder(name, version) ? `${text} (${site.words.placeholder.label})` : text
  const changeOf = (name: string): Change => ({
    title: site.whole(name),
    name,
    before: marked(name, 'published', linesOf(site, name, site.publishedOf(name))),
    after: marked(name, 'now', linesOf(site, name, site.treeOf(name))),
    lost: '',
  })
  const names = now && published ? [...differences(published.tree, now.tree)].map((path) => nameOf(file, path)) : []
  const changed = names.filter(
    (name) =>
      site.treeOf(name) !== site.publishedOf(name) ||
      site.isPlaceholder(name) !== site.isPlaceholder(name, 'published'),
  )
  if (changed.length > 0) return changed.map(changeOf)
  // It cannot be read, or what differs are comments, or the way in which values are written.
  return [{ ...changeOf(file), before: '', after: '' }]
}

/** The paths of every text, and of the smallest groups that have other names, or another order; the list of articles is one. */
function* differences(before: TextTree, after: TextTree, path: KeyPath = []): Generator<KeyPath> {
  const isGroup = typeof before === 'object' && typeof after === 'object'
  const isSameShape = isGroup && String(Object.keys(before)) === String(Object.keys(after))
  const isArticles = path.length === 0 && Array.isArray(before)
  if (!isSameShape || isArticles || isReordered(before, after)) return yield path
  for (const key of Object.keys(before)) {
    const step = Array.isArray(before) ? Number(key) : key
    yield* differences(valueAt(before, [step]) ?? '', valueAt(after, [step]) ?? '', [...path, step])
  }
}

function isReordered(before: object, after: object): boolean {
  const [one = [], other = []] = [before, after].map((group) =>
    Object.values(group).map((item) => JSON.stringify(item)),
  )
  return String(one) !== String(other) && String(one.toSorted()) === String(other.toSorted())
}

/** What a value says, each item of a group in a line. */
function linesOf(site: Site, name: string, tree: TextTree = ''): string {
  if (typeof tree === 'string') return site.shown(name, tree)
  return Object.entries(tree)
    .map(([key, item]) => site.shown(within(name, Array.isArray(tree) ? Number(key) : key), item))
    .join('\n')
}
