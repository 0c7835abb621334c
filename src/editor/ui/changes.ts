import type { TextTree } from '../../content/read/texts.ts'
import { allLanguages } from '../../shared/languages.ts'
import type { Edit } from '../api.ts'
import { articlesFile, formatPath, type KeyPath, textFileOf, textsIn, valueAt } from '../content-paths.ts'
import { isPlaceholder, type Site } from './site.ts'

/** One difference from the last commit. */
export type Change = {
  /** Of a value or a file; of a whole article, its key. */
  name: string
  kind: 'value' | 'list' | 'file' | 'article added' | 'article removed' | 'order'
  before: string
  after: string
  /** What takes it back; nothing of a file that was not there. */
  undo: Edit[]
}

/** What differs between the files and the last commit, text by text. */
export function findChanges(site: Site): Change[] {
  const { files } = site.state
  const now = site.articles
  const before = (files[articlesFile]?.published?.tree ?? now) as string[]
  const [added, removed] = [now.filter((key) => !before.includes(key)), before.filter((key) => !now.includes(key))]
  const [kept, keptBefore] = [now.filter((key) => before.includes(key)), before.filter((key) => now.includes(key))]
  const whole = [...added, ...removed].flatMap(filesOf)
  const titles = (keys: string[]) => keys.map((key) => site.page(key)).join(', ')
  const list = (value: string[]): Edit => ({ name: articlesFile, was: now, value })
  const inOrder = now.map((key) => (before.includes(key) ? (keptBefore[kept.indexOf(key)] as string) : key))
  return [
    ...added.map((key): Change => {
      return { name: key, kind: 'article added', before: '', after: site.page(key), undo: removalOf(site, key) }
    }),
    ...removed.map((key): Change => {
      const texts = filesOf(key).map((name) => ({ name, was: null, value: files[name]?.published?.tree ?? null }))
      const title = String(valueAt(files[textFileOf(site.language, key)]?.published?.tree, ['title']) ?? key)
      const undo = [...texts, list(now.toSpliced(before.indexOf(key), 0, key))]
      return { name: key, kind: 'article removed', before: title, after: '', undo }
    }),
    ...(String(kept) === String(keptBefore)
      ? []
      : [{ name: '', kind: 'order' as const, before: titles(keptBefore), after: titles(kept), undo: [list(inOrder)] }]),
    ...Object.keys(files)
      .filter((file) => file !== articlesFile && !whole.includes(file))
      .flatMap((file) => changesOf(site, file)),
  ]
}

/** What removes an article in every language. */
export const removalOf = ({ articles, treeOf }: Site, article: string): Edit[] => [
  { name: articlesFile, was: articles, value: articles.filter((key) => key !== article) },
  ...filesOf(article).map((name) => ({ name, was: treeOf(name) ?? null, value: null })),
]

const filesOf = (article: string) => allLanguages.map((language) => textFileOf(language, article))

function changesOf(site: Site, file: string): Change[] {
  const { now, published } = site.state.files[file] ?? {}
  if (published === undefined) return []
  const found = now && published ? [...differences(published.tree, now.tree, [])] : []
  const changes = found.flatMap(({ path, before, after }): Change[] => {
    const name = `${file}#${formatPath(path)}`
    const undo = [{ name, was: after ?? null, value: before ?? null }]
    if (typeof before === 'object' || typeof after === 'object')
      return [{ name, kind: 'list', ...linesOf(before, after, (tree) => wordsOf(site, file, path, tree)), undo }]
    if (before === after && isPlaceholder(now, path) === isPlaceholder(published, path)) return []
    const shown = (text = '') => site.shown(file, path, text)
    return [{ name, kind: 'value', before: shown(before), after: shown(after), undo }]
  })
  if (changes.length > 0) return changes
  // It cannot be read, or what differs are comments, or the way in which values are written.
  const undo = published ? [{ name: file, was: now?.tree ?? null, value: published.tree }] : []
  return [{ name: file, kind: 'file', before: '', after: '', undo }]
}

type Difference = { path: KeyPath; before: TextTree | undefined; after: TextTree | undefined }

/** Every text, and the smallest groups that have different names, or numbers of items, or order. */
function* differences(before: TextTree, after: TextTree, path: KeyPath): Generator<Difference> {
  const isGroup = typeof before === 'object' && typeof after === 'object'
  const isSameShape =
    isGroup && String(Object.keys(before)) === String(Object.keys(after)) && !isReordered(before, after)
  if (!isSameShape) return yield { path, before, after }
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

/** What two groups say, each item in a line: only the items that one of them has, or all if only their order is different. */
function linesOf(one: TextTree | undefined, other: TextTree | undefined, wordsOf: (tree: TextTree) => string) {
  const [before, after] = [one, other].map((group) => Object.values(group ?? {}).map(wordsOf)) as [string[], string[]]
  const [gone, come] = [before.filter((line) => !after.includes(line)), after.filter((line) => !before.includes(line))]
  const [lines, others] = gone.length + come.length === 0 ? [before, after] : [gone, come]
  return { before: lines.join('\n'), after: others.join('\n') }
}

/** What an item says, in words. */
const wordsOf = (site: Site, file: string, path: KeyPath, tree: TextTree): string =>
  [...textsIn(tree, path)]
    .map(([at, text]) => site.shown(file, at, text))
    .filter(Boolean)
    .join(' · ')
