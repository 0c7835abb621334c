import { isDeepStrictEqual } from 'node:util'
import { type Document, isMap, isNode, isPair, isScalar, isSeq, type Node, type Pair, YAMLMap, YAMLSeq } from 'yaml'
import type { TextTree } from '../../content/read/texts.ts'
import { placeholderTag } from '../../content/read/yaml-file.ts'
import { formatPath, type KeyPath } from '../content-paths.ts'

/**
 * Replaces what a document says at a path. What says the same as before stays as it was written, and what says the same as in
 * the last commit is written as it is there; the mark of a placeholder goes with the value that is replaced.
 * @param value nothing removes what is there
 * @param isReal the mark goes even if the value is as before
 */
export function replaceAt(
  document: Document,
  path: KeyPath,
  value: TextTree | null,
  { published, isReal = false }: { published?: Document | undefined; isReal?: boolean | undefined },
): void {
  const groups = path.map((_, index) => path.slice(0, index + 1)).slice(0, -1)
  for (const group of groups) markSingly(document.getIn(group, true))
  if (value === null) document.deleteIn(path)
  else {
    const node = nodeOf(document, value, nodeAt(document, path))
    if (isReal) delete node.tag
    if (path.length === 0) document.contents = node
    else document.setIn(path, node)
  }
  if (!published) return
  const before = published.getIn(path, true)
  if (!isReal && isScalar(before) && before.value === value) {
    const asPublished = before.clone() as Node
    if (groups.some((group) => isMarked(published.getIn(group, true)))) asPublished.tag = placeholderTag
    document.setIn(path, asPublished)
  }
  for (const group of groups.reverse()) {
    const [now, before] = [document.getIn(group, true), published.getIn(group, true)]
    if (isNode(before) && isDeepStrictEqual(markedValues(now), markedValues(before)))
      document.setIn(group, before.clone())
  }
}

const nodeAt = (document: Document, path: KeyPath) =>
  path.length === 0 ? document.contents : document.getIn(path, true)

/** A node that says what a tree says, made of the one that it replaces or is like, whose comments and style it keeps. */
function nodeOf(document: Document, tree: TextTree, model: unknown): Node {
  if (isNode(model) && isDeepStrictEqual(model.toJS(document), tree)) return model
  if (typeof tree === 'string') {
    const node = isScalar(model) ? model : document.createNode('')
    node.value = tree
    delete node.tag
    delete node.source
    return node
  }
  if (Array.isArray(tree)) {
    const list = isSeq<Node>(model) ? model : new YAMLSeq<Node>()
    const left = [...list.items]
    // A comment above the first item is about the list.
    const comment = left[0]?.commentBefore
    if (left[0]) left[0].commentBefore = null
    const last = left.at(-1)
    list.items = tree.map((item) => {
      const same = left.findIndex((node) => isDeepStrictEqual(node.toJS(document), item))
      return same < 0 ? nodeOf(document, item, last?.clone()) : (left.splice(same, 1)[0] as Node)
    })
    if (list.items[0] && comment) list.items[0].commentBefore = comment
    return list
  }
  const map = isMap<Node, Node>(model) ? model : new YAMLMap<Node, Node>()
  // A group without names is written in braces. What comes into it is not.
  if (map.items.length === 0) map.flow = false
  map.items = Object.entries(tree).map(([key, value]) => {
    const pair =
      map.items.find((each) => String(each.key) === key) ?? (document.createPair(key, '') as Pair<Node, Node>)
    pair.value = nodeOf(document, value, pair.value)
    return pair
  })
  return map
}

const childrenOf = (node: unknown): Node[] =>
  isMap<Node, Node>(node) || isSeq<Node>(node)
    ? node.items.map((item) => (isPair(item) ? (item.value as Node) : item))
    : []

const isMarked = (node: unknown): node is Node => isNode(node) && node.tag === placeholderTag

/** Gives the mark of a group to each of its values. */
function markSingly(group: unknown): void {
  if (!isMarked(group)) return
  delete group.tag
  for (const child of childrenOf(group)) child.tag = placeholderTag
}

/** What a group says, and what of it is marked, whether in itself or with a group. */
function markedValues(node: unknown, isInMarked = false): unknown {
  const marked = isInMarked || isMarked(node)
  if (isScalar(node)) return [marked, node.value]
  return [
    isMap(node) && node.items.map(({ key }) => String(key)),
    childrenOf(node).map((each) => markedValues(each, marked)),
  ]
}

/** The comments above the values of a document, by path. */
export function notesIn(document: Document): Record<string, string> {
  const notes: Record<string, string> = {}
  const walk = (node: unknown, path: KeyPath): void => {
    for (const [index, item] of (isMap<Node, Node>(node) || isSeq(node) ? node.items : []).entries()) {
      const own = [...path, isPair(item) ? String(item.key) : index]
      // The library keeps a comment above the first value with the group; that of the document is its title.
      const above =
        isPair<Node, Node>(item) && (item.key.commentBefore ?? (index === 0 && (node as Node).commentBefore))
      if (above && (index > 0 || path.length > 0)) notes[formatPath(own)] = above.trim().replace(/\n ?/g, ' ')
      walk(isPair(item) ? item.value : item, own)
    }
  }
  walk(document.contents, [])
  return notes
}
