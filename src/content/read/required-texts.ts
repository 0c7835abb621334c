import { readFileSync, writeFileSync } from 'node:fs'
import type { ProblemCode } from '../problem.ts'
import { isBranch, type KeyPath, parsePath, spellPath, type TextTree, textsIn, valueAt } from '../text-tree.ts'

/** Every text that the code reads: without this list, nothing but the compiler would miss one that no language has. */
const list = new URL('../required-texts.txt', import.meta.url)

/** Groups in which writers add and remove what they like; in the list, `*` stands for any name. */
export const openGroups = ['covers', 'pictures', 'questions', 'reasons', 'roles', 'sources', 'words']

let read: Record<string, TextTree> | undefined

/** A tree of empty texts, with one item in each list, and one named `*` in each open group. */
export function requiredTexts(): Record<string, TextTree> {
  read ??= treeOf(readFileSync(list, 'utf8').trim().split('\n'))
  return read
}

/** Whether the list is that of these texts, `get_certified.documents.groups[0].items[0]`. @param isWriting makes it so */
export function isListed(texts: TextTree, isWriting: boolean): boolean {
  const keys = [...textsIn(texts)].map(([path]) => spellPath(path.map((step, at) => anyOf(step, at, path))))
  const lines = `${[...new Set(keys)].sort().join('\n')}\n`
  if (isWriting) {
    writeFileSync(list, lines)
    read = undefined
  }
  return readFileSync(list, 'utf8') === lines
}

function anyOf(step: KeyPath[number], at: number, path: KeyPath): KeyPath[number] {
  if (typeof step === 'number') return 0
  // A section may have the name of an open group.
  return at > 1 && openGroups.includes(String(path[at - 1])) ? '*' : step
}

/** @param keys lines of the list */
export function treeOf(keys: string[]): Record<string, TextTree> {
  const tree: TextTree = {}
  for (const path of keys.map(parsePath)) {
    let group: Record<KeyPath[number], TextTree> = tree
    for (const [at, step] of path.entries()) {
      if (at + 1 === path.length) group[step] ??= ''
      else if (typeof group[step] !== 'object') group[step] = typeof path[at + 1] === 'number' ? [] : {}
      group = group[step] as typeof group
    }
  }
  return tree
}

/** A tree in the shape of a model: what is missing or has another shape is empty. What only the tree has stays. */
export function shapedLike(tree: TextTree | undefined, model: TextTree): TextTree {
  if (Array.isArray(model)) return Array.isArray(tree) ? tree.map((item) => shapedLike(item, model[0] ?? '')) : []
  if (!isBranch(model)) return typeof tree === 'string' ? tree : ''
  const { '*': any, ...named } = model
  const own = isBranch(tree) ? tree : {}
  const others = Object.entries(own).map(([key, value]) => [key, any === undefined ? value : shapedLike(value, any)])
  const fitted = Object.entries(named).map(([key, each]) => [key, shapedLike(own[key], each)])
  return Object.fromEntries([...others, ...fitted])
}

/** Where a tree has another shape than its model: a list in place of a group, a group in place of a text. */
export function* misfits(tree: TextTree, model: TextTree, path: KeyPath = []): Generator<[KeyPath, ProblemCode]> {
  const shapes = [Array.isArray, isBranch, (each: unknown) => typeof each === 'string']
  const shape = shapes.findIndex((isShape) => isShape(model))
  if (!shapes[shape]?.(tree)) yield [path, (['list_wanted', 'group_wanted', 'text_wanted'] as const)[shape] ?? 'needed']
  else if (typeof tree === 'object')
    for (const [key, value] of Object.entries(tree)) {
      const step = Array.isArray(tree) ? Number(key) : key
      const part = Array.isArray(model) ? model[0] : (valueAt(model, [step]) ?? valueAt(model, ['*']))
      if (part !== undefined) yield* misfits(value, part, [...path, step])
    }
}
