import type { TextTree } from '../../content/read/texts.ts'
import { fold, hyphenated } from '../../shared/fold.ts'
import { allLanguages, initialLanguage, type Language } from '../../shared/languages.ts'
import { sitePages } from '../../shared/pages.ts'
import type { Edit } from '../api.ts'
import { articlesFile, emptied, formatPath, type KeyPath, textFileOf, textsIn, valueAt } from '../content-paths.ts'
import { isPlaceholder, type Site } from './site.ts'

/** One difference from the last commit. */
export type Change = {
  title: string
  /** The file, the value, or the article, which has the name of its page. */
  name: string
  before: string
  after: string
  /** Whether it is an article that was never published, whose words are lost if it is taken back. */
  isNewArticle?: boolean
  /** What takes it back; nothing of a file that was not there. */
  undo: Edit[]
}

/** What differs between the files and the last commit, text by text. */
export function findChanges(site: Site): Change[] {
  const { state, articles: now, words } = site
  const published = (file: string) => state.files[file]?.published?.tree
  const before = (published(articlesFile) ?? now) as string[]
  const [added, removed] = [now.filter((key) => !before.includes(key)), before.filter((key) => !now.includes(key))]
  const [kept, keptBefore] = [now.filter((key) => before.includes(key)), before.filter((key) => now.includes(key))]
  const titles = (keys: string[]) => keys.map((key) => site.page(key)).join(', ')
  const list = (value: string[]): Edit => ({ name: articlesFile, was: now, value })
  const changes = added.map((key): Change => {
    const undo = removalOf(site, key)
    return { title: words.changes.added, name: key, before: '', after: site.page(key), isNewArticle: true, undo }
  })
  for (const key of removed) {
    const title = String(valueAt(published(textFileOf(site.language, key)), ['title']) ?? key)
    const texts = filesOf(key).map((name) => ({ name, was: null, value: published(name) ?? null }))
    const undo = [...texts, list(now.toSpliced(before.indexOf(key), 0, key))]
    changes.push({ title: words.changes.removed, name: articlesFile, before: title, after: '', undo })
  }
  if (String(kept) !== String(keptBefore)) {
    const undo = [list(now.map((key) => keptBefore[kept.indexOf(key)] ?? key))]
    const [one, other] = [titles(keptBefore), titles(kept)]
    changes.push({ title: words.changes.order, name: articlesFile, before: one, after: other, undo })
  }
  const whole = [articlesFile, ...[...added, ...removed].flatMap(filesOf)]
  const files = Object.keys(state.files).filter((file) => !whole.includes(file))
  return [...changes, ...files.flatMap((file) => changesOf(site, file))]
}

/** What adds an article in every language: the texts that every article has, with the comments of the first one. */
export function additionOf({ articles, state, treeOf }: Site, titles: Record<Language, string>) {
  const words = fold(titles[initialLanguage]).match(/[a-z0-9]+/g) ?? ['article']
  const base = words.join('_').replace(/^\d/, 'a$&').slice(0, 40)
  const isTaken = (key: string) => key in sitePages || textFileOf(initialLanguage, key) in state.files
  let article = base
  for (let number = 2; isTaken(article); number++) article = `${base}_${number}`
  const texts = allLanguages.map((language): Edit => {
    const model = textFileOf(language, articles[0] ?? '')
    // The note on sources is much the same below every article.
    const { pictures: _, sources_note = '', ...others } = treeOf(model) as Record<string, TextTree>
    const title = titles[language].trim()
    const head = { slug: hyphenated(title), title, description: '' }
    const value = { ...(emptied(others) as object), head, title, sources: {}, sources_note }
    return { name: textFileOf(language, article), was: null, value, model }
  })
  // The list comes last: if the server ends before, there is no article without its texts.
  return { article, edits: [...texts, { name: articlesFile, was: articles, value: [...articles, article] }] }
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
    const title = site.whole(name)
    const undo = [{ name, was: after ?? null, value: before ?? null }]
    if (typeof before === 'object' || typeof after === 'object')
      return [{ title, name, ...linesOf(before, after, (tree) => wordsOf(site, file, path, tree)), undo }]
    if (before === after && isPlaceholder(now, path) === isPlaceholder(published, path)) return []
    const shown = (text = '') => site.shown(file, path, text)
    return [{ title, name, before: shown(before), after: shown(after), undo }]
  })
  if (changes.length > 0) return changes
  // It cannot be read, or what differs are comments, or the way in which values are written.
  const undo = published ? [{ name: file, was: now?.tree ?? null, value: published.tree }] : []
  return [{ title: site.whole(file), name: file, before: '', after: '', undo }]
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
