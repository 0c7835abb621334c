/** Texts as they are in a content file: nested keys, lists and strings. */
export type TextTree = string | TextTree[] | { [key: string]: TextTree }

/** Where a value is in a file. It is spelled `offices[0].phone` everywhere: in problems, in the editor, on the command line. */
export type KeyPath = (string | number)[]

export const spellPath = (path: KeyPath): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')

export const parsePath = (spelled: string): KeyPath =>
  [...spelled.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([key, index]) => (index ? Number(index) : key))

/** The value at a path of a tree. */
export const valueAt = (tree: TextTree | undefined, path: KeyPath): TextTree | undefined =>
  path.reduce<TextTree | undefined>(
    (group, step) =>
      typeof group === 'object' && Object.hasOwn(group, step) ? (group as Record<string, TextTree>)[step] : undefined,
    tree,
  )

export function isBranch(tree: unknown): tree is { [key: string]: TextTree } {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree)
}

/** The keys of a group, or the numbers of a list. */
export const stepsIn = (tree: TextTree | undefined): KeyPath =>
  Array.isArray(tree) ? [...tree.keys()] : Object.keys(typeof tree === 'object' ? tree : {})

/** Every text of a tree with its path. */
export function* textsIn(tree: TextTree, path: KeyPath = []): Generator<[path: KeyPath, text: string]> {
  if (typeof tree !== 'object') yield [path, String(tree)]
  else for (const step of stepsIn(tree)) yield* textsIn(valueAt(tree, [step]) ?? '', [...path, step])
}

/** The same tree with other texts. What is no text, such as a number, stays. */
export function mapTexts(
  tree: TextTree,
  become: (text: string, path: KeyPath) => string,
  path: KeyPath = [],
): TextTree {
  if (Array.isArray(tree)) return tree.map((item, index) => mapTexts(item, become, [...path, index]))
  if (!isBranch(tree)) return typeof tree === 'string' ? become(tree, path) : tree
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, mapTexts(value, become, [...path, key])]))
}

/** Begins the shape of a running text, which is read from Markdown. */
export const runningMark = '¶'

export const isRunning = (shape: TextTree | undefined) => typeof shape === 'string' && shape.startsWith(runningMark)

/** What a shape (`shapeOf` in schema.ts) has at a path. */
export const shapeAt = (shape: TextTree | undefined, path: KeyPath): TextTree | undefined =>
  path.reduce((part, step) => valueAt(part, [typeof step === 'number' ? 0 : step]) ?? valueAt(part, ['*']), shape)

/** The first text of several trees at each key of a shape; an empty one if none has it. */
export function inShape(trees: (TextTree | undefined)[], shape: TextTree = ''): TextTree {
  if (Array.isArray(shape)) {
    const list = trees.filter(Array.isArray).find((list) => list.length > 0) ?? ['']
    return list.map((item) => inShape([item], shape[0]))
  }
  if (!isBranch(shape)) return trees.find((tree) => typeof tree === 'string' && tree.trim()) ?? ''
  const groups = trees.filter(isBranch)
  const names = Object.keys('*' in shape ? Object.assign({}, ...groups) : shape)
  const within = (name: string) => groups.map((group) => valueAt(group, [name]))
  return Object.fromEntries(names.map((name) => [name, inShape(within(name), shape['*'] ?? shape[name])]))
}
