import type { TextTree } from '../../content/read/texts.ts'
import { articlesFile, formatPath, type KeyPath, textsIn, valueAt } from '../content-paths.ts'
import { filesOf, isPlaceholder, type Site } from './site.ts'
import type { Replacement } from './store.ts'

/** The name of the list of articles. */
export const articleList = `${articlesFile}#`

/** One difference from the last commit. */
export type Change = {
  title: string
  /** The value or group; or the file, if it is not in one of them. */
  name: string
  before: string
  after: string
  /** The titles of articles that were never published, whose words are lost if it is taken back. */
  lost: string
  /** What takes it back; nothing of a file that was not there. */
  undo: Replacement[]
}

/** What differs between the files and the last commit, text by text. Articles that are new or removed are one change, with their list. */
export function findChanges(site: Site): Change[] {
  const { files } = site.state
  const before = (files[articlesFile]?.published?.tree ?? site.articles) as string[]
  const added = site.articles.filter((article) => !before.includes(article))
  const removed = before.filter((article) => !site.articles.includes(article))
  const texts = [...added, ...removed].flatMap(filesOf).filter((file) => files[file]?.published !== undefined)
  const undo = texts.map((name) => ({ name, become: () => files[name]?.published?.tree ?? null }))
  const lost = added.map((article) => site.page(article)).join(', ')
  return Object.keys(files)
    .filter((file) => !texts.includes(file))
    .flatMap((file) => changesOf(site, file))
    .map((change) => (change.name === articleList ? { ...change, lost, undo: [...change.undo, ...undo] } : change))
}

/** What removes an article in every language. */
export const removalOf = (article: string): Replacement[] => [
  { name: articleList, become: (was) => (was as string[]).filter((key) => key !== article) },
  ...filesOf(article).map((name) => ({ name, become: () => null })),
]

function changesOf(site: Site, file: string): Change[] {
  const { now, published } = site.state.files[file] ?? {}
  if (published === undefined) return []
  const found = now && published ? [...differences(published.tree, now.tree, [])] : []
  const changes = found
    .filter(
      ({ path, before, after }) => before !== after || isPlaceholder(now, path) !== isPlaceholder(published, path),
    )
    .map(({ path, before, after }): Change => {
      const name = `${file}#${formatPath(path)}`
      const lines = linesOf(before, after, (tree) => wordsOf(site, file, path, tree))
      return { title: site.whole(name), name, ...lines, lost: '', undo: [{ name, become: () => before ?? null }] }
    })
  if (changes.length > 0) return changes
  // It cannot be read, or what differs are comments, or the way in which values are written.
  const undo = published ? [{ name: file, become: () => published.tree }] : []
  return [{ title: site.whole(file), name: file, before: '', after: '', lost: '', undo }]
}

type Difference = { path: KeyPath; before: TextTree | undefined; after: TextTree | undefined }

/** Every text, and the smallest groups that have different names, or numbers of items, or order; the list of articles is one. */
function* differences(before: TextTree, after: TextTree, path: KeyPath): Generator<Difference> {
  const isGroup = typeof before === 'object' && typeof after === 'object'
  const isSameShape =
    isGroup && String(Object.keys(before)) === String(Object.keys(after)) && !isReordered(before, after)
  const isArticles = path.length === 0 && Array.isArray(before)
  if (isArticles || !isSameShape) return yield { path, before, after }
  for (const key of Object.keys(before)) {
    const step = Array.isArray(before) ? Number(key) : key
    yield* differences(valueAt(before, [step]) ?? '', valueAt(after, [step]) ?? '', [...path, step])
  }
}

function isReordered(before: TextTree, after: TextTree): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false
  const [one, other] = [before, after].map((list) => list.map((item) => JSON.stringify(item))) as [string[], string[]]
  return String(one) !== String(other) && String(one.toSorted()) === String(other.toSorted())
}

/** What two values say, each item of a group in a line: only the items that one of them has, or all if the items are the same. */
function linesOf(one: TextTree | undefined, other: TextTree | undefined, wordsOf: (tree: TextTree) => string) {
  const lines = (tree: TextTree = '') => (typeof tree === 'string' ? [tree] : Object.values(tree)).map(wordsOf)
  const [before, after] = [lines(one), lines(other)]
  const [gone, come] = [before.filter((line) => !after.includes(line)), after.filter((line) => !before.includes(line))]
  const [left, right] = gone.length + come.length === 0 ? [before, after] : [gone, come]
  return { before: left.join('\n'), after: right.join('\n') }
}

/** What an item says, in words. */
const wordsOf = (site: Site, file: string, path: KeyPath, tree: TextTree): string =>
  [...textsIn(tree, path)]
    .map(([at, text]) => site.shown(file, at, text))
    .filter(Boolean)
    .join(' · ')
