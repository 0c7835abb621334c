import { isDeepStrictEqual } from 'node:util'
import { type KeyPath, type TextTree, valueAt } from '../../content/text-tree.ts'
import type { Author, Conflict } from '../api.ts'
import { isYaml, nameOf } from '../content-paths.ts'
import { differences } from '../differences.ts'
import { parseSource, writeSource } from './content-files.ts'
import { as, runProgram } from './repository.ts'
import { replaceAt } from './yaml-edit.ts'

/**
 * Goes on with a merge that git cannot finish line by line, value by value: what one of two has changed is taken. Where both have changed the
 * same, what the other one has published stands.
 * @returns what was written here and does not stand
 * @throws Error if more than values of texts and facts is in conflict
 */
export async function mergeValues(content: string, author: Author): Promise<Conflict[]> {
  const git = (...args: string[]) => runProgram('git', args, { cwd: content, env: as(author) })
  const list = ['diff', '--name-only', '--diff-filter=U', '-z']
  const [all, files] = [await git(...list), (await git(...list, '--relative')).split('\0').filter(Boolean)]
  const isOfContent = all.split('\0').length === files.length + 1 && files.length > 0 && files.every(isYaml)
  if (!isOfContent) throw new Error(`CONFLICT: ${all.replaceAll('\0', ' ')}`)
  const conflicts: Conflict[] = []
  for (const file of files) {
    // The version before, this one, and the other one.
    const [before = '', own = '', theirs = ''] = await Promise.all(
      [1, 2, 3].map((stage) => git('show', `:${stage}:./${file}`)),
    )
    const merged = mergeFile(file, before, own, theirs)
    writeSource(content, file, merged.text)
    conflicts.push(...merged.conflicts)
  }
  await git('add', '--', ...files)
  await git('commit', '--quiet', '--no-edit')
  return conflicts
}

/** @returns the other version with the values that only this one has changed, and those that both have changed */
export function mergeFile(file: string, ...versions: [before: string, own: string, theirs: string]) {
  const [before, own, theirs] = versions.map((source) => parseSource(file, source)?.tree)
  if (before === undefined || own === undefined || theirs === undefined) throw new Error(`CONFLICT: ${file}`)
  const theirChanges = changesIn(before, theirs)
  const conflicts = new Map<string, Conflict>()
  let text = versions[2]
  for (const path of changesIn(before, own)) {
    // A list that one has reordered or made longer is one value.
    const whole =
      theirChanges.find((their) => isIn(path, their)) ?? (theirChanges.find((their) => isIn(their, path)) && path)
    if (!whole) text = replaceAt(text, path, valueAt(own, path) ?? null, versions[1])
    else if (!isSame(own, theirs, whole)) {
      const name = nameOf(file, whole)
      conflicts.set(name, { name, value: valueAt(own, whole) ?? null })
    }
  }
  return { text, conflicts: [...conflicts.values()] }
}

const isIn = (path: KeyPath, group: KeyPath) => group.every((step, index) => path[index] === step)
const isSame = (one: TextTree, other: TextTree, path: KeyPath) =>
  isDeepStrictEqual(valueAt(one, path), valueAt(other, path))
const changesIn = (before: TextTree, after: TextTree) =>
  [...differences(before, after)].filter((path) => !isSame(before, after, path))
