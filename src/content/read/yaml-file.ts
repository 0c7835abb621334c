import { readFileSync, statSync } from 'node:fs'
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { ContentError, type Problem } from '../../shared/problem.ts'
import { type KeyPath, spellPath, type TextTree } from '../text-tree.ts'

/** Marks a single value in a content file as a placeholder that must be replaced before the site goes public. */
const placeholderTag = '!placeholder'

export type YamlFile = {
  tree: TextTree
  /** The paths of the placeholders: `offices[0].phone`. */
  placeholders: string[]
  /** The comments above values, by path; the path of that at the beginning of the file is empty. */
  notes: Record<string, string>
}

/** Parses a content file. Every value is a string: a year stays `2024`, a postal code keeps its zero. */
export const parseYaml = (source: string, lineCounter = new LineCounter()): Document.Parsed =>
  parseDocument(source, { lineCounter, logLevel: 'error', schema: 'failsafe' })

/** Writes a content file in its canonical form, so that an edit changes no other line. */
export const writeYaml = (document: Document): string => document.toString({ lineWidth: 0 })

/**
 * Reads a content file. A value with the tag `!placeholder` is read without it, and its key is listed.
 * @param name the file below content/
 * @throws ContentError with the line, when the file is missing or cannot be read
 */
export function readYaml(folder: string, name: string): YamlFile {
  const [path, file] = [`${folder}/${name}`, `content/${name}`]
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new ContentError([{ file, key: '', code: 'file_missing' }])
  return readYamlText(readFileSync(path, 'utf8'), file)
}

/** Each file as it was last read: an unchanged file is not parsed again. */
const lastRead = new Map<string, { source: string; read: YamlFile }>()

/** Reads a YAML text as `readYaml` reads a file. @returns cached: treat it as read-only */
export function readYamlText(source: string, file: string): YamlFile {
  const last = lastRead.get(file)
  if (last?.source === source) return last.read
  const read = parseFile(source, file)
  lastRead.set(file, { source, read })
  return read
}

function parseFile(source: string, file: string): YamlFile {
  // What is not UTF-8 is read as \uFFFD. UTF-16 may pass for UTF-8, but has a zero byte beside every Latin letter.
  if (/[\0\uFFFD]/.test(source)) throw new ContentError([{ file, key: '', code: 'encoding' }])
  const lines = new LineCounter()
  const document = parseYaml(source, lines)
  const [error] = document.errors
  // Others are most often consequences of the first.
  if (error) {
    const reason = error.message.split(' at line ')[0] ?? ''
    const { line } = lines.linePos(error.pos[0])
    throw new ContentError([{ file, key: '', code: 'syntax', values: { reason }, line }])
  }
  const placeholders: string[] = []
  const title = document.commentBefore
  const notes: YamlFile['notes'] = title ? { '': inOneLine(title) } : {}
  const problems: Problem[] = []
  function readNode(node: unknown, path: KeyPath): void {
    const key = spellPath(path)
    // Of "Question #1", only the first word would be published.
    const [lost] = (isScalar(node) && node.type === 'PLAIN' && /^[ \t]+#.*/.exec(source.slice(node.range?.[1]))) || []
    const name = lost?.trim() ?? (isAlias(node) ? `*${node.source}` : isNode(node) && node.tag)
    if (name === placeholderTag && isScalar(node)) placeholders.push(key)
    // With a misspelt tag, or a tag on more than a value, a placeholder would count as a real value. An alias is most often a
    // text that begins with a star.
    else if (name && /^[!*#]/.test(name)) problems.push({ file, key, code: 'tag', values: { name } })
    if (isSeq(node)) for (const [index, item] of node.items.entries()) readNode(item, [...path, index])
    if (!isMap<Node>(node)) return
    for (const [index, pair] of node.items.entries()) {
      const within = [...path, String(pair.key)]
      const isTitle = index === 0 && path.length === 0 && !title
      // The library keeps a comment above the first value with the group.
      const note = pair.key.commentBefore ?? (index === 0 && node.commentBefore)
      if (note) notes[isTitle ? '' : spellPath(within)] = inOneLine(note)
      for (const part of [pair.key, pair.value]) readNode(part, within)
    }
  }
  readNode(document.contents, [])
  if (problems.length > 0) throw new ContentError(problems)
  return { tree: document.toJS() ?? {}, placeholders, notes }
}

const inOneLine = (comment: string) => comment.trim().replace(/\s*\n\s*/g, ' ')
