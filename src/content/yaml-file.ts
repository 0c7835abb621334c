import { readFileSync } from 'node:fs'
import { isPair, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { ContentError } from './problem.ts'

/** Marks a value in a content file as a stand-in that must be replaced before the site goes public. */
const placeholderTag = '!placeholder'

export type YamlFile = { value: unknown; placeholders: string[] }

/**
 * Reads one YAML file. A value marked `!placeholder` is read as the text that follows the mark, and its key is listed.
 * @param label how the file is called in messages
 * @throws ContentError naming the line, when the file is not YAML
 */
export function readYaml(file: string, label: string): YamlFile {
  const lineCounter = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter, logLevel: 'silent' })
  if (document.errors.length > 0)
    throw new ContentError(
      document.errors.map((error) => ({
        file: label,
        key: `line ${lineCounter.linePos(error.pos[0]).line}`,
        message: error.message.split('\n')[0]?.replace(/ at line .*/, '.') ?? '',
      })),
    )
  const placeholders: string[] = []
  visit(document, {
    Node(position, node, ancestors) {
      if (node.tag === placeholderTag) placeholders.push(keyOf(position, node, ancestors as Node[]))
    },
  })
  return { value: document.toJS(), placeholders }
}

/** The dotted key of a node, as an editor would say it: `offices.0.phone`. */
function keyOf(position: unknown, node: Node, ancestors: readonly unknown[]): string {
  const chain = [...ancestors, node]
  const steps = chain.map((ancestor, index) => {
    if (isPair(ancestor)) return isScalar(ancestor.key) ? String(ancestor.key.value) : ''
    if (isSeq(ancestor)) return String(ancestor.items.indexOf(chain[index + 1] as Node))
    return ''
  })
  return steps.filter(Boolean).join('.') || String(position)
}
