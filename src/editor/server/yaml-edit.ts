import { isDeepStrictEqual } from 'node:util'
import { type Document, isMap, isNode, isPair, isScalar, isSeq, type Node, type Pair, YAMLMap, YAMLSeq } from 'yaml'
import type { TextTree } from '../../content/read/texts.ts'
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
  if (value === null) return void document.deleteIn(path)
  const node = nodeOf(document, value, nodeAt(document, path), published && nodeAt(published, path))
  if (isReal) delete node.tag
  if (path.length === 0) document.contents = node
  else document.setIn(path, node)
}

const nodeAt = (document: Document, path: KeyPath) =>
  path.length === 0 ? document.contents : document.getIn(path, true)

/**
 * A node that says what a tree says, made of the one that it replaces or is like, whose comments and style it keeps.
 * @param published the node in the last commit
 */
function nodeOf(document: Document, tree: TextTree, model: unknown, published?: unknown): Node {
  const isSame = (node: unknown): node is Node => isNode(node) && isDeepStrictEqual(node.toJS(document), tree)
  if (isSame(published) && !Array.isArray(tree)) return published
  if (isSame(model)) return model
  if (typeof tree === 'string') {
    const node = isScalar(model) ? model : document.createNode('')
    node.value = tree
    delete node.tag
    delete node.source
    return node
  }
  if (Array.isArray(tree)) {
    const list = isSeq<Node>(model) ? model : new YAMLSeq<Node>()
    const last = list.items.at(-1)
    const known = [...list.items, ...(isSeq<Node>(published) ? published.items : [])]
    list.items = tree.map((item) => {
      const same = known.findIndex((node) => isDeepStrictEqual(node.toJS(document), item))
      return same < 0 ? nodeOf(document, item, last?.clone()) : (known.splice(same, 1)[0] as Node)
    })
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
