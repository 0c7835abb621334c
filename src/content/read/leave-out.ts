import { placeholdersOf } from '../../shared/interpolate.ts'
import { isBranch, type KeyPath, type TextTree, valueAt } from '../text-tree.ts'
import { isRunningText } from './texts.ts'

/** What the site has: the register, if there are certificates; facts by placeholder, empty if they are not given yet. */
type Available = { register: boolean; facts: Record<string, string> }

/** `answer_with_register` is shown instead of `answer` while the site has a register. */
const variant = '_with_register'

/**
 * Leaves out of a language's texts what the site cannot say: paragraphs and list items of running texts that use a fact which
 * is not given, or that link to the register while there is none.
 */
export function leaveOut(tree: TextTree, available: Available, key = ''): TextTree {
  if (Array.isArray(tree)) return tree.map((item) => leaveOut(item, available, key))
  if (!isBranch(tree)) return isRunningText(key) ? withoutBlocks(tree, available) : tree
  const shown = Object.entries(tree).filter(([name]) => !name.endsWith(variant))
  return Object.fromEntries(
    shown.map(([name, value]) => {
      const chosen = (available.register && tree[name + variant]) || value
      return [name, leaveOut(chosen, available, name)]
    }),
  )
}

/** The path in the file of the text that is shown at a path. @param tree the texts as they are in the file */
export function pathInFile(tree: TextTree | undefined, [step, ...path]: KeyPath, hasRegister: boolean): KeyPath {
  if (step === undefined) return []
  const isVaried = hasRegister && valueAt(tree, [step + variant]) !== undefined
  const key = isVaried ? step + variant : step
  return [key, ...pathInFile(valueAt(tree, [key]), path, hasRegister)]
}

/** What stays keeps its line, by which the editor finds it. */
function withoutBlocks(markdown: string, { register, facts }: Available): string {
  const canBeSaid = (text: string) =>
    (register || !text.includes('](page:register')) && !placeholdersOf(text).some((name) => facts[name] === '')
  const blocks = markdown.split('\n\n').map((block) => {
    const isList = /^(-|\d+\.) /.test(block)
    const parts = isList ? block.split('\n') : [block]
    return parts.map((part) => (canBeSaid(part) ? part : part.replace(/[^\n]/g, ''))).join('\n')
  })
  return blocks.join('\n\n')
}
