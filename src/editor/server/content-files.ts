import { isUtf8 } from 'node:buffer'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, isCollection, isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml'
import { parseYaml, writeYaml } from '../../content/read/yaml-file.ts'
import { formatPath, type KeyPath } from '../content-paths.ts'

export const placeholderTag = '!placeholder'

export type Value = {
  path: KeyPath
  value: string
  /** The path of the node with the mark of a placeholder: the value itself, or a group that it is in. */
  markedAt: KeyPath | undefined
  note: string
  isLong: boolean
}

/** The files of content/. No name from outside becomes a path unless there is such a file already. */
export class ContentFiles {
  readonly folder: string
  constructor(folder: string) {
    this.folder = folder
  }

  names = (): string[] => namesBelow(this.folder).filter((name) => name.endsWith('.yml'))

  sources = (): Map<string, string> => new Map(this.names().map((name) => [name, this.#read(name)]))

  /** @throws RangeError if there is no such file, or its values cannot be read */
  open(name: string): Document.Parsed {
    if (!this.names().includes(name)) throw new RangeError(`There is no file ${name}.`)
    if (!isUtf8(readFileSync(join(this.folder, name)))) throw new RangeError(`${name} is not saved as UTF-8.`)
    const document = parseYaml(this.#read(name))
    if (document.errors[0]) throw new RangeError(`${name}: ${document.errors[0].message}`)
    return document
  }

  write(name: string, document: Document): void {
    this.restore(name, writeYaml(document))
  }

  /** Writes a file whole or not at all, and not through a link. Without a text, the file is removed. */
  restore(name: string, text: string | undefined): void {
    const unfinished = join(this.folder, `${name}.unfinished`)
    if (text === undefined) rmSync(join(this.folder, name), { force: true })
    else {
      writeFileSync(unfinished, text, { flush: true })
      renameSync(unfinished, join(this.folder, name))
    }
  }

  // Git for Windows may have written the lines of a copy that is older than .gitattributes.
  #read = (name: string) => readFileSync(join(this.folder, name), 'utf8').replaceAll('\r\n', '\n')
}

/** The ordinary files below a folder. Links are not followed. */
function namesBelow(folder: string, prefix = ''): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (entry.isDirectory()) return namesBelow(join(folder, entry.name), `${prefix}${entry.name}/`)
      return entry.isFile() ? [prefix + entry.name] : []
    })
    .sort()
}

/** Every value of a file by its path, in the order of the file. */
export function valuesIn(document: Document): Map<string, Value> {
  const values = new Map<string, Value>()
  const walk = (node: unknown, path: KeyPath, markedAt: KeyPath | undefined, note: string): void => {
    const marked = (node as Node | null)?.tag === placeholderTag ? path : markedAt
    if (isMap(node))
      for (const [index, pair] of node.items.entries()) {
        const key = pair.key as Scalar
        // The library keeps a comment above the first value with the group.
        const above = key.commentBefore ?? (index === 0 && path.length > 0 ? node.commentBefore : undefined) ?? ''
        walk(pair.value, [...path, String(key.value)], marked, path.length === 0 && index === 0 ? '' : above)
      }
    else if (isSeq(node)) for (const [index, item] of node.items.entries()) walk(item, [...path, index], marked, '')
    else {
      const value = isScalar(node) ? String(node.value ?? '') : ''
      const isBlock = isScalar(node) && node.type?.startsWith('BLOCK') === true
      const isLong = isBlock || path.at(-1) === 'body' || value.length > 70
      values.set(formatPath(path), { path, value, markedAt: marked, note: note.trim().replace(/\n ?/g, ' '), isLong })
    }
  }
  walk(document.contents, [], undefined, '')
  return values
}

/**
 * Writes a text over a value, in the way in which the value was written. If it is the published value, all is as published,
 * the mark of a placeholder included. Otherwise the mark goes; that of a group, once all of its values are replaced.
 * @returns whether the file can keep such a text
 */
export function setText(document: Document, path: KeyPath, text: string, published: Document | undefined): boolean {
  const before = published?.getIn(path, true)
  const old = document.getIn(path, true)
  const isBlock = [old, before].some((node) => isScalar(node) && String(node.value).endsWith('\n'))
  const value = isBlock ? `${text.replace(/\n+$/, '')}\n` : text
  const isAsPublished = isScalar(before) && String(before.value ?? '') === value
  if (isAsPublished) document.setIn(path, before.clone())
  else if (isScalar(old)) {
    old.value = value
    delete old.tag
    delete old.source
  } else document.setIn(path, value)
  if (published) followGroups(document, path, published, isAsPublished)
  return keeps(document, path, value)
}

/** Whether a value is there again when the file is read. What looks like a sign of YAML is put between quotation marks. */
function keeps(document: Document, path: KeyPath, value: string): boolean {
  const isKept = () => parseYaml(writeYaml(document)).getIn(path) === value
  if (isKept()) return true
  const node = document.getIn(path, true)
  if (isScalar(node)) node.type = 'QUOTE_DOUBLE'
  return isKept()
}

function followGroups(document: Document, path: KeyPath, published: Document, isAsPublished: boolean): void {
  for (let length = path.length - 1; length > 0; length--) {
    const group = path.slice(0, length)
    const [node, before] = [document.getIn(group, true), published.getIn(group, true)]
    if (!isCollection(node) || !isCollection(before) || before.tag !== placeholderTag) continue
    const said = (tree: unknown) => Object.values((tree as { toJSON(): object }).toJSON())
    const [now, then] = [said(node), said(before)]
    if (isAsPublished) node.tag = placeholderTag
    else if (now.every((value, index) => value !== then[index])) delete node.tag
  }
}

/** Takes the mark of a placeholder away from a value, or from the group that it is in. */
export function removeMark(document: Document, { markedAt }: Value): void {
  const node = markedAt && (document.getIn(markedAt, true) as Node)
  if (node) delete node.tag
}

/** The items of a list, to be changed. @throws RangeError if there is no such list */
export function itemsOf(document: Document, path: KeyPath): Node[] {
  const list = path.length === 0 ? document.contents : document.getIn(path, true)
  if (!isSeq<Node>(list)) throw new RangeError(`There is no list ${formatPath(path)}.`)
  return list.items
}

/** Changes the order of a list, or what is in it; a comment above the first item is about the list, and stays above. */
export function rearrange(items: Node[], change: () => void): void {
  const [first] = items
  const comment = isScalar(first) ? first.commentBefore : undefined
  if (first && comment) first.commentBefore = null
  change()
  if (items[0] && comment) items[0].commentBefore = comment
}

/** An item like another one that says nothing yet; of a list in it, one item. */
export function emptyItem(model: Node): Node {
  const item = model.clone() as Node
  const empty = (node: unknown): void => {
    if (isScalar(node)) node.value = ''
    else if (isSeq(node)) {
      node.items.splice(1)
      node.items.forEach(empty)
    } else if (isMap(node)) for (const { value } of node.items) empty(value)
  }
  empty(item)
  return item
}
