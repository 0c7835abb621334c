import { readFileSync, statSync } from 'node:fs'
import { type Document, LineCounter, type Node, parseDocument } from 'yaml'
import { CommandError } from '../shared/command-error.ts'
import { interpolate } from '../shared/interpolate.ts'
import { fallbackLanguage } from '../shared/languages.ts'
import type { Texts } from '../shared/text-types.ts'
import { parsePath } from './text-tree.ts'

/** What can be wrong in the content. editor.yml has a message for each code, under `problems`, in every language. */
export type ProblemCode = keyof Texts['editor']['problems']

/** A problem. `values` fill the placeholders of its message; `line` is set if the file could not be parsed. */
export type Problem = {
  file: string
  /** The path of the value, `offices[0].phone`; empty if the whole file is meant. */
  key: string
  code: ProblemCode
  values?: Record<string, string | number>
  line?: number
}

/** The content cannot be used, for all these problems. */
export class ContentError extends CommandError {
  override readonly name = 'ContentError'
  readonly problems: Problem[]
  constructor(problems: Problem[]) {
    super(describeProblems(problems))
    this.problems = problems
  }
}

/**
 * Returns what `read` returns; if it throws a ContentError, adds its problems, so that all files are reported at once.
 * @param last what to return then
 */
export function attempt<Value>(read: () => Value, problems: Problem[], last?: Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    problems.push(...error.problems)
    return last
  }
}

/** All problems with file, line and key, in the language of the command line. */
export function describeProblems(problems: Problem[]): string {
  const editor = parseContent(`content/texts/${fallbackLanguage}/editor.yml`)
  const described = problems.map((problem) => {
    const { code, values = {}, line = lineOf(problem) } = problem
    const words = editor?.getIn(['problems', code])
    const message = typeof words === 'string' ? interpolate(words, values) : [code, ...Object.values(values)].join(': ')
    return `  ${locationOf({ ...problem, line })}\n      ${message}`
  })
  return [`Problems in the content: ${problems.length}`, ...described].join('\n\n')
}

/** The line of a value in its YAML file, or of what should contain that value. */
function lineOf({ file, key }: Problem): number | undefined {
  const lineCounter = new LineCounter()
  const document = key && file.endsWith('.yml') && parseContent(file, lineCounter)
  for (const steps = parsePath(key); document && steps.length > 0; steps.pop()) {
    const node = document.getIn(steps, true) as Node | undefined
    if (node?.range) return lineCounter.linePos(node.range[0]).line
  }
  return undefined
}

/** What a file says, as far as it can be read, or nothing. */
function parseContent(file: string, lineCounter = new LineCounter()): Document.Parsed | undefined {
  const path = new URL(`../../${file}`, import.meta.url)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined
  return parseDocument(readFileSync(path, 'utf8'), { lineCounter, logLevel: 'error', schema: 'failsafe' })
}

/** Where a problem is: `content/texts/fr/contact.yml, line 12, form.send`. */
export const locationOf = ({ file, key, line }: { file: string; key: string; line?: number | undefined }) =>
  [file, line && `line ${line}`, key].filter(Boolean).join(', ')
