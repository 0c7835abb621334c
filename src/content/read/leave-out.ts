import { placeholdersOf } from '../../shared/interpolate.ts'
import { mapTexts, spellPath, type TextTree } from '../text-tree.ts'
import { isRunningText } from './texts.ts'

/** What the site has: the register, if there are certificates; facts by placeholder, empty if they are not given yet. */
type Available = { register: boolean; facts: Record<string, string> }

/**
 * Leaves out of a language's texts what the site cannot say: paragraphs and list items of running texts that use a fact which
 * is not given, or that link to the register while there is none.
 */
export const leaveOut = (tree: TextTree, available: Available): TextTree =>
  mapTexts(tree, (text, path) => (isRunningText(spellPath(path)) ? withoutBlocks(text, available) : text))

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
