import { allLanguages } from '../../shared/languages.ts'
import type { Edit } from '../api.ts'
import { draftOf } from '../draft-files.ts'
import { formatPath, type KeyPath, parsePath } from '../files/key-path.ts'
import { addKey, copyItem, countItems, moveItem, removeItem, removeKey } from '../files/lists.ts'
import { readValues, valuesByPath, valuesIfReadable } from '../files/read-values.ts'
import { copyValue, removeMark, setValue } from '../files/write-value.ts'
import { findChanges, takeBack } from './changes.ts'
import type { Drafts } from './drafts.ts'
import { addArticle, removeArticle } from './new-article.ts'

/**
 * Does in the drafts what the editor's page asks for.
 * @throws RangeError when it asks for what is not there
 */
export function applyEdit(edit: Edit, drafts: Drafts, published: Map<string, string>): unknown {
  const change = (name: string, make: (source: string, path: KeyPath) => string) => {
    const [file = '', path = ''] = name.split('#')
    if (!file.endsWith('.yml')) throw new RangeError(`${file} holds no values.`)
    const source = drafts.read(file)
    // Written back, it would lose for good what could not be read.
    if (source.includes('\uFFFD')) throw new RangeError(`${file} is not saved as UTF-8. Save it again as UTF-8.`)
    drafts.write(file, make(source, parsePath(path)))
  }
  switch (edit.op) {
    case 'set':
      for (const [name, value] of Object.entries(edit.values)) {
        const before = published.get(name.split('#')[0] ?? '')
        change(name, (source, path) => setText(source, path, value, before))
      }
      return
    case 'real':
      return change(edit.name, (source, path) => {
        const mark = valuesByPath(source).get(formatPath(path))?.mark
        return mark ? removeMark(source, mark) : source
      })
    case 'add item':
      return change(edit.list, addEmptyItem)
    case 'move item':
      return change(edit.list, (source, path) => moveItem(source, path, edit.from, edit.to))
    case 'remove item':
      return change(edit.list, (source, path) => removeItem(source, path, edit.at))
    case 'add article':
      return void addArticle(drafts, edit.titles)
    case 'remove article':
      return removeArticle(drafts, edit.article)
    case 'add source':
      for (const language of allLanguages)
        change(draftOf(language, edit.article), (source) => addKey(source, ['sources'], edit.source, edit.text))
      return
    case 'remove source':
      for (const language of allLanguages)
        change(draftOf(language, edit.article), (source) => removeKey(source, ['sources'], edit.source))
      return
    case 'take back': {
      const found = findChanges(drafts, published).find(({ name }) => name === edit.change)
      if (!found) throw new RangeError(`There is no change ${edit.change}.`)
      return takeBack(drafts, published, found)
    }
    case 'resolve':
      return resolve(edit, drafts, change)
    default:
      throw new RangeError('There is no such edit.')
  }
}

/** Writes what somebody typed: a text keeps its line break at the end, and what was published comes back to the byte. */
function setText(source: string, path: KeyPath, typed: string, published: string | undefined): string {
  const name = formatPath(path)
  const [own, before] = [valuesByPath(source).get(name), valuesIfReadable(published).get(name)]
  // A text that one language lacks gets its place at the end of its group.
  if (!own) return addKey(source, path.slice(0, -1), String(path.at(-1)), typed)
  const text = typed.replaceAll('\r\n', '\n')
  const value = own.value.endsWith('\n') || before?.value.endsWith('\n') ? `${text.replace(/\n+$/, '')}\n` : text
  if (published !== undefined && before?.value === value) return copyValue(source, path, published)
  return releaseMark(setValue(source, path, value), path, published)
}

/** The mark of a group goes once each of its values has been replaced. */
function releaseMark(source: string, path: KeyPath, published: string | undefined): string {
  const values = valuesByPath(source)
  const mark = values.get(formatPath(path))?.mark
  if (!mark || mark.path.length === path.length || published === undefined) return source
  const before = valuesByPath(published)
  const ofGroup = [...values].filter(([, value]) => value.mark && formatPath(value.mark.path) === formatPath(mark.path))
  return ofGroup.every(([name, { value }]) => value !== before.get(name)?.value) ? removeMark(source, mark) : source
}

/** An item like the last one, with nothing said in it yet. */
function addEmptyItem(source: string, list: KeyPath): string {
  const at = countItems(source, list)
  let text = copyItem(source, list, at - 1)
  const prefix = `${formatPath(list)}[${at}]`
  const ofItem = (name: string) => name.startsWith(prefix)
  for (const { path } of readValues(text).filter((value) => ofItem(formatPath(value.path))))
    text = setValue(text, path, '')
  return text
}

type MakeChange = (name: string, make: (source: string, path: KeyPath) => string) => void

function resolve({ name, keep }: { name: string; keep: 'mine' | 'theirs' }, drafts: Drafts, change: MakeChange): void {
  const conflict = drafts.conflicts.find((each) => each.name === name)
  if (!conflict) throw new RangeError(`There is no conflict ${name}.`)
  const [file = '', path] = name.split('#')
  const theirs = drafts.theirs(file)
  if (keep === 'theirs' && path !== undefined && theirs !== undefined)
    change(name, (source, path) => copyValue(source, path, theirs))
  else if (keep === 'theirs') drafts.write(file, theirs)
  drafts.settle(name)
}
