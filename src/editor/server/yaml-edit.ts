import { isDeepStrictEqual } from 'node:util'
import { type Document, isMap, isNode, isScalar, isSeq, type Node, visit, YAMLMap, YAMLSeq } from 'yaml'
import { parseYaml, writeYaml } from '../../content/read/yaml-file.ts'
import type { KeyPath, TextTree } from '../../content/text-tree.ts'

/**
 * Replaces what a file says at a path. What says the same as before stays as it was written, and what says the same as in
 * the last commit is written as it is there; the mark of a placeholder goes with the value that is replaced.
 * @param value nothing removes what is there
 * @param published what the file says in the last commit
 * @param isReal the mark goes even if the value is as before
 */
export function replaceAt(
  source: string,
  path: KeyPath,
  value: TextTree | null,
  published = '',
  isReal = false,
): string {
  const [document, before] = [parseYaml(source), parseYaml(published)] as [Document, Document]
  // A group without names is written in braces. What comes into it is not.
  visit(document, {
    Map(_, group) {
      if (group.items.length === 0) group.flow = false
    },
  })
  if (value === null) document.deleteIn(path)
  else {
    const node = nodeOf(document, value, document.getIn(path, true), before.getIn(path, true))
    if (isReal) delete node.tag
    document.setIn(path, node)
  }
  return writeYaml(document)
}

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
    // Without quotation marks, an empty text would take the comment below it for its own, and lose it with the next edit.
    if (tree === '') node.type = 'QUOTE_DOUBLE'
    else if (node.type?.startsWith('QUOTE')) delete node.type
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
  const map = isMap(model) ? model : new YAMLMap()
  map.items = map.items.filter(({ key }) => String(key) in tree)
  for (const [key, value] of Object.entries(tree)) map.set(key, nodeOf(document, value, map.get(key, true)))
  return map
}
