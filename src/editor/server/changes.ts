import { isDeepStrictEqual } from 'node:util'
import type { Document } from 'yaml'
import { parseYaml } from '../../content/read/yaml-file.ts'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'
import type { Change } from '../api.ts'
import { articlesFile, fileOf, formatPath, type KeyPath, parsePath, textFileOf } from '../content-paths.ts'
import { articlesIn, removeArticle, setArticles } from './articles.ts'
import { type ContentFiles, setText, type Value, valuesIn } from './content-files.ts'

type Sources = Map<string, string>

/** What differs between the files and the last commit, text by text. */
export function findChanges(now: Sources, head: Sources): Change[] {
  const [before, after] = [articlesIn(head), articlesIn(now)]
  const titleOf = (sources: Sources, article: string) =>
    String(parseYaml(sources.get(textFileOf(initialLanguage, article)) ?? '').get('title') ?? article)
  const change = (kind: Change['kind'], key: string, before: string, after: string): Change => {
    return { name: `${articlesFile}#${key}`, kind, before, after }
  }
  const [added, removed] = [after.filter((key) => !before.includes(key)), before.filter((key) => !after.includes(key))]
  const [kept, keptBefore] = [after.filter((key) => before.includes(key)), before.filter((key) => after.includes(key))]
  const titles = (keys: string[]) => keys.map((key) => titleOf(now, key)).join(', ')
  const isMoved = !isDeepStrictEqual(kept, keptBefore)
  const whole = [...added, ...removed].flatMap((key) => allLanguages.map((language) => textFileOf(language, key)))
  const files = [...new Set([...head.keys(), ...now.keys()])].sort()
  return [
    ...added.map((key) => change('article added', key, '', titleOf(now, key))),
    ...removed.map((key) => change('article removed', key, titleOf(head, key), '')),
    ...(isMoved ? [change('order', '', titles(keptBefore), titles(kept))] : []),
    ...files
      .filter((file) => file !== articlesFile && !whole.includes(file))
      .flatMap((file) => changesOf(file, head.get(file), now.get(file))),
  ]
}

function changesOf(file: string, before: string | undefined, after: string | undefined): Change[] {
  if (before === after) return []
  const whole: Change = { name: file, kind: 'file', before: before ?? '', after: after ?? '' }
  const [old, own] = [parseYaml(before ?? ''), parseYaml(after ?? '')]
  if (before === undefined || after === undefined || old.errors.length + own.errors.length > 0) return [whole]
  const [oldValues, ownValues] = [valuesIn(old), valuesIn(own)]
  const found = [...differences(old.toJS(), own.toJS(), [])].flatMap(({ path, isGroup }): Change[] => {
    const key = formatPath(path)
    if (isGroup) return [listChange(`${file}#${key}`, linesAt(oldValues, key), linesAt(ownValues, key))]
    const [one, other] = [oldValues.get(key), ownValues.get(key)]
    if (one?.value === other?.value && isMarked(one) === isMarked(other)) return []
    return [{ name: `${file}#${key}`, kind: 'value', before: one?.value ?? '', after: other?.value ?? '' }]
  })
  // If no value differs, it is comments, or the way in which values are written.
  return found.length > 0 ? found : [whole]
}

const isMarked = (value: Value | undefined) => value?.markedAt !== undefined

/** Only the items that were added or removed; all of them if only their order is different. */
function listChange(name: string, before: string[], after: string[]): Change {
  const [gone, come] = [before.filter((line) => !after.includes(line)), after.filter((line) => !before.includes(line))]
  const [one, other] = gone.length + come.length === 0 ? [before, after] : [gone, come]
  return { name, kind: 'list', before: one.join('\n'), after: other.join('\n') }
}

/** Every value, and the smallest groups that have different names or numbers of items. */
function* differences(one: unknown, other: unknown, path: KeyPath): Generator<{ path: KeyPath; isGroup: boolean }> {
  const isGroup = (tree: unknown) => typeof tree === 'object' && tree !== null
  if (!isGroup(one) || !isGroup(other)) return yield { path, isGroup: isGroup(one) || isGroup(other) }
  const [before, after] = [one, other] as Record<string, unknown>[]
  if (!isDeepStrictEqual(Object.keys(before ?? {}), Object.keys(after ?? {}))) return yield { path, isGroup: true }
  for (const [key, value] of Object.entries(before ?? {}))
    yield* differences(value, after?.[key], [...path, Array.isArray(one) ? Number(key) : key])
}

/** What a group says, each item of a list in a line. */
function linesAt(values: Map<string, Value>, group: string): string[] {
  const lines = new Map<string, string[]>()
  for (const [path, { value }] of values) {
    const rest = path.startsWith(group) ? path.slice(group.length) : undefined
    if (rest === undefined || !/^[.[]|^$/.test(rest) || !value) continue
    const item = /^\[\d+\]/.exec(rest)?.[0] ?? rest
    lines.set(item, [...(lines.get(item) ?? []), value])
  }
  return [...lines.values()].map((words) => words.join(' · '))
}

/** Makes one change as if it had not been made, and leaves all others. */
export function takeBack({ name, kind }: Change, files: ContentFiles, head: Sources): void {
  const file = fileOf(name)
  const key = name.slice(file.length + 1)
  const articles = articlesIn(files.sources())
  const before = articlesIn(head)
  const published = parseYaml(head.get(file) ?? '')
  if (kind === 'article added') removeArticle(files, key)
  else if (kind === 'article removed') {
    for (const language of allLanguages) files.restore(textFileOf(language, key), head.get(textFileOf(language, key)))
    setArticles(files, articles.toSpliced(before.indexOf(key), 0, key))
  } else if (kind === 'order') {
    const kept = before.filter((each) => articles.includes(each))
    const inOrder = articles.map((each) => (before.includes(each) ? (kept.shift() as string) : each))
    setArticles(files, inOrder)
  } else if (kind === 'file' || published.errors.length > 0) files.restore(file, head.get(file))
  else {
    const document = files.open(file)
    copyBack(document, published, parsePath(key), kind)
    files.write(file, document)
  }
}

function copyBack(document: Document, published: Document, path: KeyPath, kind: Change['kind']): void {
  const before = published.getIn(path, true)
  if (kind === 'value' && before !== undefined) setText(document, path, String(published.getIn(path) ?? ''), published)
  else if (before === undefined) document.deleteIn(path)
  else document.setIn(path, (before as { clone(): unknown }).clone())
}
