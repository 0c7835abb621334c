import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'
import { nearest } from '../nearest.ts'
import { ContentError, type Problem } from '../problem.ts'
import { explainError, findForeignLine, quoted, type SyntaxProblem } from './syntax-errors.ts'

/** Marks a value in a content file as a placeholder that must be replaced before the site goes public. */
const placeholderTag = '!placeholder'

export type YamlFile = { value: unknown; placeholders: string[] }

/**
 * Reads one YAML file, every value as the text that it is: a year stays `2024`, a postal code keeps its zero. A value
 * marked `!placeholder` is read as the text that follows the mark, and its key is listed.
 * @param label how the file is called in messages
 * @throws ContentError naming the line, when the file cannot be read or cannot be meant
 */
export function readYaml(file: string, label: string): YamlFile {
  const bytes = readFileSync(file)
  if (!isUtf8(bytes)) throw notUtf8(label)
  return readYamlText(bytes.toString(), label)
}

const notUtf8 = (file: string) =>
  new ContentError([{ file, key: '', message: 'This file is not saved as UTF-8. Save it again as UTF-8.' }])

/** Reads a YAML text as `readYaml` reads a file. */
export function readYamlText(source: string, label: string): YamlFile {
  // UTF-16 may pass for UTF-8, but every letter of Latin script then has an empty byte beside it. \uFFFD is what a program
  // has put in the place of what it could not read.
  if (/[\0\uFFFD]/.test(source)) throw notUtf8(label)
  const { document, lines } = open(source)
  const [error] = document.errors
  const foreign = findForeignLine(source.split(/\r?\n/))
  const problems = error ? [explainError(source, error)] : foreign ? [foreign] : findMisread(source, document, lines)
  if (problems.length > 0)
    throw new ContentError(problems.map(({ line, message }) => ({ file: label, key: '', line, message })))
  const placeholders: string[] = []
  visit(document, {
    Node(position, node, ancestors) {
      if (node.tag === placeholderTag) placeholders.push(keyOf(position, node, ancestors as Node[]))
    },
  })
  return { value: document.toJS(), placeholders }
}

/** Parses a content file. Every value is a string: a year stays `2024`, a postal code keeps its zero. */
export const parseYaml = (source: string, lineCounter = new LineCounter()): Document.Parsed =>
  parseDocument(source, { lineCounter, logLevel: 'silent', schema: 'failsafe' })

/** Writes a content file in its one form, so that an edit changes nothing but what is edited. */
export const writeYaml = (document: Document): string => document.toString({ lineWidth: 0 })

function open(source: string) {
  const lines = new LineCounter()
  return { lines, document: parseYaml(source, lines) }
}

/** What can be read, but not as its writer meant it: part of the text would be taken for a sign. */
function findMisread(source: string, document: Document, counter: LineCounter): SyntaxProblem[] {
  const found: SyntaxProblem[] = []
  const lines = source.split(/\r?\n/)
  visit(document, {
    Node(_position, node) {
      if (!node.range) return
      const { line } = counter.linePos(node.range[0])
      const written = lines[line - 1] ?? ''
      const { key, text = '' } = /^\s*(?:- )?(?:(?<key>[\w-]+):\s+)?(?<text>.*)$/.exec(written)?.groups ?? {}
      const told = (reason: string) =>
        found.push({ line, message: `${reason} Write: ${key ? `${key}: ` : ''}${quoted(text)}` })
      if (node.tag && node.tag !== placeholderTag && nearest(node.tag, [placeholderTag]))
        found.push({ line, message: `The mark is misspelt. Write ${placeholderTag} in place of ${node.tag}.` })
      else if (
        isAlias(node) ||
        ('anchor' in node && node.anchor) ||
        (node.tag?.startsWith('!') && node.tag !== placeholderTag)
      )
        told(`This text begins with ${text[0]}, so it must stand between quotation marks.`)
      else if (isMap(node) && node.flow && text.startsWith('{{'))
        told('This text begins with {, so it must stand between quotation marks.')
      else if (isScalar(node) && node.type === 'PLAIN' && node.comment && / #/.test(text))
        told('What follows “ #” would not be shown: put the text between quotation marks.')
    },
  })
  return found.filter(({ line }, index) => found.findIndex((other) => other.line === line) === index)
}

/** Gives each problem that has no line its line: where its key stands, or where its `near` words do after that. */
export function withLines(problems: Problem[], folder: string): Problem[] {
  const files = new Map<string, ((key: string, near?: string) => number | undefined) | undefined>()
  return problems.map((problem) => {
    const { file, key, near, line } = problem
    if (line || !file.endsWith('.yml') || !key) return problem
    if (!files.has(file)) files.set(file, lineFinder(file.replace(/^content/, folder)))
    const found = files.get(file)?.(key, near)
    return found ? { ...problem, line: found } : problem
  })
}

function lineFinder(file: string): ((key: string, near?: string) => number | undefined) | undefined {
  try {
    const source = readFileSync(file, 'utf8')
    const { document, lines } = open(source)
    return (key, near) => {
      let node: unknown = document.contents
      let offset: number | undefined
      for (const step of key.split('.')) {
        if (!isCollection(node)) break
        const item: unknown = isSeq(node)
          ? node.items[Number(step)]
          : node.items.find((pair) => isPair(pair) && isScalar(pair.key) && String(pair.key.value) === step)
        if (!item) break
        offset = rangeOf(isPair(item) ? item.key : item) ?? offset
        node = isPair(item) ? item.value : item
      }
      const found = near === undefined ? -1 : source.indexOf(near, offset ?? 0)
      const place = found >= 0 ? found : offset
      return place === undefined ? undefined : lines.linePos(place).line
    }
  } catch {
    return undefined
  }
}

const rangeOf = (node: unknown) => (node as Node | undefined)?.range?.[0]
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
