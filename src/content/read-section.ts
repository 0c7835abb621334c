import { interpolate } from '../shared/interpolate.ts'
import type { RichText } from '../shared/rich-text.ts'
import { type RichTextContext, readRichText } from './rich-text.ts'
import { buildOnlyKeys } from './text-types.ts'
import { isBranch, type TextTree } from './texts.ts'

/** A section as components read it: facts filled in, every `body` read from Markdown, build-only keys left out. */
export type ReadTree = string | RichText | ReadTree[] | { [key: string]: ReadTree }

export function readSection(
  tree: TextTree,
  facts: Record<string, string>,
  context: RichTextContext,
  key = '',
): ReadTree {
  if (Array.isArray(tree)) return tree.map((item) => readSection(item, facts, context, key))
  if (isBranch(tree))
    return Object.fromEntries(
      Object.entries(tree)
        .filter(([name]) => !buildOnlyKeys.includes(name))
        .map(([name, value]) => [name, readSection(value, facts, context, name)]),
    )
  const text = interpolate(String(tree), facts).trim()
  return key === 'body' ? readRichText(text, context) : text
}
