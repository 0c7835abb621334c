import { variablesOf } from '../../shared/interpolate.ts'

/**
 * Leaves out of a running text what the site cannot say: paragraphs and list items that use a fact which is not given yet.
 * @param facts by variable, empty if they are not given
 */
export function leaveOut(markdown: string, facts: Record<string, string>): string {
  const hasItsFacts = (text: string) => !variablesOf(text).some((name) => facts[name] === '')
  const blocks = markdown.split('\n\n').map((block) => {
    const isList = /^(-|\d+\.) /.test(block)
    return (isList ? block.split('\n') : [block]).filter(hasItsFacts).join('\n')
  })
  return blocks.filter(Boolean).join('\n\n')
}
