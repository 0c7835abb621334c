import { isDeepStrictEqual } from 'node:util'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'
import type { Change } from '../api.ts'
import { articlesDraft, draftOf } from '../draft-files.ts'
import { formatPath, type KeyPath, parsePath } from '../files/key-path.ts'
import { copyNode } from '../files/lists.ts'
import { valuesByPath } from '../files/read-values.ts'
import { copyValue } from '../files/write-value.ts'
import type { Drafts } from './drafts.ts'
import { isSame, treeOf } from './merge-files.ts'

const listedIn = (source: string | undefined) => (treeOf(source) ?? []) as string[]

/** What differs between the drafts and what was last published, text by text. */
export function findChanges(drafts: Drafts, published: Map<string, string>): Change[] {
  const isText = (file: string) => file.endsWith('.yml')
  const files = [...new Set([...published.keys(), ...drafts.files()])].filter(isText).sort()
  const articles = changedArticles(drafts, published)
  const ofArticles = new Set(
    keysOf(articles).flatMap((article) => allLanguages.map((language) => draftOf(language, article))),
  )
  const others = files
    .filter((file) => file !== articlesDraft && !ofArticles.has(file))
    .flatMap((file) => changesOf(file, published.get(file), drafts.textOf(file)))
  return [...articles, ...others]
}

const keysOf = (articles: Change[]) => articles.map(({ name }) => name.split('#')[1] ?? '').filter(Boolean)

function changedArticles(drafts: Drafts, published: Map<string, string>): Change[] {
  const before = listedIn(published.get(articlesDraft))
  const after = listedIn(drafts.textOf(articlesDraft))
  const titleIn = (source: string | undefined) =>
    String((treeOf(source) as { title?: string } | undefined)?.title ?? '')
  const [added, removed] = [after.filter((key) => !before.includes(key)), before.filter((key) => !after.includes(key))]
  const [kept, keptBefore] = [after.filter((key) => before.includes(key)), before.filter((key) => after.includes(key))]
  const change = (kind: Change['kind'], key: string, before: string, after: string): Change => {
    return { name: `${articlesDraft}#${key}`, kind, before, after }
  }
  const fileOf = (key: string) => draftOf(initialLanguage, key)
  const isMoved = !isDeepStrictEqual(kept, keptBefore)
  return [
    ...added.map((key) => change('article added', key, '', titleIn(drafts.textOf(fileOf(key))) || key)),
    ...removed.map((key) => change('article removed', key, titleIn(published.get(fileOf(key))) || key, '')),
    ...(isMoved ? [change('order', '', keptBefore.join(', '), kept.join(', '))] : []),
  ]
}

function changesOf(file: string, before: string | undefined, after: string | undefined): Change[] {
  if (before === after) return []
  const whole: Change = { name: file, kind: 'file', before: before ?? '', after: after ?? '' }
  const [old, own] = [treeOf(before), treeOf(after)]
  if (before === undefined || after === undefined || old === undefined || own === undefined) return [whole]
  const [oldValues, ownValues] = [valuesByPath(before), valuesByPath(after)]
  const found = [...differences(old, own, [])].flatMap(({ path, isGroup }): Change[] => {
    const name = `${file}#${formatPath(path)}`
    if (isGroup) {
      // Of a list, only the lines that have come or gone; all of them where only their order is another.
      const [before, after] = [linesAt(old, path), linesAt(own, path)]
      const [gone, come] = [
        before.filter((line) => !after.includes(line)),
        after.filter((line) => !before.includes(line)),
      ]
      const isOrder = gone.length + come.length === 0
      const [one, other] = isOrder ? [before, after] : [gone, come]
      return [{ name, kind: 'group', before: one.join('\n'), after: other.join('\n') }]
    }
    const [one, other] = [oldValues.get(formatPath(path)), ownValues.get(formatPath(path))]
    return isSame(one, other) ? [] : [{ name, kind: 'value', before: one?.value ?? '', after: other?.value ?? '' }]
  })
  // Where no value differs, it is comments, or the way in which values are written.
  return found.length > 0 ? found : [whole]
}

/** The smallest parts that differ; a part in which names or the number of items differ is one, and every value may. */
function* differences(one: unknown, other: unknown, path: KeyPath): Generator<{ path: KeyPath; isGroup: boolean }> {
  const areGroups = [one, other].every((tree) => typeof tree === 'object' && tree !== null)
  if (!areGroups) return yield { path, isGroup: typeof one === 'object' || typeof other === 'object' }
  const [before, after] = [one, other] as Record<string, unknown>[]
  if (!isDeepStrictEqual(Object.keys(before ?? {}), Object.keys(after ?? {}))) return yield { path, isGroup: true }
  for (const [key, value] of Object.entries(before ?? {}))
    yield* differences(value, after?.[key], [...path, Array.isArray(one) ? Number(key) : key])
}

/** What stands at a path, each item of a list on a line. */
function linesAt(tree: unknown, path: KeyPath): string[] {
  const part = path.reduce<unknown>(
    (each, step) => (each as Record<string, unknown> | undefined)?.[step as string],
    tree,
  )
  const words = (each: unknown): string =>
    typeof each === 'object' && each !== null
      ? Object.values(each).map(words).filter(Boolean).join(' · ')
      : String(each ?? '')
  return Array.isArray(part) ? part.map(words) : [words(part)].filter(Boolean)
}

/** Makes one change as if it had not been made, and leaves all others. */
export function takeBack(drafts: Drafts, published: Map<string, string>, change: Change): void {
  const [file = '', path = ''] = change.name.split('#')
  const before = published.get(file)
  if (change.kind === 'article added' || change.kind === 'article removed') takeArticleBack(drafts, published, path)
  else if (change.kind === 'order') drafts.write(file, orderAs(listedIn(before), drafts.read(file)))
  else if (before === undefined || change.kind === 'file') drafts.write(file, before)
  else {
    const restore = change.kind === 'group' ? copyNode : copyValue
    drafts.write(file, restore(drafts.read(file), parsePath(path), before))
  }
}

function takeArticleBack(drafts: Drafts, published: Map<string, string>, key: string): void {
  const before = listedIn(published.get(articlesDraft))
  const after = listedIn(drafts.read(articlesDraft))
  const wanted = before.includes(key)
    ? after.toSpliced(before.indexOf(key), 0, key)
    : after.filter((each) => each !== key)
  drafts.write(articlesDraft, rewriteList(drafts.read(articlesDraft), wanted))
  for (const language of allLanguages) drafts.write(draftOf(language, key), published.get(draftOf(language, key)))
}

function orderAs(before: string[], source: string): string {
  const after = listedIn(source)
  const kept = before.filter((key) => after.includes(key))
  return rewriteList(
    source,
    after.map((key) => (before.includes(key) ? (kept.shift() ?? key) : key)),
  )
}

/** The list of articles is comments and one line for each. */
function rewriteList(source: string, keys: string[]): string {
  const lines = source.split('\n')
  const first = lines.findIndex((line) => line.startsWith('- '))
  const rest = lines.filter((line) => !line.startsWith('- '))
  return rest.toSpliced(first < 0 ? rest.length : first, 0, ...keys.map((key) => `- ${key}`)).join('\n')
}
